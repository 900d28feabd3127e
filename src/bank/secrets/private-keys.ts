import type { Detector, Hit } from "./hit.ts";
import { isDummy } from "./is-dummy.ts";
import { stripSigns } from "./strip-signs.ts";

const BEGIN = /-----BEGIN (?:[A-Z0-9]{2,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----/;
const PUTTY = /^[\s>]*Private-Lines: \d/;
/** What a quote, a comment or a string literal puts around a line of a key. */
const LEADING = " \t>#*\"'`-";
const TRAILING = " \t\r\"'`,;\\";
const HEADER = /^(?:Proc-Type|DEK-Info|Version|Comment|Charset|Hash):/i;
const BODY = /^[A-Za-z0-9+/]+={0,2}$/;
/** A fragment of this length is no accident, and too much already. */
const SHORTEST_BODY = 40;
const MOST_LINES = 400;

/** PEM, OpenSSH, PGP and PuTTY keys, also in one line with `\n`, quoted, or without their end. */
export const findPrivateKeys: Detector = ({ lines }) => {
  const hits: Hit[] = [];
  for (let line = 0; line < lines.length; line++) {
    const text = lines[line] ?? "";
    if (!text.includes("PRIVATE KEY") && !text.includes("Private-Lines")) continue;
    const begin = BEGIN.exec(text) ?? PUTTY.exec(text);
    if (begin === null) continue;
    const rest = PUTTY.test(text) ? "" : text.slice(begin.index + begin[0].length);
    const { body, lastLine } = readBody(rest, lines, line);
    if (body.length < SHORTEST_BODY || isDummy(body.slice(0, 200))) continue;
    hits.push({ rule: "private-key", value: body, line, lastLine });
  }
  return hits;
};

function readBody(rest: string, lines: readonly string[], begin: number) {
  let body = "";
  let lastLine = begin;
  for (let line = begin; line < Math.min(lines.length, begin + MOST_LINES); line++) {
    const pieces = (line === begin ? rest : (lines[line] ?? "")).split(/\\r\\n|\\n|\\\\n/);
    for (const piece of pieces) {
      const content = stripSigns(piece, LEADING, TRAILING);
      if (content === "" || HEADER.test(content)) continue;
      if (!BODY.test(content)) return { body, lastLine };
      body += content;
      lastLine = line;
    }
  }
  return { body, lastLine };
}
