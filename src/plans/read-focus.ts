import { toPlainText } from "../scan/plain-text.ts";
import {
  type FocusHeading,
  type FocusItem,
  type FocusPart,
  LABEL_LEVEL,
  toFocusParts,
} from "./focus-parts.ts";
import { type FocusField, isPast } from "./focus-words.ts";
import { findDates, newest } from "./read-date.ts";

/** What a doc says of the task at hand, in its own words, each as one line. */
export interface FocusOf extends Readonly<Record<FocusField, string | null>> {
  /** When it was updated, as far as it says so: `2026-11-15`. */
  readonly date: string | null;
}

const LONGEST = 1000;
/** Of a heading that only stands in where nothing better is said. */
const STAND_IN = 2;
const FAR = 9;
/** Ends in a script that has signs of its own. */
const WIDE = /[\u3000-\u30FF\u3400-\u9FFF\uFF00-\uFFEF]$/;
const DONE = /^(?:\[[xX✓✔]\]|[✅✔☑✓]|~~)/u;
const DONE_BEHIND = /[✅✔☑✓]\uFE0F?\s{0,3}(?:\p{L}{2,12})?$/u;
const NOT_SAID =
  /^(?:[(（[［【<].*[)）\]］】>]|tbd|todo|n\/?a|待定|待填写|[^\p{L}\p{N}]*|.{0,20}\{\{.*)$/iu;
/** Headings that say when, not what. */
const GENERIC =
  /^(?:immediate|short|medium|mid\b|long|near|high|low|critical|urgent|priorit|now\b|today|this week|tasks?\b|next\b|立即|短期|中期|长期|長期|近期|高|中|低|优先|優先|本周|今日|즉시|단기|중기|장기|немедлен|кратк|средн|долг|приоритет|inmediat|corto|mediano|largo|alta|media|baja|imediat|curto|médio|longo|kurz|mittel|lang|sofort|immédiat|court|moyen|acil|kısa|orta|uzun|jangka|segera|ngắn|trung|dài|ưu tiên)/iu;
/** Words that say when a doc was updated, with only marks between them and a date. */
const UPDATED =
  /(?:updated?|modified|revised|as of|date|更新(?:时间|日期|日|于|時間)?|修改|日期|업데이트|수정일|갱신|обновлени[ея]|обновлено|дата|actualizaci[oó]n|actualizado|atualizaç[aã]o|atualizado|aktualisier(?:t|ung)|stand|mise? à jour|diperbarui|pembaruan terakhir|cập nhật(?: lần cuối| cuối)?|güncelle(?:me|ndi)|aggiornamento|aktualizacja|оновлено)(?:\s?(?:on|at|am|le|el|em|pada|ngày))?[\s:：*_()（）[\]`|-]{0,12}$/iu;

/** What a doc of the focus says, by its labels and headings. */
export function readFocusOf(text: string): FocusOf {
  const parts = toFocusParts(text);
  return {
    goal: findValue(parts, "goal"),
    inProgress: findValue(parts, "inProgress"),
    remaining: findValue(parts, "remaining"),
    blocked: findValue(parts, "blocked"),
    date: findDate(parts),
  };
}

/** The first that says anything: what means just this first, and a label far from the focus last. */
function findValue(parts: readonly FocusPart[], field: FocusField): string | null {
  let isNear = true;
  const candidates = parts.flatMap((part, at) => {
    if (part.kind !== "heading") return [];
    const isLabel = part.level === LABEL_LEVEL;
    if (!isLabel) isNear = part.level === 1 || part.meaning !== undefined;
    if (part.meaning?.field !== field) return [];
    const rank = isLabel && !isNear ? FAR : part.meaning.tier * 2 + (isLabel ? 0 : 1);
    return [{ rank, at, heading: part }];
  });
  for (const { at, heading } of candidates.toSorted((a, b) => a.rank - b.rank || a.at - b.at)) {
    const value = valueOf(parts, at, heading, field);
    if (value !== null) return value;
  }
  return null;
}

function valueOf(
  parts: readonly FocusPart[],
  at: number,
  heading: FocusHeading,
  field: FocusField,
): string | null {
  const isStandIn = heading.meaning?.tier === STAND_IN;
  const isOpen = (item: string) =>
    isSaid(item) && (isStandIn || !(DONE.test(unmarked(item)) || isDoneBehind(item, field)));
  const isWhole = heading.level === LABEL_LEVEL && heading.value !== "";
  const below = isWhole ? [] : itemsBelow(parts, at);
  const own = [heading.value, ...below].filter(isOpen);
  const isLeading = own.length === 0 || isLead(own.at(-1));
  const items = isLeading ? [...own, ...titlesBelow(parts, at, heading, isOpen)] : own;
  if (items.length > 1 && isLead(items.at(-1))) items.pop();
  const words = joinItems(items.map(plainWords));
  if (words === "") return null;
  return toPlainText(isStandIn ? titled(plainWords(heading.title), words) : words, LONGEST);
}

/** Items right below a heading, without those that are details of another. */
function itemsBelow(parts: readonly FocusPart[], at: number): string[] {
  const items: FocusItem[] = [];
  for (let index = at + 1; index < parts.length; index += 1) {
    const part = parts[index];
    if (part?.kind !== "item") break;
    items.push(part);
  }
  const least = items.reduce((indent, item) => Math.min(indent, item.indent), Infinity);
  const isOwn = ({ indent }: FocusItem) => indent <= least + 1;
  return items.filter(isOwn).map(({ text, isListed }) =>
    // The colon behind an item leads to its details, which are left out.
    isListed ? text.replace(/[:：](?:\*\*)?$/, "") : text,
  );
}

/** Headings right below a heading, as far as they mean nothing else. `Short term` is told by what is below it. */
function titlesBelow(
  parts: readonly FocusPart[],
  at: number,
  { level, meaning }: FocusHeading,
  isOpen: (item: string) => boolean,
): string[] {
  // What is below the title of a doc is the whole doc.
  if (level === 1) return [];
  const titles: string[] = [];
  let inner: number | undefined;
  for (let index = at + 1; index < parts.length; index += 1) {
    const part = parts[index];
    if (part?.kind !== "heading") continue;
    if (part.level <= level) break;
    inner ??= part.level;
    // A heading below it that means the same says it better.
    if (part.meaning?.field === meaning?.field) return [];
    if (part.level === inner && part.meaning === undefined)
      titles.push(...titleWords(part.title, itemsBelow(parts, index), isOpen));
  }
  return titles;
}

function titleWords(
  title: string,
  items: readonly string[],
  isOpen: (item: string) => boolean,
): readonly string[] {
  const open = items.filter(isOpen);
  if (isPast(title) || !isOpen(title) || (items.length > 0 && open.length === 0)) return [];
  return GENERIC.test(plainWords(title)) ? open : [title];
}

function isLead(item: string | undefined): boolean {
  return /[:：]$/.test(unmarked(item ?? ""));
}

function isSaid(item: string): boolean {
  const words = plainWords(item);
  const isDate = findDates(words).some(({ from }) => UPDATED.test(words.slice(0, from)));
  return !NOT_SAID.test(words) && !(isDate && words.length < 50);
}

function isDoneBehind(item: string, field: FocusField): boolean {
  return field === "remaining" && DONE_BEHIND.test(unmarked(item));
}

function unmarked(item: string): string {
  return item.replaceAll(/\*{1,3}|_{2,3}/g, "").trim();
}

/** Without emphasis, links, checkboxes, and signs or numbers before the words. */
function plainWords(item: string): string {
  return item
    .replaceAll(/!?\[([^[\]]{0,200})\]\([^()\s]{0,300}\)/g, "$1")
    .replaceAll(/\*{1,3}|_{2,3}|~~/g, "")
    .trim()
    .replace(/^\[[ xX✓✔-]\]\s*/, "")
    .replace(/^(?:\p{Extended_Pictographic}|\p{Mn}|\p{Cf}|\s)+/u, "")
    .replace(/^\d{1,2}[.)]\s+/, "")
    .replaceAll(/\s+/g, " ")
    .trim();
}

function titled(title: string, words: string): string {
  return title + (WIDE.test(title) ? "：" : ": ") + words;
}

function joinItems(items: readonly string[]): string {
  return items.reduce((line, item) => {
    if (line === "" || item === "") return line + item;
    if (/[.!?:;。！？：；]$/.test(line)) return `${line} ${item}`;
    return line + (WIDE.test(line) ? "；" : "; ") + item;
  }, "");
}

/** The newest date behind words that mean "updated"; else the newest of a heading, or that an item begins with. */
function findDate(parts: readonly FocusPart[]): string | null {
  const dates = parts.flatMap((part) => {
    const line = part.kind === "item" ? part.text : lineOf(part);
    return findDates(line).map(({ date, from }) => {
      const before = line.slice(Math.max(0, from - 60), from);
      const isFirst = part.kind === "heading" || /^[^\p{L}\p{N}]*$/u.test(before);
      return { date, isUpdate: UPDATED.test(before), isFirst };
    });
  });
  const updates = dates.filter(({ isUpdate }) => isUpdate);
  const shown = updates.length > 0 ? updates : dates.filter(({ isFirst }) => isFirst);
  return newest(shown.map(({ date }) => date));
}

/** The value of a label is what it tells, not when. */
function lineOf({ level, title, value }: FocusHeading): string {
  return level === LABEL_LEVEL ? title : `${title}: ${value}`;
}
