import type { Text } from "../types.ts";
import { colors } from "./colors.ts";
import { columnsOf } from "./format.ts";
import { say } from "./say.ts";

/** Names in one column, what belongs to them in the next; a value may have several lines, or there is none. */
export function showFacts(facts: readonly (readonly [name: Text, value: string | undefined])[]) {
  const shown = facts.flatMap(([name, value]) =>
    value === undefined ? [] : [{ name: say(name), value }],
  );
  const width = Math.max(...shown.map(({ name }) => columnsOf(name)));
  for (const { name, value } of shown) {
    const [first, ...others] = value.split("\n");
    const gap = " ".repeat(width - columnsOf(name) + 1);
    console.log(`${colors.bold(name)}${gap}${first}`);
    for (const line of others) console.log(`${" ".repeat(width + 1)}${line}`);
  }
}
