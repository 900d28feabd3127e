import { applyEdits } from "../bank/edit.ts";
import { SECTION } from "../bank/layout.ts";
import { splitLines } from "../markdown/lines.ts";
import { findSection, parseDoc } from "../bank/parse.ts";

/** The two lines of a snapshot that the template fills from the scan. */
const GENERATED =
  /^- (?:(?:Stack|Commands): |(?:技术栈|命令)：)(.+?)(?:\. See |。详见 )details\/tech\.md$/;

/** What tech.md said until now, where the snapshot's generated lines say it too. */
export function updateSnapshot(text: string, replaced: ReadonlyMap<string, string>): string {
  if (replaced.size === 0) return text;
  const section = findSection(parseDoc(text), SECTION.snapshot);
  if (section === undefined) return text;
  const edits = splitLines(text).flatMap(({ from, to }) => {
    if (from < section.bodyFrom || to > section.to) return [];
    const line = text.slice(from, to);
    const list = GENERATED.exec(line)?.[1];
    if (list === undefined) return [];
    const at = from + line.indexOf(list);
    const items = list.split(", ").map((item) => replaced.get(item) ?? item);
    return [{ from: at, to: at + list.length, text: items.join(", ") }];
  });
  return applyEdits(text, edits).contents;
}
