import { detectFlow } from "./detect-flow.ts";
import type { PlanInput, Planned } from "./plan-input.ts";
import { planInit } from "./plan-init.ts";
import { planMigrate } from "./plan-migrate.ts";
import { planRefresh } from "./plan-refresh.ts";
import { planUpgrade } from "./plan-upgrade.ts";

const FLOWS = { init: planInit, upgrade: planUpgrade, migrate: planMigrate, refresh: planRefresh };

/** What refresh would do to a bank. Nothing where nothing is to be done. */
export function planBank(input: PlanInput): Planned {
  return FLOWS[detectFlow(input.bank)](input);
}
