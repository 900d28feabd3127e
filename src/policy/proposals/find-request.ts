import type { Docs } from "../../proposal-types.ts";
import type { Clause } from "./clauses.ts";
import { findDocs } from "./find-docs.ts";
import {
  isAskedForNow,
  isBound,
  isWholeName,
  ownRequests,
  unquotedWords,
  withoutAsking,
} from "./own-requests.ts";
import {
  ASKS_WHETHER,
  CHINESE,
  ENGLISH,
  MAKES_CODE,
  NEGATED,
  REMEMBER,
  TOLD_AFTER,
} from "./request-words.ts";

export interface Request {
  /** The docs that it names, else any. */
  readonly docs: Docs;
}

const COMMAND = /(?<![\w/:-])mb:write(?![\w:-])/;
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
  if (COMMAND.test(words)) return isAskedForNow({ ...clause, words: upToContent(words) }, COMMAND);
  if (REMEMBER.test(withoutAsking(words))) {
    return ending !== "?" && !NEGATED.test(words) && !ASKS_WHETHER.test(words);
  }
  return SAVES.some(
    (pattern) => isPlace(pattern.exec(words)?.[0] ?? "") && isAskedForNow(clause, pattern),
  );
}

const SAVES = [...ENGLISH, ...CHINESE];

/** Whether words, folded already, begin with a save into the bank, or with what is saved. */
export function namesSaveFirst(words: string): boolean {
  return SAVES.some((pattern) => {
    const found = pattern.exec(words);
    if (found === null || !isPlace(found[0]) || MAKES_CODE.test(found[0]) || isBound(found[0]))
      return false;
    const isFirst = found.index === 0 || /^(?:把|将)/.test(words);
    const after = words.slice(found.index + found[0].length).trim();
    return isFirst && !TOLD_AFTER.test(after) && isWholeName(found[0], after);
  });
}

/** Behind the command stands what to save, in any words; only a condition belongs to the command. */
function upToContent(words: string): string {
  return words.replace(
    /(?<=mb:write )(?!if|when|once|after|unless|until|is|was|in case|later|tomorrow).*/,
    "",
  );
}

/** A `.md` file that is no doc of the bank, such as a README, is somewhere else. */
function isPlace(found: string): boolean {
  return !/\.md(?![a-z])/.test(found) || findDocs(found).length > 0;
}

function nameOf(doc: string): string {
  return doc.replace(/\/$/, "").split("/").at(-1) ?? doc;
}
