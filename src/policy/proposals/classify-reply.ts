import { type Clause, isQuestion, splitClauses } from "./clauses.ts";
import { foldWords } from "./fold-words.ts";
import { ownWords } from "./own-words.ts";
import { APPLY, NOT_APPLY } from "./plan-words.ts";
import { BESIDE, COMMAND, FILLER, GLUE, HOLD, NEXT, NO, PART, SAVE, YES } from "./reply-words.ts";

/** `mixed`: a yes together with something else. Write first, then answer. */
export type Reply = "confirm" | "decline" | "mixed" | "unrelated";

/** What the agent has asked for. */
export type Topic = "save" | "plan";

type Unit = "save" | "yes" | "no" | "filler" | "glue";

interface Parsed {
  readonly units: ReadonlySet<Unit>;
  /** What is left of the clause behind its last unit. */
  readonly rest: string;
  readonly clause: Clause;
}

/** Nobody answers at greater length; what is longer was pasted. */
const LONGEST = 4000;
const LONGEST_CLAUSE = 200;

/**
 * What a reply to an offer means. Asked only when the assistant's last message carried one. In doubt it
 * is unrelated: a yes that was missed costs a question, one that was made up costs the user's trust.
 */
export function classifyReply(message: string, topic: Topic = "save"): Reply {
  const words = strip(foldWords(ownWords(message.slice(0, LONGEST))));
  const known = compileUnits(topic);
  const clauses = splitClauses(words).map((clause) => parse(clause, known));
  const command = classifyCommand(clauses);
  if (command !== undefined) return command;

  const at = clauses.findIndex(({ units, rest }) => !isOnly(units, rest, "filler"));
  const first = clauses[at];
  if (first === undefined) return "unrelated";
  const later = clauses.slice(at + 1);
  if (isNo(first)) {
    if (asksBack(first)) return "unrelated";
    return later.some(({ units }) => units.has("save") && !units.has("no"))
      ? "unrelated"
      : "decline";
  }
  if (PART.test(first.clause.words) && !isQuestion(first.clause)) return "mixed";
  if (!isYes(first) || asksBack(first)) return "unrelated";
  if (later.some(isNo)) return "decline";
  return classifyYes(first, later);
}

function classifyYes(first: Parsed, later: readonly Parsed[]): Reply {
  const end = later.findIndex((parsed) => parsed.rest !== "" && !isYes(parsed));
  const answers = [first, ...(end === -1 ? later : later.slice(0, end))];
  if (answers.some(({ clause, rest }) => rest === "" && /[?…]/.test(clause.ending))) {
    return "unrelated";
  }
  const others = end === -1 ? [] : later.slice(end).map(({ clause }) => clause.words);
  const more = [...answers.map(({ rest }) => rest).filter(Boolean), ...others];
  if (more.length === 0) return "confirm";
  if (more.some((words) => HOLD.test(words))) return "unrelated";
  const saves = answers.some(({ units }) => units.has("save"));
  const between = later.slice(0, Math.max(end, 0)).map(({ clause }) => clause.words);
  return saves ||
    more.some((words) => PART.test(words)) ||
    [...between, more[0] ?? ""].some((words) => BESIDE.test(words))
    ? "mixed"
    : "unrelated";
}

/** `mb:write` and `mb:no` mean the same anywhere but in the middle of a sentence or in a question. */
function classifyCommand(clauses: readonly Parsed[]): Reply | undefined {
  const named = clauses.filter(({ clause }) => COMMAND.test(clause.words));
  if (named.length === 0) return undefined;
  const given = new Set(
    named.flatMap(({ clause }) =>
      isQuestion(clause) ? [] : (/^mb:(?:write|no)\b|\bmb:(?:write|no)$/.exec(clause.words) ?? []),
    ),
  );
  if (given.has("mb:no")) return "decline";
  if (!given.has("mb:write")) return "unrelated";
  return clauses.every(({ units, rest }) => rest === "" && units.size > 0) ? "confirm" : "mixed";
}

function isNo({ units, rest, clause }: Parsed): boolean {
  return units.has("no") && rest === "" && clause.ending !== ":";
}

/** Begins with a yes, and whatever is left of it does not take it back. */
function isYes({ units, rest, clause }: Parsed): boolean {
  if (units.has("no") || !(units.has("yes") || units.has("save"))) return false;
  if (rest === "") return clause.ending !== ":";
  return BESIDE.test(rest) || (units.has("save") && NEXT.test(rest)) || HOLD.test(rest);
}

/** `好不好`: both words of an answer, and none. */
function asksBack({ units, clause }: Parsed): boolean {
  return units.has("yes") && /(\p{Script=Han})不\1/u.test(clause.words);
}

function isOnly(units: ReadonlySet<Unit>, rest: string, unit: Unit): boolean {
  return rest === "" && units.size === 1 && units.has(unit);
}

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

type CompiledUnit = readonly [Unit, readonly RegExp[]];
const compiled = new Map<Topic, readonly CompiledUnit[]>();

/** Compiled with the first reply: it takes longer than all else that a start of the host loads. */
function compileUnits(topic: Topic): readonly CompiledUnit[] {
  const known = compiled.get(topic);
  if (known !== undefined) return known;
  const ending = (pattern: string) => new RegExp(`(?:${pattern})${WORD_ENDS}`, "uy");
  const units = topic === "plan" ? [...UNITS, ...OF_PLAN] : UNITS;
  const made = units.map(([unit, patterns]) => [unit, patterns.map(ending)] as const);
  compiled.set(topic, made);
  return made;
}

/** Takes units off a clause, the longest first. Glue counts only between two of them. */
function parse(clause: Clause, known: readonly CompiledUnit[]): Parsed {
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

/** A reply may end in a smile, or be put in quotes as a whole: the offer shows its words so. */
function strip(words: string): string {
  const trimmed = words.replaceAll(/(?<=^|\s)[:;=]-?[)dp]+(?=\s|$)/g, " ").trim();
  return /^"[^"\n]{1,20}"$/.test(trimmed) ? trimmed.slice(1, -1) : trimmed;
}
