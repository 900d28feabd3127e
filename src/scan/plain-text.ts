const COMMENTS = /<!--[^]*?(?:-->|$)/g;
const TAGS = /<\/?[A-Za-z][^<>]{0,500}>/g;
/** Control characters, and those that turn the reading direction or show nothing. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]+/gu;

/**
 * One line of text that can stand in a doc: what a manifest says must not be able to close a block
 * of the bank, or to hide anything.
 */
export function toPlainText(text: string, longest: number): string {
  // Comment marks are removed once more at the end: removing one comment can join the halves of another.
  const line = text
    .slice(0, longest * 20)
    .replace(COMMENTS, " ")
    .replace(TAGS, " ")
    .replace(UNSEEN, " ")
    .replaceAll(/<!--|-->/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
  if (line.length <= longest) return line;
  // A surrogate pair must not be halved.
  const end = /[\uD800-\uDBFF]/.test(line.charAt(longest - 2)) ? longest - 2 : longest - 1;
  return `${line.slice(0, end).trimEnd()}…`;
}

/** What would make a line of words a heading, a list, a fence, a quote, a table or HTML. */
const BLOCK_MARK = /^(?:[>#*+=|~`<\s-]|\d+[.)](?=\s|$))+/;

/** A line of words that is nothing but a paragraph, as Prettier writes it. */
export function toParagraph(words: string): string {
  // Signs of emphasis, unless they stand within a word.
  return words
    .replace(BLOCK_MARK, "")
    .replaceAll(/(?<![\p{L}\p{N}])[*_]|[*_](?![\p{L}\p{N}])/gu, "\\$&");
}

/** A name that may stand in a command line or a table without quotes. */
const NAME = /^[\p{L}\p{N}@][\p{L}\p{N}@._/+:-]*$/u;

export function toName(value: unknown, longest = 80): string | undefined {
  if (typeof value !== "string") return undefined;
  const name = value.trim();
  return name.length <= longest && NAME.test(name) ? name : undefined;
}

/** A path that can be cited in a doc: anything may be the name of a file. */
export function isCitable(path: string): boolean {
  return /^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}<>`|"\\]{1,300}$/u.test(path);
}
