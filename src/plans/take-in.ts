import { lineBreakOf, setVersion } from "../bank/edit.ts";
import { OLD_ROUTING, SECTION, sectionOf } from "../bank/layout.ts";
import { type Doc, findSection, parseDoc } from "../bank/parse.ts";
import { startOfText } from "../markdown/lines.ts";
import { userBlock as emptyUserBlock } from "../bank/templates/texts.ts";
import type { Language, Text } from "../types.ts";

export interface EntrySection {
  readonly heading: string;
  readonly text: string;
}

const SUPERSEDES: Text = {
  en: '> This section supersedes any older "Routing Rules" above.',
  zh: '> 本节取代上方任何旧的 "Routing Rules"。',
};

/** The sections of a new entry that another one lacks. An older routing stays, and the new one says so. */
export function findMissingSections(before: Doc, wanted: Doc, language: Language): EntrySection[] {
  const hasOldRouting = findSection(before, OLD_ROUTING) !== undefined;
  return wanted.sections
    .filter(({ heading, owner }) => owner === "machine" && !findSection(before, heading))
    .map(({ heading, from, bodyFrom, to }) => {
      const isSuperseding = hasOldRouting && sectionOf(heading) === SECTION.routing;
      const note = isSuperseding ? `\n${SUPERSEDES[language]}\n` : "";
      const body = wanted.text.slice(bodyFrom, to).trimEnd();
      return { heading, text: wanted.text.slice(from, bodyFrom) + note + body };
    });
}

/**
 * An entry of somebody else's as our own: its text is the machine block, whole and unchanged, with the sections
 * that it lacks; then comes an empty user block. Undefined where it would not be sound.
 */
export function takeIn(
  before: string,
  sections: readonly EntrySection[],
  language: Language,
): string | undefined {
  const lineBreak = lineBreakOf(before);
  const start = startOfText(before);
  const body = before.slice(start).replace(/(?:\r\n|\r|\n)$/, "");
  const missing = sections.map(({ text }) => text.replaceAll("\n", lineBreak));
  const userBlock = emptyUserBlock(language).trimEnd().replaceAll("\n", lineBreak);
  const wrap = (parts: readonly string[]) => {
    const inner = parts.join(lineBreak + lineBreak);
    const machine = ["<!-- MACHINE_BLOCK_START -->", inner, "<!-- MACHINE_BLOCK_END -->"];
    const text = [...machine, "", userBlock, ""].join(lineBreak);
    return setVersion(before.slice(0, start) + text).contents;
  };
  // An open fence or comment would swallow what stands behind it.
  return [wrap([body, ...missing, ""]), wrap([...missing, body, ""])].find((text) => {
    const doc = parseDoc(text);
    return (
      doc.blocks.problems.length === 0 && sections.every(({ heading }) => findSection(doc, heading))
    );
  });
}
