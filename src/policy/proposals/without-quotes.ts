import { isDocName } from "./find-docs.ts";
import { SOMETHING } from "./own-words.ts";

/** What opens a quote, and what may close it. */
const QUOTES: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["'", "'"],
  ["＂", "＂"],
  ["“", "”“"],
  ["„", "“”"],
  ["‘", "’"],
  ["‚", "‘’"],
  ["«", "»"],
  ["»", "«"],
  ["‹", "›"],
  ["›", "‹"],
  ["「", "」"],
  ["『", "』"],
  ["｢", "｣"],
  ["《", "》"],
  ["〈", "〉"],
  ["〝", "〞〟"],
]);
/** Which of them nobody writes for anything else: without an end they go on to that of the paragraph. */
const ONLY_OPENS = new Set("“„«‹「『｢《〈〝");
const LONGEST = 2000;
const LETTER = /[\p{L}\p{N}]/u;
const BANK_NAME =
  /^(?:the )?(?:project(?:'s)? )?(?:memory[ -]?bank|project memory)$|^(?:记忆库|项目记忆)$/i;

/** What stands in quotes was said by somebody, somewhere; only a name in quotes is still that name. */
export function withoutQuotes(text: string): string {
  const unclosed = new Map<string, number>();
  let own = "";
  for (let at = 0; at < text.length;) {
    const opening = text[at] ?? "";
    const end = QUOTES.has(opening) ? endOfQuote(text, at, opening, unclosed) : undefined;
    if (end === undefined) {
      own += opening;
      at += 1;
      continue;
    }
    const quoted = text.slice(at + 1, end).trim();
    own += isDocName(quoted) || BANK_NAME.test(quoted) ? quoted : SOMETHING;
    at = end + 1;
  }
  return own;
}

/**
 * Where the quote that opens here is closed. An apostrophe neither opens nor closes one. How far there is no closing
 * is remembered: nobody looks twice.
 */
function endOfQuote(
  text: string,
  at: number,
  opening: string,
  unclosed: Map<string, number>,
): number | undefined {
  const isPlain = opening === '"' || opening === "'";
  if (isPlain && (LETTER.test(text[at - 1] ?? "") || /\s|^$/.test(text[at + 1] ?? ""))) {
    return undefined;
  }
  const closings = QUOTES.get(opening) ?? "";
  const last = Math.min(text.length, at + LONGEST);
  let end = Math.max(at + 1, unclosed.get(opening) ?? 0);
  for (; end < last; end += 1) {
    const character = text[end] ?? "";
    if (character === "\n" && text[end + 1] === "\n") break;
    if (!closings.includes(character)) continue;
    const isApostrophe =
      (character === "'" || character === "’") && LETTER.test(text[end + 1] ?? "");
    if (!isApostrophe) return end;
  }
  unclosed.set(opening, end);
  return ONLY_OPENS.has(opening) ? Math.min(end, text.length - 1) : undefined;
}
