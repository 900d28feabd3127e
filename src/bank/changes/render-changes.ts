import type { Language } from "../../types.ts";
import { shorten } from "../shorten.ts";
import {
  HOW,
  type Quote,
  describeDoc,
  describeItem,
  describeSection,
  summarizeChanges,
} from "./describe-changes.ts";
import type { DocChange, How, ItemChange } from "./memory-change.ts";

export interface Shown {
  readonly language: Language;
  /** A path inside the bank, as readers know it. */
  readonly toAddress: (path: string) => string;
  /** The branch that it is compared with. */
  readonly ref: string;
}

const SIGNS: Readonly<Record<How, string>> = { added: "+", dropped: "-", changed: "~" };
/** Past these, a reviewer opens the doc. */
const LONGEST = 240;
const MOST_ITEMS = 20;
const MOST_DOCS = 60;

/** For a terminal: what changed, by doc and section. */
export function renderChanges(changes: readonly DocChange[], shown: Shown): string {
  const { language } = shown;
  if (changes.length === 0) return nothing(shown);
  const docs = changes.flatMap((doc) => [
    `${shown.toAddress(doc.path)}: ${describeDoc(doc, language, QUOTES[language])}`,
    ...doc.sections.flatMap((section) => [
      `  ${describeSection(section, language, plain)}`,
      ...listItems(section.items, language, (item) => {
        return `${SIGNS[item.how]} ${describeItem(item, language, plain)}`;
      }).map((line) => `    ${line}`),
    ]),
    "",
  ]);
  return [...docs, `${headline(shown)}${summarizeChanges(changes, language)}`].join("\n");
}

/** The same as a comment on a pull request. Whoever posts it finds it again by its first line. */
export function renderComment(changes: readonly DocChange[], shown: Shown): string {
  const { language } = shown;
  const title = { en: "Memory Bank", zh: "记忆库" }[language];
  const head = ["<!-- memory-bank diff -->", `### ${title}`, ""];
  if (changes.length === 0) return [...head, nothing(shown)].join("\n");
  const docs = changes.slice(0, MOST_DOCS).flatMap((doc) => [
    "",
    `#### ${asCode(shown.toAddress(doc.path))}`,
    "",
    describeDoc(doc, language, asCode),
    ...(doc.sections.length > 0 ? [""] : []),
    ...doc.sections.flatMap((section) => [
      `- ${describeSection(section, language, asCode)}`,
      ...listItems(section.items, language, (item) => {
        return `${HOW[item.how][language]} ${describeItem(item, language, asCode)}`;
      }).map((line) => `  - ${line}`),
    ]),
  ]);
  const more = changes.length - MOST_DOCS;
  const rest = more > 0 ? ["", andMore(more, language)] : [];
  const summary = `${headline(shown)}**${summarizeChanges(changes, language)}**`;
  return [...head, summary, ...docs, ...rest].join("\n");
}

function listItems(
  items: readonly ItemChange[],
  language: Language,
  render: (item: ItemChange) => string,
): string[] {
  const more = items.length - MOST_ITEMS;
  const lines = items.slice(0, MOST_ITEMS).map(render);
  return more > 0 ? [...lines, andMore(more, language)] : lines;
}

function andMore(count: number, language: Language): string {
  return { en: `… and ${count} more`, zh: `… 还有 ${count} 项` }[language];
}

function headline({ language, ref }: Shown): string {
  return { en: `Since ${ref}: `, zh: `自 ${ref} 以来：` }[language];
}

function nothing({ language, ref }: Shown): string {
  return {
    en: `Nothing in the memory bank changed since ${ref}.`,
    zh: `自 ${ref} 以来记忆库没有改动。`,
  }[language];
}

function plain(text: string): string {
  return shorten(text.trim(), LONGEST);
}

const QUOTES: Readonly<Record<Language, Quote>> = {
  en: (text) => `"${plain(text)}"`,
  zh: (text) => `“${plain(text)}”`,
};

/** In a comment a doc's own words must neither call somebody nor bring in HTML or pictures. */
function asCode(text: string): string {
  const line = plain(text);
  const longest = Math.max(0, ...(line.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = "`".repeat(longest + 1);
  const pad = line.startsWith("`") || line.endsWith("`") || line === "" ? " " : "";
  return `${fence}${pad}${line}${pad}${fence}`;
}
