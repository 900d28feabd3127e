import { isatty } from "node:tty";
import pc from "picocolors";

/** Colours are only for a terminal. A pipe gets none, not even in CI, unless `FORCE_COLOR` is set. */
function wantsColors(): boolean {
  if (process.env["NO_COLOR"]) return false;
  const forced = process.env["FORCE_COLOR"];
  if (forced !== undefined && forced !== "") return forced !== "0" && forced !== "false";
  return isatty(1) && process.env["TERM"] !== "dumb";
}

export const colors = pc.createColors(wantsColors());
