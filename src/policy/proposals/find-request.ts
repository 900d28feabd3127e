import type { Docs } from "../../proposal-types.ts";
import type { Clause } from "./clauses.ts";
import { findDocs } from "./find-docs.ts";
import { isAskedForNow, ownRequests, unquotedWords, withoutAsking } from "./own-requests.ts";
import { ASKS_WHETHER, CHINESE, ENGLISH, NEGATED, REMEMBER } from "./request-words.ts";

export interface Request {
  /** The docs that it names, else any. */
  readonly docs: Docs;
}

const REQUIREMENTS = "details/requirements/";
const WANTS_REQUIREMENT =
  /\b(?:a|an|the|another)(?: new)? req(?:uirement doc)?\b|(?:[个条篇份]|新增|新建|添加)\s*(?:req(?![a-z-])|需求文档)/;

/** Whether the user asks, in so many words, to have something saved in the bank. */
export function findRequest(message: string): Request | undefined {
  const asking = ownRequests(message).flat().filter(asksToSave);
  if (asking.length === 0) return undefined;
  const words = asking.map((clause) => clause.words).join("\n");
  // Names keep their letter case only in the message itself.
  const named = findDocs(unquotedWords(message)).filter((doc) =>
    words.includes(nameOf(doc).toLowerCase()),
  );
  if (named.length > 0) return { docs: named };
  return { docs: WANTS_REQUIREMENT.test(words) ? [REQUIREMENTS] : "any" };
}

function asksToSave(clause: Clause): boolean {
  const { words, ending } = clause;
  if (/^mb:write\b|\bmb:write$/.test(words)) {
    return ending !== "?" && !/什么|怎么|\b(?:what|how|why)\b/.test(words);
  }
  if (REMEMBER.test(withoutAsking(words))) {
    return ending !== "?" && !NEGATED.test(words) && !ASKS_WHETHER.test(words);
  }
  return [...ENGLISH, ...CHINESE].some(
    (pattern) => isPlace(pattern.exec(words)?.[0] ?? "") && isAskedForNow(clause, pattern),
  );
}

/** A `.md` file that is no doc of the bank, such as a README, is somewhere else. */
function isPlace(found: string): boolean {
  return !/\.md(?![a-z])/.test(found) || findDocs(found).length > 0;
}

function nameOf(doc: string): string {
  return doc.replace(/\/$/, "").split("/").at(-1) ?? doc;
}
