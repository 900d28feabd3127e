import * as v from "valibot";
import { isTable } from "../formats/values.ts";
import { isList, toField, toTopKey } from "./keys.ts";
import { readWord } from "./read-scalar.ts";
import {
  ANSWER_SCHEMA,
  type Answer,
  type FieldRule,
  LIST_NAMES,
  type ListName,
  RecoveredAnswer,
  fieldsOf,
} from "./schema.ts";

/** What is missing or malformed, for the model to act on. */
export type Gap =
  | { readonly kind: "no-answer" }
  | { readonly kind: "no-key"; readonly key: string }
  | { readonly kind: "no-field" | "bad-value"; readonly item: string; readonly field: string }
  /** The text ends in the middle: after this item. */
  | { readonly kind: "cut"; readonly after: string | undefined }
  | { readonly kind: "other-version"; readonly version: string }
  | { readonly kind: "too-many"; readonly list: ListName };

/** What was put up with. */
export type Slip =
  | "wrapped"
  | "not-fenced"
  | "several-blocks"
  | "not-yaml"
  | "json"
  | "keys"
  | "values"
  | "shape";

export interface Shaped {
  readonly answer: Answer;
  readonly gaps: readonly Gap[];
  readonly slips: ReadonlySet<Slip>;
  /** The lists that were there, be they empty. */
  readonly lists: ReadonlySet<ListName>;
}

const MOST_ITEMS = 100;
const LONGEST_TEXT = 20_000;
const DEEPEST_WRAPPER = 3;
const NOTHING = /^(?:|[[{]\s*[\]}]|null|none|nil|n\/?a|nothing|empty|~|-|—|无|没有|暂无|空)$/i;

const VALUE_ALIASES: Readonly<Record<string, readonly string[]>> = {
  stale: ["outdated", "obsolete", "过时", "过期", "陈旧"],
  inconsistent: ["inconsistency", "contradiction", "contradictory", "不一致", "矛盾"],
  ambiguous: ["ambiguity", "unclear", "模糊", "歧义", "含糊", "不明确"],
  low: ["minor", "低"],
  medium: ["moderate", "mid", "中", "中等"],
  high: ["critical", "severe", "major", "高", "严重"],
  true: ["yes", "y", "source", "code", "是", "对"],
  false: ["no", "n", "memory", "否", "不"],
};

/** What a parser made of it → an answer by the schema, with all that could be kept. */
export function shapeAnswer(parsed: unknown): Shaped {
  const slips = new Set<Slip>();
  const gaps: Gap[] = [];
  const lists = new Map<ListName, readonly unknown[]>();
  const head: Record<string, string> = {};
  for (const [name, value] of topEntries(parsed, slips)) {
    const key = toTopKey(name);
    if (key === undefined) continue;
    if (name !== key) slips.add("keys");
    if (isList(key)) lists.set(key, [...(lists.get(key) ?? []), ...toItems(key, value, slips)]);
    else head[key] ??= toText(value)?.trim() ?? "";
  }

  const items = (list: ListName) => {
    const all = lists.get(list) ?? [];
    if (all.length > MOST_ITEMS) gaps.push({ kind: "too-many", list });
    return all.slice(0, MOST_ITEMS).map((item, at) => shapeItem(list, item, at, gaps, slips));
  };
  const { schema, user_question } = head;
  if (schema !== undefined && schema !== "" && schema !== ANSWER_SCHEMA)
    gaps.push({ kind: "other-version", version: schema });
  const missing = LIST_NAMES.filter((list) => !lists.has(list));
  const answer = v.parse(RecoveredAnswer, {
    ...(schema ? { schema } : {}),
    ...(user_question ? { user_question } : {}),
    evidence: items("evidence"),
    conflicts: items("conflicts"),
    open_questions: items("open_questions"),
  });
  for (const key of missing) gaps.push({ kind: "no-key", key });
  if (!user_question) gaps.push({ kind: "no-key", key: "user_question" });
  return { answer, gaps, slips, lists: new Set(lists.keys()) };
}

