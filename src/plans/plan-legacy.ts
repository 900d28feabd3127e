import type { Operation } from "../types.ts";
import { parseBlocks } from "../bank/blocks.ts";
import { LEGACY } from "../bank/layout.ts";
import { parseDoc } from "../bank/parse.ts";
import type { PlanInput } from "./plan-input.ts";

export interface Leftover {
  readonly heading: string;
  readonly text: string;
}

/** Puts text that did not fit into the entry in a new archive, because an existing archive may be somebody else's. */
export function planLegacy(
  { bank, language }: PlanInput,
  leftover: readonly Leftover[],
  lineBreak: string,
): Operation[] {
  if (leftover.length === 0) return [];
  const reason = { en: "what the entry had no place for", zh: "入口未能容纳的内容" }[language];
  const text = `# Legacy\n\n${leftover.map(renderSection).join("\n")}`.replaceAll("\n", lineBreak);
  return [{ kind: "create", path: freePlace(bank.paths), text, reason }];
}

/** A text with block markers or an open fence, which would swallow the text after it, is written as a quote. */
function renderSection({ heading, text }: Leftover): string {
  const section = `## ${heading}\n\n${text}\n`;
  const probe = parseDoc(`${section}\n## Behind\n`).sections;
  const isSound = probe.length === 2 && probe[1]?.heading === "Behind";
  if (isSound && parseBlocks(section).markers.length === 0) return section;
  return `## ${heading}\n\n${text.replaceAll(/^(?=.)/gm, "> ").replaceAll(/^$/gm, ">")}\n`;
}

function freePlace(paths: readonly string[]): string {
  if (!paths.includes(LEGACY)) return LEGACY;
  let number = 2;
  while (paths.includes(`legacy-${number}.md`)) number += 1;
  return `legacy-${number}.md`;
}
