import { startOfText } from "../markdown/lines.ts";
import { type Versions, eachVersion, settle } from "./versions.ts";

/** Texts without byte order marks, all with one line ending if each has only one kind, and with a last line break. */
export interface OneForm {
  readonly texts: Versions<string>;
  /** Gives the merged text the byte order mark, line ending and end that the sides agree on. */
  readonly finish: (text: string) => string;
}

const MIXED = "mixed";

export function toOneForm(texts: Versions<string>): OneForm {
  const found = eachVersion(texts, endingOf);
  const isMixed = [found.base, found.ours, found.theirs].includes(MIXED);
  const known = found.ours ?? found.theirs ?? "\n";
  const endings = eachVersion(found, (ending) => ending ?? known);
  const ending = settle(endings) ?? endings.ours;
  const given = { ...texts, base: texts.base === "" ? texts.ours : texts.base };
  const hasMark = settleSign(given, (text) => startOfText(text) > 0);
  const hasEnd = settleSign(given, (text) => text === "" || text.endsWith("\n"));
  return {
    texts: eachVersion(texts, (text) => {
      const plain = text.slice(startOfText(text));
      const whole = plain === "" || plain.endsWith("\n") ? plain : `${plain}\n`;
      return isMixed ? whole : whole.replaceAll("\r\n", "\n");
    }),
    finish(text) {
      const ended = hasEnd ? text : text.replace(/\r?\n$/, "");
      return (hasMark ? "\uFEFF" : "") + (isMixed ? ended : ended.replaceAll("\n", ending));
    },
  };
}

function settleSign(texts: Versions<string>, sign: (text: string) => boolean): boolean {
  const signs = eachVersion(texts, sign);
  return settle(signs) ?? signs.ours;
}

function endingOf(text: string): string | undefined {
  const all = text.split("\n").length - 1;
  if (all === 0) return undefined;
  const crlf = text.split("\r\n").length - 1;
  return crlf === 0 ? "\n" : crlf === all ? "\r\n" : MIXED;
}
