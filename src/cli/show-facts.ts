import type { Text } from "../types.ts";
import { colors } from "./colors.ts";
import { printTable } from "./print.ts";
import { say } from "./say.ts";

/** Names in one column, what belongs to them in the next; a value may have several lines, or there is none. */
export function showFacts(facts: readonly (readonly [name: Text, value: string | undefined])[]) {
  const rows = facts.flatMap(([name, value]) =>
    value === undefined ? [] : [[colors.bold(say(name)), value]],
  );
  printTable(rows, 1);
}
