import type { Assignment, Command, Word, WordPart } from "unbash";

export interface SimpleWords {
  readonly assigned: readonly Assignment[];
  readonly name: Word | undefined;
  readonly args: readonly (Assignment | Word)[];
}

/** The parser takes `x=<(…)` and `--file=<(…)` for two words: what stands side by side is one. */
export function wordsOf(node: Command, source: string): SimpleWords {
  const assigned = node.prefix.filter((part) => part.type === "Assignment");
  const { name, args } = node;
  if (name === undefined || !/\S[<>]\(/.test(source.slice(node.pos, node.end)))
    return { assigned, name, args };
  const words: (Assignment | Word)[] = [];
  for (const word of [...assigned, name, ...args]) {
    const before = words.at(-1);
    if (before !== undefined && word.type === "Word" && areOne(before, word))
      words[words.length - 1] = join(before, word);
    else words.push(word);
  }
  const at = words.findIndex(({ type }) => type === "Word");
  const first = at === -1 ? undefined : words[at];
  return {
    assigned: (at === -1 ? words : words.slice(0, at)).filter(isAssignment),
    name: first?.type === "Word" ? first : undefined,
    args: at === -1 ? [] : words.slice(at + 1),
  };
}

function isAssignment(word: Assignment | Word): word is Assignment {
  return word.type === "Assignment";
}

function areOne(before: Assignment | Word, word: Word): boolean {
  const left = before.type === "Word" ? before : before.value;
  if (before.end !== word.pos || left.type !== "Word") return false;
  const isStream = (part: WordPart | undefined) => part?.type === "ProcessSubstitution";
  return isStream(word.parts?.[0]) || isStream(left.parts?.at(-1));
}

function join(before: Assignment | Word, word: Word): Assignment | Word {
  const left = before.type === "Word" ? before : before.value;
  if (left.type !== "Word") return before;
  const { end } = word;
  const value: Word = {
    type: "Word",
    pos: left.pos,
    end,
    text: left.text + word.text,
    value: left.value + word.value,
    parts: [...partsOf(left), ...partsOf(word)],
  };
  if (before.type === "Word") return value;
  const { type, pos, name, append, index } = before;
  return { type, pos, end, text: before.text + word.text, name, append, index, value };
}

function partsOf({ parts, text, value, pos, end }: Word): readonly WordPart[] {
  return parts ?? (text === "" ? [] : [{ type: "Literal", text, value, pos, end }]);
}
