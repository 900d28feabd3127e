import type { Language, Text } from "../../types.ts";
import { ENTRY } from "../layout.ts";
import { ROLES, type Role } from "../roles.ts";
import type { DocChange, How, ItemChange, ItemKind, SectionChange } from "./memory-change.ts";

/** What texts and comments say of changes, in words. */
export const HOW: Readonly<Record<How, Text>> = {
  added: { en: "added", zh: "新增" },
  dropped: { en: "dropped", zh: "删除" },
  changed: { en: "changed", zh: "改动" },
};
const KINDS: Readonly<Record<ItemKind, Text>> = {
  decision: { en: "decision", zh: "决策" },
  route: { en: "route", zh: "路由" },
  focus: { en: "focus line", zh: "焦点" },
};
/** What one doc of a role is called. */
const DOCS: Partial<Readonly<Record<Role, Text>>> = {
  requirements: { en: "requirement", zh: "需求" },
  designs: { en: "design", zh: "设计" },
  lessons: { en: "lesson", zh: "经验" },
  decisions: { en: "decision", zh: "决策" },
};
const DOC: Text = { en: "doc", zh: "文档" };
const ITEM_KINDS: readonly ItemKind[] = ["decision", "route", "focus"];
const HOWS: readonly How[] = ["added", "changed", "dropped"];

/** In one line: `2 decisions added, 1 dropped; 1 requirement added; 3 docs changed`. */
export function summarizeChanges(changes: readonly DocChange[], language: Language): string {
  const items = changes.flatMap(({ sections }) => sections.flatMap((section) => section.items));
  const parts = ITEM_KINDS.map((kind) =>
    countHows(
      KINDS[kind],
      items.filter((item) => item.kind === kind),
      language,
    ),
  );
  const others = changes.filter(({ path }) => path !== ENTRY);
  const docs = ROLES.map((role) =>
    countHows(
      DOCS[role] ?? DOC,
      others.filter((doc) => doc.role === role && isOneOfMany(doc)),
      language,
    ),
  );
  const rest = changes.filter((doc) => doc.role === undefined || !isOneOfMany(doc));
  const all = [...parts, ...docs, countHows(DOC, rest, language)].filter((part) => part !== "");
  return all.join({ en: "; ", zh: "；" }[language]);
}

/** One of a folder of them: alone it is a requirement, a design, and so on. */
function isOneOfMany({ role, path }: DocChange): boolean {
  return role !== undefined && DOCS[role] !== undefined && path.includes("/");
}

function countHows(noun: Text, of: readonly { readonly how: How }[], language: Language): string {
  const counts = HOWS.map((how) => ({ how, count: of.filter((each) => each.how === how).length }));
  return counts
    .filter(({ count }) => count > 0)
    .map(({ how, count }, at) => {
      if (language === "zh") return `${HOW[how].zh} ${count} 项${noun.zh}`;
      const words = at > 0 ? "" : ` ${noun.en}${count === 1 ? "" : "s"}`;
      return `${count}${words} ${HOW[how].en}`;
    })
    .join({ en: ", ", zh: "、" }[language]);
}

/** How a doc's own words are set apart from ours. */
export type Quote = (text: string) => string;

/** What became of a doc: `requirement added "Tins" (+12)`. */
export function describeDoc(doc: DocChange, language: Language, quote: Quote): string {
  const { how, title, movedFrom, added, removed } = doc;
  const noun = (isOneOfMany(doc) && doc.role !== undefined ? DOCS[doc.role] : undefined) ?? DOC;
  const from = movedFrom === undefined ? "" : quote(movedFrom);
  const what: Text =
    movedFrom === undefined
      ? { en: `${noun.en} ${HOW[how].en}`, zh: `${HOW[how].zh}${noun.zh}` }
      : { en: `${noun.en} moved from ${from}`, zh: `${noun.zh}，移自 ${from}` };
  const named = title === "" || how === "changed" ? "" : ` ${quote(title)}`;
  return `${what[language]}${named}${countLines({ added, removed }, language)}`;
}

export function describeSection(section: SectionChange, language: Language, quote: Quote): string {
  const { heading, owner, how } = section;
  const isUsers = owner === "user";
  const loose: Text = isUsers
    ? { en: "user block", zh: "用户区块" }
    : { en: "under no heading", zh: "不在任何标题下" };
  const name = heading === "" ? loose[language] : quote(heading);
  const users =
    isUsers && heading !== "" ? { en: " (user block)", zh: "（用户区块）" }[language] : "";
  const became =
    how === "changed" ? "" : { en: `: ${HOW[how].en}`, zh: `：${HOW[how].zh}` }[language];
  return `${name}${users}${became}${countLines(section, language)}`;
}

function countLines(
  { added, removed }: { readonly added: number; readonly removed: number },
  language: Language,
): string {
  const counts = [...(added > 0 ? [`+${added}`] : []), ...(removed > 0 ? [`-${removed}`] : [])];
  if (counts.length === 0) return "";
  return { en: ` (${counts.join(" ")})`, zh: `（${counts.join(" ")}）` }[language];
}

/** Name, and what it says: `pour → details/a.md`, or `was → is`. */
export function describeItem(
  { kind, how, name, before, after }: ItemChange,
  language: Language,
  quote: Quote,
): string {
  const colon = { en: ": ", zh: "：" }[language];
  const lead = kind === "focus" ? quote(name) : `${KINDS[kind][language]}${colon}${quote(name)}`;
  const says = (how === "dropped" ? before : after) ?? "";
  if (how === "changed") {
    const nothing = { en: "(nothing)", zh: "（空）" }[language];
    const [was, is] = [before, after].map((each) => (each ? quote(each) : nothing));
    return `${lead}${colon}${was} → ${is}`;
  }
  if (says === "" || how === "dropped") return lead;
  return kind === "route" ? `${lead} → ${quote(says)}` : `${lead}${colon}${quote(says)}`;
}
