/** A part of a message between two marks, and the mark that ends it. */
export interface Clause {
  readonly words: string;
  readonly ending: "," | "." | "…" | "?" | ":" | "";
  /** Another line follows. */
  readonly endsLine: boolean;
}

const MARK =
  /(?:[,、;。!?\n~]|:(?![a-z\d/\\])|(?<=[\u4E00-\u9FFF]):)+|\.+(?=\s|$)|(?<=\s)-+(?=\s)|[–—]+/g;

/** Splits words that are folded already. A full stop or colon inside a name ends nothing. */
export function splitClauses(words: string): Clause[] {
  const clauses: Clause[] = [];
  let from = 0;
  for (const { 0: mark, index } of words.matchAll(MARK)) {
    push(words.slice(from, index), endingOf(mark), mark.includes("\n"));
    from = index + mark.length;
  }
  push(words.slice(from), "", false);
  return clauses;

  function push(text: string, ending: Clause["ending"], endsLine: boolean): void {
    const trimmed = text.trim();
    const last = clauses.at(-1);
    if (trimmed !== "") clauses.push({ words: trimmed, ending, endsLine });
    else if (ending === "?" && last !== undefined) clauses.splice(-1, 1, { ...last, ending });
  }
}

function endingOf(mark: string): Clause["ending"] {
  if (mark.includes("?")) return "?";
  if (/[.。]{2}/.test(mark)) return "…";
  if (mark.includes(":")) return ":";
  return /[.。!;\n]/.test(mark) ? "." : ",";
}

const ASKS =
  /(?:吗|么|呢)$|(\p{Script=Han})不\1|是否|有没有|要不要|能不能|为什么|怎么|什么|哪(?:个|些|里)|^(?:what|how|why|which|who|where|when|should|shall)\b|^(?:do|does|did|is|are|was|were|has|have) (?:you|we|i|it|this|that|they|there|the|any)\b/u;

/** Whether a clause asks, also where its writer left the question mark out. */
export function isQuestion({ words, ending }: Clause): boolean {
  return ending === "?" || ASKS.test(words);
}
