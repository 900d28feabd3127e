import type { ParsedAnswer } from "./parse-answer.ts";
import type { Conflict } from "./schema.ts";
import type { Gap } from "./shape-answer.ts";
import type { CheckedAnswer, CheckedClaim, Outcome } from "./verify-answer.ts";
import { groupBy } from "../bank/group-by.ts";
import { MEMORY_READER } from "../bank/layout.ts";
import type { RepeatedSecrets } from "./repeated-secrets.ts";
import { findAddedSecrets } from "../secrets/find-added-secrets.ts";
import type { Language } from "../types.ts";
import { ANSWER_WORDS, type AnswerWords } from "./answer-words.ts";
import { shortenPath } from "../bank/shorten.ts";

/** What a clause is about. The notice has them in this order; which ones fit is decided by their weight. */
type Topic = "secrets" | "high" | "medium" | "claims" | "gaps" | "offer";
const TOPICS: readonly Topic[] = ["secrets", "high", "medium", "claims", "gaps", "offer"];

interface Clause {
  readonly topic: Topic;
  readonly text: string;
  /** For what did not fit, counted together. */
  readonly counts?: { readonly as: "conflict" | "claim"; readonly number: number };
}

const LONGEST = 400;
const BETWEEN = " · ";
const TAIL = ` (${MEMORY_READER})`;
const LONGEST_PATH = 45;
const LONGEST_FIX = 90;
const LONGEST_ID = 12;
const LONGEST_NAME = 24;
const LONGEST_VALUE = 2000;
const IDS_SHOWN = 4;
/** Characters kept free for dates of files, whatever else there is to say. */
const ROOM_FOR_FILES = 80;
/** Characters kept free for the counts of what was left out: of one kind, of both. */
const ROOMS_FOR_COUNTS = [26, 60] as const;

const WORST_FIRST: readonly Outcome[] = [
  "secret",
  "outside",
  "denied",
  "text-not-found",
  "no-such-file",
  "no-quote",
  "no-path",
  "too-short",
  "too-large",
  "not-readable",
  "unchecked",
];

/** What the main agent is told of an answer: how much of it holds, where memory and source disagree. */
export function renderAnswerNotice(
  { answer, missing }: ParsedAnswer,
  { claims, verified, unchecked, sameQuote, duplicateIds }: CheckedAnswer,
  secrets: RepeatedSecrets | undefined,
  language: Language,
  longest = LONGEST,
): string {
  const words = ANSWER_WORDS[language];
  const isMalformed =
    claims.length === 0 && answer.conflicts.length === 0 && missing.some(isNoEvidence);
  const show = createShow(words);
  const repeated = secrets === undefined ? [] : [secretsClause(secrets, words, show)];
  if (isMalformed) {
    const text = [...repeated.map((clause) => clause.text), words.malformed].join(BETWEEN);
    return `${`[Memory Bank] ${text}`.slice(0, longest - TAIL.length)}${TAIL}`;
  }

  const head = `[Memory Bank] ${claims.length === 0 ? words.nothing : words.verified(verified, claims.length, unchecked)}`;
  const files = fileDates(claims, show);
  const clauses = [
    ...repeated,
    ...missing.filter(isUrgent).map((gap) => gapClause(gap, words, show)),
    ...conflictClauses(answer.conflicts, "high", words, show),
    ...claimClauses(claims, words, show),
    ...offerClause(answer.conflicts, words),
    ...conflictClauses(answer.conflicts, "medium", words, show),
    ...(sameQuote.length === 0 ? [] : [sameQuoteClause(sameQuote, words, show)]),
    ...(duplicateIds.length === 0 ? [] : [twiceClause(duplicateIds, words, show)]),
    ...missing
      .filter((gap) => !isUrgent(gap) && isNews(gap))
      .map((gap) => gapClause(gap, words, show)),
    ...conflictClauses(answer.conflicts, "low", words, show),
  ];
  const wanted =
    files.length === 0 ? 0 : BETWEEN.length + words.files.length + files.join(", ").length;
  const body = longest - head.length - TAIL.length;
  const { taken, left } = choose(clauses, body - Math.min(wanted, ROOM_FOR_FILES), words);
  const counts = countLeft(left, words);
  const parts = [head, ...TOPICS.flatMap((topic) => textsOn(topic, taken)), ...counts];
  const room = longest - TAIL.length - parts.join(BETWEEN).length - BETWEEN.length;
  const dates = joinFiles(files, words.files, room);
  return `${[...parts, ...dates].join(BETWEEN).slice(0, longest - TAIL.length)}${TAIL}`;
}

