import type { HostSetup } from "../../host.ts";
import { checkClaude } from "../doctor/check-claude.ts";
import { TRIAL } from "../doctor/trial.ts";
import { planInstall, planUninstall } from "./plan-setup.ts";

export const SETUP: HostSetup = { planInstall, planUninstall, check: checkClaude, trial: TRIAL };
