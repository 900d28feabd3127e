import { groupBy } from "../bank/group-by.ts";
import { linesWithEnds } from "../markdown/lines.ts";
import { scanLines } from "../markdown/scan-lines.ts";
import { mergeItems } from "./merge-items.ts";
import { mergeLine } from "./merge-value.ts";
import type { Merging } from "./merging.ts";
import { isItemStart } from "./segments.ts";
import { type Item, senseOf, toItem } from "./to-item.ts";
import { type Versions, eachVersion, settle } from "./versions.ts";

/** A name that identifies an item, besides its words. */
interface Name {
  readonly key: string;
  /** Whether two items added under this name are the same item; otherwise only items of the base are matched by it. */
  readonly isUnique: boolean;
}

const MARK = /^\s*(?:[-*+]|\d{1,9}[.)])[ \t]+/;
const BOX = /^\[[ xX]\][ \t]+/;
const LINK = /^\[[^\]]{0,200}\]\(<?([^)>\s]{1,300})/;
const BOLD = /^\*\*([^*]{1,200})\*\*/;
const LABEL = /^(?:\*\*)?([^:：*|`]{1,40})[:：](?!\/\/)/;
const NESTED = /^[ \t]+(?:[-*+]|\d{1,9}[.)])[ \t]+\S[^\n]*\n?$/;
/** Labels of the focus, in both languages. */
const FOCUS_LABELS = ["goal|目标", "in progress|进行中", "remaining|剩余", "blocked|阻塞"].map(
  (words) => words.split("|"),
);

/** Merges lists by item. An item is matched by its link, its question, its label, or its words. */
export function mergeList(texts: Versions<string>, merging: Merging, takesNewer: boolean): string {
  const items = eachVersion(texts, splitItems);
  return mergeParts(items, nameOf, merging, takesNewer);
}

/** Merges lines such as `Status: done` by their labels. */
export function mergeLabels(
  texts: Versions<string>,
  merging: Merging,
  takesNewer: boolean,
): string {
  const nameLine = (line: string) => {
    const label = LABEL.exec(line)?.[1];
    return label === undefined ? undefined : { key: canonical(label), isUnique: true };
  };
  return mergeParts(eachVersion(texts, linesWithEnds), nameLine, merging, takesNewer);
}

function mergeParts(
  parts: Versions<readonly string[]>,
  name: (part: string) => Name | undefined,
  merging: Merging,
  takesNewer: boolean,
): string {
  const combine = (item: Versions<string>) => combineItem(item, merging, takesNewer);
  return mergeItems(keyItems(parts, name), merging, { combine, gap: "" });
}

function splitItems(text: string): string[] {
  const lines = scanLines(text);
  const indentOf = (line: string) => line.search(/\S|$/);
  const indent = indentOf(text);
  const starts = lines.flatMap(({ from, to, fence }) => {
    const line = text.slice(from, to);
    return fence === undefined && isItemStart(line) && indentOf(line) <= indent ? [from] : [];
  });
  return starts.map((from, at) => text.slice(at === 0 ? 0 : from, starts[at + 1] ?? text.length));
}

/** A name counts only if it is unique within each version. */
function keyItems(
  parts: Versions<readonly string[]>,
  name: (part: string) => Name | undefined,
): Versions<readonly Item[]> {
  const known = eachVersion(parts, (list) => groupBy(list, (part) => name(part)?.key));
  const isUsable = ({ key, isUnique }: Name) =>
    [known.base, known.ours, known.theirs].every((named) => (named.get(key) ?? []).length <= 1) &&
    (isUnique || known.base.has(key));
  return eachVersion(parts, (list) =>
    list.map((part) => {
      const named = name(part);
      const isNamed = named !== undefined && isUsable(named);
      return toItem(part, isNamed ? `${named.key}:` : `= ${senseOf(contentOf(part))}`);
    }),
  );
}

function nameOf(part: string): Name | undefined {
  const content = contentOf(part);
  const link = LINK.exec(content)?.[1];
  if (link !== undefined) return { key: `link ${link}`, isUnique: true };
  const bold = BOLD.exec(content)?.[1]?.trim();
  if (bold !== undefined) return { key: bold.toLowerCase(), isUnique: /[?？]$/.test(bold) };
  const label = LABEL.exec(content)?.[1];
  if (label === undefined) return undefined;
  const isFocus = FOCUS_LABELS.flat().includes(label.trim().toLowerCase());
  return { key: canonical(label), isUnique: isFocus };
}

function canonical(label: string): string {
  const plain = label.replaceAll("**", "").trim().toLowerCase();
  return FOCUS_LABELS.find((words) => words.includes(plain))?.[0] ?? plain;
}

/** The text of an item's first line, without list mark and checkbox. */
function contentOf(part: string): string {
  return firstLine(part).replace(MARK, "").replace(BOX, "");
}

function combineItem(texts: Versions<string>, merging: Merging, takesNewer: boolean): string {
  const heads = eachVersion(texts, firstLine);
  const head = settle(heads) ?? mergeLine(heads, takesNewer);
  const below = eachVersion(texts, (text) => text.slice(firstLine(text).length));
  const rest = head === undefined ? undefined : mergeBelow(below, merging);
  return head === undefined || rest === undefined ? merging.byLines(texts) : head + rest;
}

/** Merges the lines below an item's first line, each as an item of a list of its own. */
function mergeBelow(texts: Versions<string>, merging: Merging): string | undefined {
  const lists = eachVersion(texts, linesWithEnds);
  const isList = [lists.base, lists.ours, lists.theirs].flat().every((line) => NESTED.test(line));
  return isList ? mergeParts(lists, nameOf, merging, false) : settle(texts);
}

function firstLine(text: string): string {
  return text.slice(0, text.indexOf("\n") + 1 || text.length);
}
