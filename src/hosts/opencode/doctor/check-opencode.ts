import manifest from "../../../../package.json" with { type: "json" };
import type { Check, StartPoint } from "../../host.ts";
import { ownPackage } from "../../own-package.ts";
import { askVersion } from "../../shared/doctor/find-program.ts";
import { judgeVersion, notFound } from "../../shared/doctor/judge-version.ts";
import { OPENCODE } from "../about.ts";
import { hostPlaces } from "../setup/host-places.ts";
import { checkConfig } from "./check-config.ts";
import { findOpenCode } from "./find-opencode.ts";
import { findPluginEntries } from "./find-plugin-entries.ts";
import { probePlugin } from "./probe-plugin.ts";
import { CLOSED } from "./closed-home.ts";
import { makeTrial } from "../../shared/doctor/trial-project.ts";

/** The one that the tests run in. */
const TESTED = manifest.devDependencies["opencode-ai"];

/** The quick checks: its version, the plugin in its own Bun, our line in its configs. */
export function checkOpenCode(start: StartPoint): Check[] {
  const own = ownPackage();
  const path = findOpenCode(start.machine);
  return [
    checkProgram(path),
    ...probePlugin(own, path),
    ...checkConfig(findPluginEntries(hostPlaces(start)), own, start),
  ];
}

/** Is it there, and one that we know? */
function checkProgram(path: string | undefined): Check {
  if (path === undefined) return notFound(OPENCODE.name, "https://opencode.ai/docs");
  const trial = makeTrial(CLOSED);
  try {
    return judgeVersion(OPENCODE.name, { path, version: askVersion(path, trial.env) }, TESTED);
  } finally {
    trial.remove();
  }
}
