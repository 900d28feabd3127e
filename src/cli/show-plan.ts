import { readFileSync } from "node:fs";
import { join } from "node:path";
import { renderPlan } from "../plans/render-plan.ts";
import type { Language, Plan } from "../types.ts";
import { colors } from "./colors.ts";

export function showPlan(plan: Plan, language: Language, bank: string, heading?: string): void {
  const textOf = (path: string) => readFileSync(join(bank, path), "utf8");
  console.log(paint(renderPlan(plan, language, textOf, heading)));
}

/** Added lines green, removed ones red, as in a diff. */
function paint(text: string): string {
  return text
    .split("\n")
    .map((line, index) => {
      if (index === 0) return colors.bold(line);
      if (line.startsWith("    + ")) return colors.green(line);
      if (line.startsWith("    - ")) return colors.red(line);
      return line.startsWith("! ") ? colors.yellow(line) : line;
    })
    .join("\n");
}
