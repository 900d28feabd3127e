import { scanLines } from "../../markdown/scan-lines.ts";
import { findDocs } from "./find-docs.ts";

const OPENS = /^ {0,3}(?:[-*+•]\s+|#{1,6}\s+)?(?:\*\*|__)?💾/u;
const ARROW = /→|➜|➔|⇒|->|=>/u;
const CONTENT = /(?:content|points?|summary|内容|要点)(?:\*\*|__)?\s*[:：]/iu;
/** An offer ends at a horizontal rule, or at the line that says how to answer. */
const ENDS = /^\s*(?:---|[*_>]*\s*(?:reply|respond|answer|say|type|请?(?:回复|回答|输入)))/iu;
/** A report of a finished save looks much like an offer. */
const DONE = /\b(?:saved|written|wrote|updated|recorded)\b|已|完成|写好/i;
const LONGEST_CONTENT = 1000;

/** A text with one of these asks the user something. */
export const ASKS_USER = /[?？]|吗/u;

/**
 * The 💾 offer of an assistant's message: where it would save, and what. Undefined if the message asks something else
 * after the offer: a yes could then mean either.
 */
export function findOffer(text: string): { docs: string[]; content: string } | undefined {
  const own = ownLines(text);
  const start = own.findLastIndex((line) => OPENS.test(line));
  if (start === -1) return undefined;
  const [question = "", ...rest] = own.slice(start);
  const isOther = (line: string) => ASKS_USER.test(line) && !ARROW.test(line) && !ENDS.test(line);
  if (DONE.test(question) || rest.some(isOther)) return undefined;
  const end = rest.findIndex((line) => ENDS.test(line));
  const offer = [question, ...(end === -1 ? rest : rest.slice(0, end))].join("\n");
  const [target = "", ...content] = offer.split(CONTENT);
  const docs = findDocs(target);
  const words = content.join(": ").replaceAll(/(?:\*\*|__|\s)+/g, " ");
  return docs.length === 0 ? undefined : { docs, content: words.trim().slice(0, LONGEST_CONTENT) };
}

/** The lines without code and quotes, which are examples or somebody else's words. */
export function ownLines(text: string): string[] {
  return scanLines(text).map(({ kind, from, to }) => {
    const line = text.slice(from, to);
    const isQuote = /^\s*(?:[-*+]\s+)?>/.test(line);
    return kind === "fence" || kind === "code" || kind === "html" || isQuote ? "" : line;
  });
}
