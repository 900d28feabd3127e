import { colors } from "./colors.ts";
import { columnsOf } from "./format.ts";

export type Fact = readonly [name: string, value: string];

/** Names in one column, what belongs to them in the next; a value may have several lines. */
export function showFacts(facts: readonly Fact[]): void {
  const width = Math.max(...facts.map(([name]) => columnsOf(name)));
  for (const [name, value] of facts) {
    const [first, ...others] = value.split("\n");
    const gap = " ".repeat(width - columnsOf(name) + 1);
    console.log(`${colors.bold(name)}${gap}${first}`);
    for (const line of others) console.log(`${" ".repeat(width + 1)}${line}`);
  }
}
