import { WORDS } from "../../src/hosts/opencode/words.ts";
import { join } from "node:path";
import { type CheckOptions, readCheckInput } from "../../src/io/bank/read-check-input.ts";

/** The bank of a project as a check in a test looks at it. */
export function checkInputOf(
  root: string,
  options: Partial<CheckOptions> = {},
  bank: string = join(root, "memory-bank"),
) {
  return readCheckInput(
    { root, bank },
    {
      directory: root,
      maxChars: 12_000,
      guardMode: "warn",
      readScope: "turn",
      words: WORDS,
      lang: undefined,
      locale: "en",
      today: "2026-11-15",
      ...options,
    },
  );
}
