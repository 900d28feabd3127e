import type { Docs } from "../../proposal-types.ts";
import { type Clause, splitClauses } from "./clauses.ts";
import { findDocs } from "./find-docs.ts";
import { foldWords } from "./fold-words.ts";
import { ownWords } from "./own-words.ts";
import {
  ASKING,
  ASKS_WHETHER,
  CHINESE,
  ENGLISH,
  JOINS,
  MAKES_CODE,
  NEGATED,
  POLITE,
  REMEMBER,
  TOLD_AFTER,
  TOLD_BEFORE,
} from "./request-words.ts";

export interface Request {
  /** The docs that it names, else any. */
  readonly docs: Docs;
}

const LONGEST = 20_000;
/** A request is short; no pattern gets to see more of a clause. */
const LONGEST_CLAUSE = 300;
const REQUIREMENTS = "details/requirements/";
const WANTS_REQUIREMENT =
  /\b(?:a|an|the|another)(?: new)? req(?:uirement doc)?\b|(?:[个条篇份]|新增|新建|添加)\s*(?:req(?![a-z-])|需求文档)/;

/** Whether the user asks, in so many words, to have something saved in the bank. */
export function findRequest(message: string): Request | undefined {
  const own = ownWords(message.slice(0, LONGEST));
  const asking = splitClauses(foldWords(own)).filter(asksToSave);
  if (asking.length === 0) return undefined;
  const words = asking.map((clause) => clause.words).join("\n");
  // Names keep their letter case only in the message itself.
  const named = findDocs(own).filter((doc) => words.includes(nameOf(doc).toLowerCase()));
  if (named.length > 0) return { docs: named };
  return { docs: WANTS_REQUIREMENT.test(words) ? [REQUIREMENTS] : "any" };
}

function asksToSave({ words, ending }: Clause): boolean {
  const text = words.slice(0, LONGEST_CLAUSE);
  if (/^mb:write\b|\bmb:write$/.test(text)) {
    return ending !== "?" && !/什么|怎么|\b(?:what|how|why)\b/.test(text);
  }
  if (NEGATED.test(text) || ASKS_WHETHER.test(text)) return false;
  if ((ending === "?" || /(?:吗|么|呢)$/.test(text)) && !POLITE.test(text)) return false;
  if (REMEMBER.test(withoutAsking(text))) return true;
  return (
    ENGLISH.some((pattern) => isSaidToAgent(pattern, text)) ||
    CHINESE.some((pattern) => isAskedFor(pattern, text))
  );
}

/** The verb stands where a request has it: first, or joined to another request. */
function isSaidToAgent(pattern: RegExp, text: string): boolean {
  const found = pattern.exec(text);
  if (found === null || !isPlace(found[0])) return false;
  const before = text.slice(0, found.index).trim();
  return withoutAsking(before) === "" || JOINS.test(before);
}

function isAskedFor(pattern: RegExp, text: string): boolean {
  const found = pattern.exec(text);
  if (found === null || !isPlace(found[0])) return false;
  const before = text.slice(0, found.index).trim();
  const after = text.slice(found.index + found[0].length).trim();
  if (TOLD_BEFORE.test(before) || TOLD_AFTER.test(after)) return false;
  return !MAKES_CODE.test(before) && !MAKES_CODE.test(after.slice(0, 4));
}

/** A `.md` file that is no doc of the bank, such as a README, is somewhere else. */
function isPlace(found: string): boolean {
  if (MAKES_CODE.test(found)) return false;
  return !/\.md(?![a-z])/.test(found) || findDocs(found).length > 0;
}

function withoutAsking(text: string): string {
  let rest = text;
  for (let next = ""; next !== rest;) {
    next = rest;
    rest = rest.replace(ASKING, "");
  }
  return rest;
}

function nameOf(doc: string): string {
  return doc.replace(/\/$/, "").split("/").at(-1) ?? doc;
}
