import type { Language, Text } from "../types.ts";
import type { DocChange, How, SectionChange } from "./diff-docs.ts";
import { shorten } from "./shorten.ts";

export interface Shown {
  readonly language: Language;
  /** Turns a path inside the bank into the path that readers know. */
  readonly toAddress: (path: string) => string;
  /** The branch that the bank is compared with. */
  readonly ref: string;
}

const SIGNS: Readonly<Record<How, string>> = { added: "+", deleted: "-", changed: "~" };
const HOW: Readonly<Record<How, Text>> = {
  added: { en: "added", zh: "新增" },
  changed: { en: "changed", zh: "改动" },
  deleted: { en: "deleted", zh: "删除" },
};
/** A longer line is cut: a reviewer opens the doc. */
const LONGEST = 240;

/** The changes by doc and section, for a terminal. */
export function renderChanges(changes: readonly DocChange[], shown: Shown): string {
  return [...changes.flatMap((doc) => renderDoc(doc, shown)), summarize(changes, shown)].join("\n");
}

/** The changes as a comment on a pull request. The first line identifies the comment, so that it can be updated. */
export function renderComment(changes: readonly DocChange[], shown: Shown): string {
  const title = { en: "Memory Bank", zh: "记忆库" }[shown.language];
  // In a code block, a doc's text cannot mention anybody or add HTML or pictures.
  const docs = changes.flatMap((doc) => renderDoc(doc, shown));
  const text = docs.join("\n").trimEnd();
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = "`".repeat(longest + 1);
  return [
    "<!-- memory-bank diff -->",
    `### ${title}`,
    "",
    summarize(changes, shown),
    ...(text === "" ? [] : ["", `${fence}text`, text, fence]),
  ].join("\n");
}

function renderDoc(doc: DocChange, { language, toAddress }: Shown): string[] {
  const sections = doc.sections.map(
    (section) => `  ${SIGNS[section.how]} ${describeSection(section, language)}`,
  );
  return [`${toAddress(doc.path)}: ${describeDoc(doc, language)}`, ...sections, ""];
}

/** `Since main: 2 docs added, 1 deleted`. */
function summarize(changes: readonly DocChange[], { language, ref }: Shown): string {
  if (changes.length === 0)
    return {
      en: `Nothing in the memory bank changed since ${ref}.`,
      zh: `自 ${ref} 以来记忆库没有改动。`,
    }[language];
  const counts = (["added", "changed", "deleted"] as const).flatMap((how) => {
    const count = changes.filter((doc) => doc.how === how).length;
    if (count === 0) return [];
    return [{ en: `${count} ${HOW[how].en}`, zh: `${HOW[how].zh} ${count} 篇` }[language]];
  });
  return {
    en: `Docs since ${ref}: ${counts.join(", ")}`,
    zh: `自 ${ref} 以来的文档：${counts.join("、")}`,
  }[language];
}

function describeDoc(doc: DocChange, language: Language): string {
  const { how, title, movedFrom } = doc;
  const from = plain(movedFrom ?? "");
  const moved = { en: `moved from ${from}`, zh: `移自 ${from}` }[language];
  const became = movedFrom === null ? HOW[how][language] : moved;
  const named = title === "" || how === "changed" ? "" : ` ${plain(title)}`;
  return became + named + renderCounts(doc, language);
}

function describeSection(section: SectionChange, language: Language): string {
  const { heading, owner } = section;
  const isUsers = owner === "user";
  const loose: Text = isUsers
    ? { en: "user block", zh: "用户区块" }
    : { en: "under no heading", zh: "不在任何标题下" };
  const users = isUsers ? { en: " (user block)", zh: "（用户区块）" }[language] : "";
  const name = heading === "" ? loose[language] : plain(heading) + users;
  return name + renderCounts(section, language);
}

function renderCounts(
  { added, removed }: { readonly added: number; readonly removed: number },
  language: Language,
): string {
  const counts = [...(added > 0 ? [`+${added}`] : []), ...(removed > 0 ? [`-${removed}`] : [])];
  if (counts.length === 0) return "";
  return { en: ` (${counts.join(" ")})`, zh: `（${counts.join(" ")}）` }[language];
}

function plain(text: string): string {
  return shorten(text.trim(), LONGEST);
}