/** The keys of the answer, wherever they are: at the top, in a wrapper, or each in a list of its own. */
function topEntries(parsed: unknown, slips: Set<Slip>, depth = 0): [string, unknown][] {
  if (Array.isArray(parsed)) {
    slips.add("shape");
    const tables = parsed.slice(0, MOST_ITEMS).filter(isTable);
    const isEvidence = tables.some((table) =>
      Object.keys(table).some((key) => toField("evidence", key) === "quote"),
    );
    if (isEvidence) return [["evidence", tables]];
    return tables.flatMap((table) => topEntries(table, slips, depth + 1));
  }
  if (!isTable(parsed)) return [];
  const entries = Object.entries(parsed);
  if (entries.some(([key]) => isList(toTopKey(key))) || depth >= DEEPEST_WRAPPER) return entries;
  const inner = entries.flatMap(([, value]) =>
    isTable(value) || Array.isArray(value) ? topEntries(value, new Set(), depth + 1) : [],
  );
  if (!inner.some(([key]) => isList(toTopKey(key)))) return entries;
  slips.add("shape");
  return [...entries.filter(([, value]) => !isTable(value)), ...inner];
}

function toItems(list: ListName, value: unknown, slips: Set<Slip>): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (!isTable(value)) {
    const text = toText(value);
    if (text === undefined || NOTHING.test(text)) {
      if (text !== "[]") slips.add("shape");
      return [];
    }
    slips.add("shape");
    return [text];
  }
  slips.add("shape");
  const entries = Object.entries(value);
  if (entries.length === 0) return [];
  if (entries.some(([key]) => toField(list, key) !== undefined)) return [value];
  // A table by ids instead of a list.
  return entries.map(([id, item]) =>
    isTable(item) && list === "evidence" ? { claim_id: id, ...item } : item,
  );
}

function shapeItem(
  list: ListName,
  item: unknown,
  at: number,
  gaps: Gap[],
  slips: Set<Slip>,
): Record<string, unknown> {
  const shaped: Record<string, unknown> = {};
  for (const [name, value] of itemEntries(list, item, slips)) {
    const field = toField(list, name);
    const rule = field === undefined ? undefined : fieldsOf(list).get(field);
    if (field === undefined || rule === undefined || field in shaped) continue;
    if (name !== field) slips.add("keys");
    const found = toValue(rule, value, slips);
    if (found !== undefined) shaped[field] = found;
    else if (rule.kind !== "text" && toText(value)) shaped[field] = undefined;
  }
  const name = nameItem(list, shaped, at);
  for (const [field, { isRequired }] of fieldsOf(list)) {
    if (shaped[field] !== undefined) continue;
    const kind = field in shaped ? "bad-value" : "no-field";
    delete shaped[field];
    if (field === "claim_id") {
      shaped[field] = name;
      slips.add("shape");
    } else if (isRequired) gaps.push({ kind, item: name, field });
  }
  return shaped;
}

function itemEntries(list: ListName, item: unknown, slips: Set<Slip>): [string, unknown][] {
  if (isTable(item)) {
    const entries = Object.entries(item);
    const [only] = entries;
    // `- C1: { claim: … }`
    if (entries.length === 1 && only !== undefined && isTable(only[1])) {
      slips.add("shape");
      return [["claim_id", only[0]], ...Object.entries(only[1])];
    }
    return entries;
  }
  slips.add("shape");
  const text = toText(item);
  return text === undefined ? [] : [[LEAD[list], text]];
}

/** The field that an item's text belongs to, where the item is only a sentence. */
const LEAD = { evidence: "claim", conflicts: "memory_says", open_questions: "question" } as const;
const INITIAL = { evidence: "C", conflicts: "conflict ", open_questions: "question " } as const;

/** How notes refer to an item. */
export function nameItem(list: ListName, item: object, at: number): string {
  const id: unknown = Reflect.get(item, "claim_id");
  return list === "evidence" && typeof id === "string" ? id : `${INITIAL[list]}${at + 1}`;
}

function toValue({ kind, values }: FieldRule, value: unknown, slips: Set<Slip>): unknown {
  const text = toText(value)?.trim();
  if (text === undefined || text === "") return undefined;
  if (kind === "text") return text;
  if (typeof value === "boolean") return value;
  const word = readWord(text).toLowerCase();
  const known = kind === "flag" ? ["true", "false"] : values;
  const found = known.find((name) => name === word || VALUE_ALIASES[name]?.includes(word));
  if (found !== text) slips.add("values");
  return kind === "flag" && found !== undefined ? found === "true" : found;
}

function toText(value: unknown): string | undefined {
  if (typeof value === "string") return value.slice(0, LONGEST_TEXT);
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (!Array.isArray(value)) return undefined;
  const parts = value.slice(0, MOST_ITEMS).filter((part) => typeof part === "string");
  return parts.length === 0 ? undefined : parts.join("\n").slice(0, LONGEST_TEXT);
}
