import { PATTERNS } from "../bank/layout.ts";
import { renderTemplate } from "../bank/render-template.ts";
import { renderConventions } from "./describe-facts.ts";
import type { PlanInput } from "./plan-input.ts";

/** The doc of the conventions, with what the project says of itself where it is its template and nothing else. */
export function fillConventions({ bank, facts }: PlanInput): string {
  const text = bank.read(PATTERNS) ?? "";
  const plain = text.replaceAll("\r\n", "\n");
  for (const language of ["en", "zh"] as const) {
    const conventions = renderConventions(facts, language);
    const render = (value: string | null) =>
      renderTemplate("patterns", language, { conventions: value, decisions: null });
    if (conventions === null || plain !== render(null)) continue;
    return text === plain ? render(conventions) : render(conventions).replaceAll("\n", "\r\n");
  }
  return text;
}
