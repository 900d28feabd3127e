import { parseBlocks } from "../bank/blocks.ts";
import { readHeading } from "../bank/sections.ts";
import { isWithin } from "../markdown/lines.ts";
import { scanLines } from "../markdown/scan-lines.ts";
import { findDates } from "./read-date.ts";

/** A decision as a doc tells it. What the doc does not say is empty. */
export interface Decision {
  readonly decision: string;
  /** As `2026-11-15`. */
  readonly date: string;
  readonly why: string;
}

/** Headings or labels that name what stands below or behind them. */
const FIELDS = {
  decision:
    /^(?:(?:the|our) )?(?:decision|decisi[oó]n|decisão|决策|决定|決策|決定|결정|решение|entscheidung|décision|keputusan|quyết định|karar)(?: made| taken|内容|事项)?$/iu,
  why: /^(?:rationale|reason(?:s|ing)?|why|motivation|justification|原因|理由|依据|根拠|이유|обоснование|причин[аы]|motivos?|raz[oó]n|justificaci[oó]n|motivação|justificativa|grund|begründung|raison|alasan|lý do|neden)$/iu,
  date: /^(?:date|when|日期|时间|時間|日付|날짜|дата|fecha|data|datum|tanggal|ngày|tarih)(?: d[ae] .{1,20})?$/iu,
} as const;
const FIELD_NAMES = ["decision", "why", "date"] as const;
type Field = (typeof FIELD_NAMES)[number];

const SPEAKS_OF_DECISIONS =
  /decision|decid|decisi[oó]n|decisão|decisões|决策|决定|決策|決定|결정|решени|entscheidung|décision|keputusan|quyết định|karar/iu;
const LABEL = /^([^:：]{1,40})[:：]\s*(.*)$/;
const BOLD_LABEL = /^\*\*[^*]{1,60}(?:[:：]\*\*|\*\*\s?[:：])/;
const MARK = /^(?:[-*+]|\d{1,3}[.)])(?:\s+|$)/;
/** A date, with or without a time, before the words that it dates. */
const DATED = /^\[?\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}(?:[T ][\d:]{4,8})?\]?\s?[-–—:：]?\s?/;
const NUMBERED = /^(?:adr|dec|d|决策|決定)?[-\s#]{0,2}\d{1,4}\b/iu;

interface Entry {
  title: string;
  text: string;
  why: string;
  date: string;
}

/** Decisions that a doc tells one by one, each below a heading or behind a label that says `Decision`. */
export function readDecisionLog(doc: string): Decision[] {
  const entries: Entry[] = [];
  let title = "";
  let titleLevel = 0;
  let entry: Entry | undefined;
  let awaited: Field | undefined;

  function enter(field: Field | undefined, value: string): void {
    if (field === "decision") {
      entry = { title, text: "", why: "", date: findDates(title)[0]?.date ?? "" };
      entries.push(entry);
    }
    awaited = field;
    if (value !== "") take(value);
  }

  function take(words: string): void {
    if (entry === undefined || awaited === undefined) return;
    if (awaited === "decision") entry.text = words;
    else if (awaited === "why") entry.why ||= words;
    if (awaited !== "why") entry.date ||= findDates(words)[0]?.date ?? "";
    awaited = undefined;
  }

  const lines = scanLines(doc);
  const { user } = parseBlocks(doc, lines);
  for (const { from, to, kind } of lines) {
    if (isWithin(user, from)) continue;
    const line = doc.slice(from, to).trim();
    if (kind === "heading") {
      const heading = readHeading(line.slice(line.indexOf("#")));
      const field = fieldOf(heading.title);
      if (field !== undefined) enter(field, "");
      else if (entry !== undefined && heading.level > titleLevel) awaited = undefined;
      else {
        ({ title, level: titleLevel } = heading);
        entry = undefined;
      }
    } else if (kind === "text") {
      const item = line.replace(MARK, "");
      const plain = plainWords(item);
      const [, label = "", value = ""] = LABEL.exec(plain) ?? [];
      const field = fieldOf(label);
      if (field !== undefined) enter(field, value);
      else if (item === line && BOLD_LABEL.test(item)) awaited = undefined;
      else if (plain !== "") take(plain);
    }
  }
  return newestFirst(entries.map(toDecision).filter(({ decision }) => decision !== ""));
}

/** Of a log whose headings are the decisions: each has a date or a number. */
export function readDecisionTitles(doc: string): Decision[] {
  const titles = scanLines(doc).flatMap(({ from, to, kind, depth }) => {
    if (kind !== "heading" || depth > 0) return [];
    const { level, title } = readHeading(doc.slice(from, to));
    const isOne = findDates(title).length > 0 || DATED.test(title) || NUMBERED.test(title);
    return level > 1 && isOne ? [title] : [];
  });
  return newestFirst(
    titles.map((title) => ({
      decision: nameOf(title),
      why: "",
      date: findDates(title)[0]?.date ?? "",
    })),
  );
}

function fieldOf(label: string): Field | undefined {
  const words = plainWords(label).replace(/[:：]$/, "");
  return FIELD_NAMES.find((field) => FIELDS[field].test(words));
}

function toDecision({ title, text, why, date }: Entry): Decision {
  const name = nameOf(title);
  // A heading that only says that decisions follow is no part of one.
  const about = SPEAKS_OF_DECISIONS.test(name) ? "" : name;
  const words = text.replace(DATED, "").replace(/[:：]$/, "");
  return { decision: [about, words].filter((part) => part !== "").join(": "), why, date };
}

function nameOf(title: string): string {
  return plainWords(title).replace(DATED, "").replace(MARK, "");
}

function plainWords(words: string): string {
  return words
    .replaceAll(/\*\*|__/g, "")
    .replace(/^[\p{Extended_Pictographic}\uFE0F\s]+/u, "")
    .trim();
}

function newestFirst(decisions: readonly Decision[]): Decision[] {
  const isDated = decisions.every(({ date }) => date !== "");
  return isDated ? decisions.toSorted((a, b) => b.date.localeCompare(a.date)) : [...decisions];
}
