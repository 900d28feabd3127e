import { ESCAPED, type Fold, LIST, STRING, joinStrings, quote, textOf } from "./string-literals.ts";

const NUMBER = String.raw`-?\d{1,6}`;
/** Of what begins with a string. Nowhere in these do two runs of blanks stand side by side: engines try each way to divide them. */
const onString = (rest: string) => new RegExp(`${ESCAPED}|(${STRING})${rest}`, "g");

const METHOD = onString(
  `\\.(\\w+)\\(\\s*(?:(${STRING}|${NUMBER})\\s*(?:,\\s*(${STRING}|${NUMBER})\\s*)?)?\\)`,
);
const BACKWARDS = onString(
  `(?:\\[::-1\\]|\\.split\\((?:""|'')\\)\\.reverse\\(\\)\\.join\\((?:""|'')\\)|\\.reverse\\b(?!\\())`,
);
const SLICE = onString(`\\[(-?\\d{0,6}):(-?\\d{0,6})\\]`);
const FORMATTED = onString(`\\s*%\\s*(?:\\(\\s*(${LIST})\\s*(?:,\\s*)?\\)|(${STRING}))`);
const FORMAT_CALL = onString(
  `\\.format\\(\\s*(${LIST})\\s*\\)|\\bsprintf\\s*(?:\\(\\s*)?(${STRING})\\s*,\\s*(${LIST})`,
);
const CODES =
  /\b(?:chr|String\.fromCharCode|bytes|bytearray|Buffer\.from)\(\s*(?:\[\s*)?((?:0x[\da-f]+|\d{1,3})(?:\s*,\s*(?:0x[\da-f]+|\d{1,3}))*)\s*(?:\]\s*)?\)(?:\.(?:decode|toString)\([^)]*\)|\s*\+\s*(?:""|''))?/gi;
const DECODED = new RegExp(
  `\\b(?:atob|b64decode|base64\\.b64decode|decode_base64|Base64\\.decode64|base64_decode|bytes\\.fromhex|unhexlify|binascii\\.unhexlify|Buffer\\.from)\\(\\s*[bB]?(${STRING})\\s*(?:,\\s*["'](base64|hex|utf8|utf-8)["']\\s*)?\\)(?:\\.(?:decode|toString)\\([^)]*\\)|\\s*\\+\\s*(?:""|''))?`,
  "g",
);
const WORDS_JOINED = new RegExp(
  `\\b(?:join|implode)\\s*(?:\\(\\s*)?(${STRING})\\s*,\\s*(?:qw\\s*[(\\[{/]([^)\\]}/]*)[)\\]}/]|(?:[[(]\\s*)?(${LIST})(?:\\s*[\\])])?)(?:\\s*\\))?`,
  "g",
);
const SIDE_BY_SIDE = new RegExp(`([=(,]\\s{0,4})(${STRING})[ \\t]+(${STRING})`, "g");
const IN_TEMPLATE = new RegExp(`\\$\\{\\s*(${STRING})\\s*\\}`, "g");

/** Calls that make one string of others. */
export const CALL_FOLDS: readonly (readonly [RegExp, Fold])[] = [
  [
    METHOD,
    (_, text, name, first, second) => text && callOn(textOf(text), name ?? "", first, second),
  ],
  [BACKWARDS, (_, text) => text && quote([...textOf(text)].toReversed().join(""))],
  [
    SLICE,
    (_, text, from, to) =>
      text && quote(textOf(text).slice(Number(from), to === "" ? undefined : Number(to))),
  ],
  [FORMATTED, (_, form, list, one) => form && fillIn(textOf(form), list ?? one)],
  [
    FORMAT_CALL,
    (_, form, list, other = form, others) => other && fillIn(textOf(other), list ?? others),
  ],
  [CODES, (_, list = "") => quote(String.fromCodePoint(...list.split(",").map(Number)))],
  [DECODED, (whole = "", text, coding) => decode(whole, textOf(text), coding)],
  [
    WORDS_JOINED,
    (_, glue, words, list) =>
      words === undefined
        ? joinStrings(list, textOf(glue))
        : quote(words.trim().split(/\s+/).join(textOf(glue))),
  ],
  [
    SIDE_BY_SIDE,
    (_, before = "", left, right) => before + (quote(textOf(left) + textOf(right)) ?? ""),
  ],
  [IN_TEMPLATE, (_, text) => textOf(text)],
];

function callOn(
  text: string,
  name: string,
  first: string | undefined,
  second: string | undefined,
): string | undefined {
  const given = (value: string | undefined) =>
    value === undefined ? undefined : /^["']/.test(value) ? textOf(value) : Number(value);
  const [from, to] = [given(first), given(second)];
  if (/^(?:toLowerCase|lower|downcase|casefold)$/.test(name)) return quote(text.toLowerCase());
  if (/^(?:toUpperCase|upper|upcase)$/.test(name)) return quote(text.toUpperCase());
  if (/^(?:trim|strip|chomp)$/.test(name) && first === undefined) return quote(text.trim());
  if (/^(?:slice|substring)$/.test(name) && typeof from === "number" && typeof to !== "string")
    return quote(text.slice(from, to));
  if (typeof from !== "string") return undefined;
  if (name === "concat") return quote(text + from + (typeof to === "string" ? to : ""));
  if (typeof to !== "string") return undefined;
  if (/^(?:replaceAll|gsub)$/.test(name)) return quote(text.replaceAll(from, () => to));
  return name === "replace" || name === "sub" ? quote(text.replace(from, () => to)) : undefined;
}

/** `%s` and `{}`, each for the next of the strings. */
function fillIn(form: string, list: string | undefined): string | undefined {
  const parts = (list?.match(new RegExp(STRING, "g")) ?? []).map(textOf);
  let at = 0;
  const filled = form.replaceAll(
    /%s|\{(\d?)\}/g,
    (_, index: string | undefined) =>
      (index === undefined || index === "" ? parts[at++] : parts[Number(index)]) ?? "",
  );
  return filled === form ? undefined : quote(filled);
}

function decode(whole: string, text: string, coding: string | undefined): string | undefined {
  if (coding === "hex" || /hex\(|unhexlify/.test(whole))
    return /^(?:[\da-f]{2})+$/i.test(text)
      ? quote(text.replaceAll(/../g, (pair) => String.fromCodePoint(Number.parseInt(pair, 16))))
      : undefined;
  if (whole.startsWith("Buffer") && coding !== "base64") return quote(text);
  try {
    return quote(atob(text));
  } catch {
    return undefined;
  }
}
