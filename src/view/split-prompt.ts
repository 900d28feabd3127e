import { splitStretches } from "../bank/sections.ts";
import type { PromptPart } from "./view.ts";

/** The parts of the block that use its budget. Text without a heading has an empty one. */
export function splitPrompt(text: string): PromptPart[] {
  const parts: { heading: string; chars: number }[] = [];
  for (const { heading, from, to } of splitStretches(text)) {
    const last = parts.at(-1);
    if (last !== undefined && last.heading === heading) last.chars += to - from;
    else parts.push({ heading, chars: to - from });
  }
  return parts;
}
