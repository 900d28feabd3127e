import type { HostSetup } from "../../host.ts";
import { builtFolder } from "../../own-package.ts";
import { findProgram } from "../../shared/doctor/find-program.ts";
import { CODEX } from "../about.ts";
import { checkCodex } from "../doctor/check-codex.ts";
import { TRIAL } from "../doctor/trial.ts";
import { planInstall, planUninstall } from "./plan-setup.ts";

export const SETUP: HostSetup = {
  planInstall: (start, scope) =>
    planInstall(start, scope, builtFolder(CODEX.id), findProgram(CODEX.program, start.machine)),
  planUninstall,
  check: checkCodex,
  trial: TRIAL,
};
