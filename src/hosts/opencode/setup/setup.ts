import type { HostSetup } from "../../host.ts";
import { checkOpenCode } from "../doctor/check-opencode.ts";
import { TRIAL } from "../doctor/trial.ts";
import { planOwnInstall, planUninstall } from "./plan-setup.ts";

export const SETUP: HostSetup = {
  planInstall: planOwnInstall,
  planUninstall,
  check: checkOpenCode,
  trial: TRIAL,
};
