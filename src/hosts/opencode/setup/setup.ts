import type { HostSetup } from "../../host.ts";
import { ownPackage } from "../../own-package.ts";
import { checkOpenCode } from "../doctor/check-opencode.ts";
import { TRIAL } from "../doctor/trial.ts";
import { chooseSpecifier } from "./our-entry.ts";
import { planInstall, planUninstall } from "./plan-setup.ts";

export const SETUP: HostSetup = {
  planInstall(start, scope) {
    const plugin = chooseSpecifier(ownPackage());
    return { ...planInstall(start, scope, plugin.specifier), plugin };
  },
  planUninstall,
  check: checkOpenCode,
  trial: TRIAL,
};
