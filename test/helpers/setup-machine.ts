import { readFileSync } from "node:fs";
import { join } from "node:path";
import { applySetup } from "../../src/cli/setup/apply-setup.ts";
import { planInstall } from "../../src/cli/setup/plan-install.ts";
import { planUninstall } from "../../src/cli/setup/plan-uninstall.ts";
import type { SetupPlaces } from "../../src/cli/setup/plan.ts";
import type { Scope } from "../../src/io/host-configs.ts";
import { hostPlaces } from "../../src/io/host-places.ts";
import { orchestratorPlaces } from "../../src/io/orchestrator-places.ts";
import { tempProject } from "./temp-project.ts";

export const SPECIFIER = "agent-memory-bank@1.2.3";

/** A user and a project, both below one folder. */
export function makeMachine(
  files: Record<string, string | Uint8Array>,
  env: Record<string, string> = {},
) {
  const root = tempProject({ "project/": "", ...files });
  const home = join(root, "home");
  const project = join(root, "project");
  const surroundings = { env, home, platform: process.platform };
  const places: SetupPlaces = {
    host: hostPlaces(surroundings, project, project),
    orchestrator: orchestratorPlaces(surroundings, project, project),
  };
  const aside = join(root, "aside");
  return {
    root,
    places,
    aside,
    install: (scope: Scope = "global", specifier = SPECIFIER) => {
      const plan = planInstall(places, scope, specifier);
      return { ...plan, moved: applySetup(plan, aside) };
    },
    uninstall: (...scopes: Scope[]) => {
      const plan = planUninstall(places, scopes.length > 0 ? scopes : ["global", "project"]);
      return { ...plan, moved: applySetup(plan, aside) };
    },
    read: (path: string) => readFileSync(join(root, path)),
    text: (path: string) => readFileSync(join(root, path), "utf8"),
  };
}