function isNoEvidence(gap: Gap): boolean {
  return gap.kind === "no-answer" || (gap.kind === "no-key" && gap.key === "evidence");
}

function isUrgent(gap: Gap): boolean {
  return gap.kind === "cut" || isNoEvidence(gap);
}

/** A missing path or quote needs no clause of its own: the claim is listed as not verified already. */
function isNews(gap: Gap): boolean {
  return gap.kind !== "no-field" || (gap.field !== "quote" && gap.field !== "path");
}

/** The clauses that fit, in order of weight. */
function choose(clauses: readonly Clause[], room: number, words: AnswerWords): Chosen {
  const whole = clauses.reduce((sum, { text }) => sum + BETWEEN.length + text.length, 0);
  if (whole <= room) return { taken: clauses, left: [] };
  const [few, many] = ROOMS_FOR_COUNTS;
  const chosen = takeFitting(clauses, room - few);
  const counts = countLeft(chosen.left, words).map((text) => BETWEEN + text);
  return counts.join("").length <= few ? chosen : takeFitting(clauses, room - many);
}

interface Chosen {
  readonly taken: readonly Clause[];
  readonly left: readonly Clause[];
}

function takeFitting(clauses: readonly Clause[], room: number): Chosen {
  let free = room;
  const taken: Clause[] = [];
  const left: Clause[] = [];
  for (const clause of clauses) {
    const needed = BETWEEN.length + clause.text.length;
    if (needed <= free) {
      free -= needed;
      taken.push(clause);
    } else left.push(clause);
  }
  return { taken, left };
}

function textsOn(topic: Topic, clauses: readonly Clause[]): string[] {
  return clauses.filter((clause) => clause.topic === topic).map(({ text }) => text);
}

function countLeft(left: readonly Clause[], words: AnswerWords): string[] {
  const count = (as: "conflict" | "claim") =>
    left.reduce((sum, { counts }) => sum + (counts?.as === as ? counts.number : 0), 0);
  const conflicts = count("conflict");
  const claims = count("claim");
  return [
    ...(conflicts === 0 ? [] : [words.moreConflicts(conflicts)]),
    ...(claims === 0 ? [] : [words.moreClaims(claims)]),
  ];
}

function conflictClauses(
  conflicts: readonly Conflict[],
  severity: "high" | "medium" | "low",
  words: AnswerWords,
  show: Show,
): Clause[] {
  return conflicts
    .filter((conflict) => (conflict.severity ?? "medium") === severity)
    .map((conflict) => {
      const path = conflict.memory_path ?? conflict.source_path ?? "";
      return {
        topic: severity === "high" ? "high" : "medium",
        text: words.conflict(
          show.path(lastOf(path), LONGEST_NAME),
          conflict,
          show.prose(conflict.minimal_fix ?? "", LONGEST_FIX),
        ),
        counts: { as: "conflict", number: 1 },
      };
    });
}

function offerClause(conflicts: readonly Conflict[], words: AnswerWords): Clause[] {
  const hasDocToMend = conflicts.some(({ trust_source: trust }) => trust !== false);
  return hasDocToMend ? [{ topic: "offer", text: words.offer }] : [];
}

/** Claims that failed in the same way on the same file are one clause. */
function claimClauses(claims: readonly CheckedClaim[], words: AnswerWords, show: Show): Clause[] {
  return WORST_FIRST.flatMap((outcome) => {
    if (outcome === "verified") return [];
    const failed = claims.filter((claim) => claim.outcome === outcome);
    return [...groupBy(failed, ({ path }) => path)].map(([path, same]): Clause => {
      const said = words.outcome[outcome](show.path(path, LONGEST_PATH));
      return {
        topic: "claims",
        text: `${listIds(same.map(({ id }) => show.id(id)))}: ${said}`,
        counts: { as: "claim", number: same.length },
      };
    });
  });
}

