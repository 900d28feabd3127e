const COMMENTS = /<!--[^]*?(?:-->|$)/g;
const TAGS = /<\/?[A-Za-z][^<>]{0,500}>/g;
/** Control characters, and characters that change the reading direction or are invisible. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]+/gu;

/**
 * One line of text that is safe in a doc: text of a manifest must not be able to close a block
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

/** Marks that would turn a line into a heading, a list, a fence, a quote, a table or HTML. */
const BLOCK_MARK = /^(?:[>#*+=|~`<\s-]|\d+[.)](?=\s|$))+/;

/** A line that is certainly a paragraph, as Prettier writes it. */
export function toParagraph(words: string): string {
  // Escapes signs of emphasis, unless they are within a word.
  return words
    .replace(BLOCK_MARK, "")
    .replaceAll(/(?<![\p{L}\p{N}])[*_]|[*_](?![\p{L}\p{N}])/gu, "\\$&");
}

/** The longest name that may be in a command line or a table without quotes. */
const LONGEST_NAME = 80;
const NAME = /^[\p{L}\p{N}@][\p{L}\p{N}@._/+:-]*$/u;

export function toName(value = ""): string | undefined {
  const name = value.trim();
  return name.length <= LONGEST_NAME && NAME.test(name) ? name : undefined;
}

/** Whether a path can be cited in a doc: a file may have any name. */
export function isCitable(path: string): boolean {
  return /^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}<>`|"\\]{1,300}$/u.test(path);
}
