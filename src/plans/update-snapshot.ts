import { applyEdits } from "../bank/edit.ts";
import { SECTION } from "../bank/layout.ts";
import { splitLines } from "../markdown/lines.ts";
import { findSection, parseDoc } from "../bank/parse.ts";
import type { ProjectFacts } from "../scan/facts.ts";
import { isSameThing, whatOf } from "./describe-facts.ts";

/** The two lines of a snapshot that the template fills from the scan. Without the pointer, somebody else may have written them. */
const GENERATED =
  /^- (?:(?:Stack|Commands): |(?:技术栈|命令)：)([^\r\n]+?)(?:\. See |。详见 )[^\s。]+\.md$/;

/** A version may have a comma of its own: `>=2, <3`. */
const BETWEEN_ITEMS = /, (?![<>=!~^*\d])/;

/** Other versions and commands in the generated lines of a snapshot, as `toCurrent` says of each; "" of what is gone. */
export function updateSnapshot(text: string, toCurrent: (item: string) => string): string {
  const section = findSection(parseDoc(text), SECTION.snapshot);
  if (section === undefined) return text;
  const edits = splitLines(text).flatMap(({ from, to }) => {
    if (from < section.bodyFrom || to > section.to) return [];
    const line = text.slice(from, to);
    const list = GENERATED.exec(line)?.[1];
    if (list === undefined) return [];
    const at = from + line.indexOf(list);
    const items = list
      .split(BETWEEN_ITEMS)
      .map(toCurrent)
      .filter((item) => item !== "");
    return items.length === 0 ? [] : [{ from: at, to: at + list.length, text: items.join(", ") }];
  });
  return applyEdits(text, edits).contents;
}

/** What the project declares now of a thing that is named with its version; where several declare it, nothing. */
export function currentVersion({ languages, frameworks }: ProjectFacts): (item: string) => string {
  const facts = [...languages, ...frameworks];
  return (item) => {
    const [fact, ...others] = facts.filter(({ name }) => isSameThing(item, name));
    return fact === undefined || others.length > 0
      ? item
      : whatOf({ name: fact.name, detail: fact.version });
  };
}