const RULES_SHOWN = 2;

function secretsClause({ rules, ids }: RepeatedSecrets, words: AnswerWords, show: Show): Clause {
  const named = rules.slice(0, RULES_SHOWN).join(", ");
  return { topic: "secrets", text: words.repeats(listIds(ids.map(show.id)), named) };
}

function sameQuoteClause(ids: readonly string[], words: AnswerWords, show: Show): Clause {
  return { topic: "gaps", text: words.sameQuote(listIds(ids.map(show.id))) };
}

function twiceClause(ids: readonly string[], words: AnswerWords, show: Show): Clause {
  return { topic: "gaps", text: words.twice(listIds(ids.map(show.id))) };
}

function listIds(ids: readonly string[]): string {
  const shown = ids.slice(0, IDS_SHOWN).join(", ");
  return ids.length > IDS_SHOWN ? `${shown}, +${ids.length - IDS_SHOWN}` : shown;
}

function gapClause(gap: Gap, words: AnswerWords, show: Show): Clause {
  const text = words.gap(
    gap.kind === "other-version"
      ? { ...gap, version: show.prose(gap.version, LONGEST_NAME) }
      : gap.kind === "cut"
        ? { ...gap, after: gap.after === undefined ? undefined : show.id(gap.after) }
        : "item" in gap
          ? { ...gap, item: show.prose(gap.item, LONGEST_ID) }
          : gap,
  );
  return { topic: "gaps", text };
}

/** Each verified file with the day it last changed, the oldest first: it is the likeliest to be stale. */
function fileDates(claims: readonly CheckedClaim[], show: Show): string[] {
  const days = new Map<string, string>();
  for (const { path, outcome, mtime } of claims) {
    if (outcome === "verified" && mtime !== undefined) days.set(path, mtime.slice(0, 10));
  }
  const names = [...days.keys()].map(lastOf);
  return [...days]
    .toSorted(([, a], [, b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([path, day]) => {
      const isAlone = names.filter((name) => name === lastOf(path)).length === 1;
      return `${show.path(isAlone ? lastOf(path) : path, LONGEST_NAME)} ${day}`;
    });
}

function joinFiles(files: readonly string[], label: string, room: number): string[] {
  for (let count = files.length; count > 0; count--) {
    const rest = files.length - count;
    const text = `${label}${files.slice(0, count).join(", ")}${rest === 0 ? "" : `, +${rest}`}`;
    if (text.length <= room) return [text];
  }
  return [];
}

function lastOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

type Show = ReturnType<typeof createShow>;

/** Words of an answer, made safe: they can neither end the notice nor look like another one, nor pass on a secret. */
function createShow(words: AnswerWords) {
  const safe = (value: string) => {
    const text = value.slice(0, LONGEST_VALUE);
    if (findAddedSecrets("", text).length > 0) return words.hidden;
    return text
      .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\s]+/gu, " ")
      .replaceAll("<", "‹")
      .replaceAll(">", "›")
      .replaceAll("[", "(")
      .replaceAll("]", ")")
      .replaceAll("·", "-")
      .replaceAll(/[“”]/g, '"')
      .trim();
  };
  return {
    path: (value: string, longest: number) => shortenPath(safe(value), longest).toWellFormed(),
    prose(value: string, longest: number) {
      const text = safe(value);
      return text.length <= longest
        ? text
        : `${text
            .slice(0, longest - 1)
            .toWellFormed()
            .trimEnd()}…`;
    },
    id: (value: string) =>
      (value.length > LONGEST_ID && findAddedSecrets("", value).length > 0 ? "" : value)
        .replaceAll(/[^\p{L}\p{N}_.-]+/gu, "")
        .slice(0, LONGEST_ID) || "?",
  };
}
