import { readFileSync } from "node:fs";
import { join } from "node:path";
import { applySetup } from "../../src/cli/setup/run-setup.ts";
import type { Scope, SetupPlan } from "../../src/hosts/host.ts";
import { planInstall, planUninstall } from "../../src/hosts/opencode/setup/plan-setup.ts";
import { tempProject } from "./temp-project.ts";

export const SPECIFIER = "agent-memory-bank@1.2.3";

/** A user and a project, both below one folder. */
export function makeMachine(
  files: Record<string, string | Uint8Array>,
  env: Record<string, string> = {},
) {
  const root = tempProject({ "project/": "", ...files });
  const project = join(root, "project");
  const machine = { env, home: join(root, "home"), platform: process.platform };
  const start = { machine, directory: project, worktree: project };
  const aside = join(root, "aside");
  const apply = (plan: SetupPlan) => ({
    ...plan,
    notes: plan.notes.map(({ en }) => en),
    moved: applySetup(plan, aside),
  });
  return {
    root,
    start,
    aside,
    install: (scope: Scope = "global", specifier = SPECIFIER) =>
      apply(planInstall(start, scope, specifier)),
    uninstall: (...scopes: Scope[]) =>
      apply(planUninstall(start, scopes.length > 0 ? scopes : ["global", "project"])),
    read: (path: string) => readFileSync(join(root, path)),
    text: (path: string) => readFileSync(join(root, path), "utf8"),
  };
}
