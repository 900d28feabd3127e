import type { CheckInput } from "../check/check-input.ts";
import { readCheckInput } from "../io/bank/read-check-input.ts";
import type { Language } from "../types.ts";
import type { Opened } from "./open.ts";
import { hereAndNow } from "./say.ts";

/** All of the bank for a check, in the language that is asked for, else in its own. */
export function readCheck({ location, settings }: Opened, lang: Language | undefined): CheckInput {
  const { directory, host } = location;
  const { words } = host;
  return readCheckInput(location, { ...settings, ...hereAndNow(), lang, directory, words });
}
