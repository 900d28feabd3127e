import type { Operation } from "../types.ts";
import { findBlockDamage, parseBlocks } from "../bank/blocks.ts";
import { LEGACY } from "../bank/layout.ts";
import { endsWithBlankLine } from "../markdown/lines.ts";
import { lineBreakOf } from "../bank/edit.ts";
import { parseDoc } from "../bank/parse.ts";
import type { PlanInput } from "./plan-input.ts";
import { relink } from "./relink.ts";

export interface Leftover {
  readonly heading: string;
  readonly text: string;
}

/** What the entry could not take in, at the end of the archive. */
export function planLegacy(
  { bank, language }: PlanInput,
  leftover: readonly Leftover[],
  lineBreak: string,
  newPlaceOf: (path: string) => string | undefined,
): Operation[] {
  const reason = { en: "what the entry had no place for", zh: "入口未能容纳的内容" }[language];
  const sections = leftover.map(renderSection).join("\n");
  const before = bank.read(LEGACY);
  if (before !== undefined) {
    const linked = relink(before, LEGACY, LEGACY, newPlaceOf);
    const text = sections === "" ? linked : append(linked, sections);
    if (text === before) return [];
    if (findBlockDamage(before, text) === undefined)
      return [{ kind: "edit", path: LEGACY, before: bank.hash(LEGACY), text, reason }];
  }
  if (sections === "") return [];
  const text = `# Legacy\n\n${sections}`.replaceAll("\n", lineBreak);
  return [{ kind: "create", path: freePlace(bank.paths), text, reason }];
}

/** A text with an open fence, which would take in what follows it, or with block markers is put into a quote. */
function renderSection({ heading, text }: Leftover): string {
  const section = `## ${heading}\n\n${text}\n`;
  const probe = parseDoc(`${section}\n## Behind\n`).sections;
  const isSound = probe.length === 2 && probe[1]?.heading === "Behind";
  if (isSound && parseBlocks(section).markers.length === 0) return section;
  return `## ${heading}\n\n${text.replaceAll(/^(?=.)/gm, "> ").replaceAll(/^$/gm, ">")}\n`;
}

function append(before: string, sections: string): string {
  const lineBreak = lineBreakOf(before);
  const gap = endsWithBlankLine(before)
    ? ""
    : /[\r\n]$/.test(before) || before === ""
      ? lineBreak
      : lineBreak + lineBreak;
  return before + gap + sections.replaceAll("\n", lineBreak);
}

function freePlace(paths: readonly string[]): string {
  if (!paths.includes(LEGACY)) return LEGACY;
  let number = 2;
  while (paths.includes(`legacy-${number}.md`)) number += 1;
  return `legacy-${number}.md`;
}
