import { isatty } from "node:tty";
import pc from "picocolors";

/** Colours are for a terminal: a pipe gets none, not even in CI, unless somebody asks for them. */
function wantsColors(): boolean {
  if (process.env["NO_COLOR"]) return false;
  const forced = process.env["FORCE_COLOR"];
  if (forced !== undefined && forced !== "") return forced !== "0" && forced !== "false";
  return isatty(1) && process.env["TERM"] !== "dumb";
}

export const colors = pc.createColors(wantsColors());
