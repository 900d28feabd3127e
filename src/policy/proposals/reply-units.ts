import type { Clause } from "./clauses.ts";
import { APPLY, NOT_APPLY } from "./plan-words.ts";
import { FILLER, GLUE, NO, SAVE, YES } from "./reply-words.ts";

/** What the agent has asked for. */
export type Topic = "save" | "plan";

export type Unit = "save" | "yes" | "no" | "filler" | "glue";

export interface Parsed {
  readonly units: ReadonlySet<Unit>;
  /** What is left of the clause behind its last unit. */
  readonly rest: string;
  readonly clause: Clause;
}

/** An answer is short; what is longer was pasted. */
const LONGEST_CLAUSE = 200;
const WORD_ENDS = String.raw`(?![a-z\d_'/-]|\.[a-z\d])`;
const UNITS = [
  ["save", SAVE],
  ["yes", YES],
  ["no", NO],
  ["filler", [...FILLER, String.raw`(?![🤔😕😐🙄])\p{Extended_Pictographic}`]],
  ["glue", [GLUE]],
] as const;
/** Beside these, for a plan. */
const OF_PLAN = [
  ["save", APPLY],
  ["no", NOT_APPLY],
] as const;

export type CompiledUnit = readonly [Unit, readonly RegExp[]];
const compiled = new Map<Topic, readonly CompiledUnit[]>();

/** Compiled with the first reply: it takes longer than all else that a start of the host loads. */
export function compileUnits(topic: Topic): readonly CompiledUnit[] {
  const known = compiled.get(topic);
  if (known !== undefined) return known;
  const ending = (pattern: string) => new RegExp(`(?:${pattern})${WORD_ENDS}`, "uy");
  const units = topic === "plan" ? [...UNITS, ...OF_PLAN] : UNITS;
  const made = units.map(([unit, patterns]) => [unit, patterns.map(ending)] as const);
  compiled.set(topic, made);
  return made;
}

/** Takes units off a clause, the longest first. Glue counts only between two of them. */
export function parse(clause: Clause, known: readonly CompiledUnit[]): Parsed {
  const units = new Set<Unit>();
  if (clause.words.length > LONGEST_CLAUSE) return { units, rest: clause.words, clause };
  const words = clause.words.replaceAll(/(?<![\p{L}\p{N}])[*_]+|[*_]+(?![\p{L}\p{N}])/gu, "");
  let end = 0;
  let glue = "";
  for (let at = 0; at < words.length;) {
    const [unit, length] = longestUnit(words, at, known);
    if (length === 0 || isBroken(unit, words.slice(0, at + length))) break;
    glue = unit === "glue" ? words.slice(at, at + length) : "";
    if (unit !== "glue") {
      units.add(unit);
      end = at + length;
    }
    at = skipSpace(words, at + length);
  }
  return { units, rest: words.slice(end).trim(), clause };

  /** "Yes and no" is neither; `写好` is not `写` and `好`, `写不写` no no, and `帮我写` leaves open what. */
  function isBroken(unit: Unit, upTo: string): boolean {
    if (unit === "save" && /(?:帮我|帮忙)[写记存]$/.test(upTo)) return true;
    if (unit === "no" && glue === "and") return !units.has("no");
    return (unit === "yes" || unit === "no") && units.has("save") && glue === "";
  }
}

function longestUnit(
  words: string,
  at: number,
  known: readonly CompiledUnit[],
): readonly [Unit, number] {
  let best: readonly [Unit, number] = ["glue", 0];
  for (const [unit, patterns] of known) {
    for (const pattern of patterns) {
      pattern.lastIndex = at;
      const length = pattern.exec(words)?.[0].length ?? 0;
      if (length > best[1]) best = [unit, length];
    }
  }
  return best;
}

function skipSpace(words: string, at: number): number {
  let next = at;
  while (words[next] === " ") next += 1;
  return next;
}

/** Says no, and nothing else. */
export function isNo({ units, rest, clause }: Parsed): boolean {
  return units.has("no") && rest === "" && clause.ending !== ":";
}
