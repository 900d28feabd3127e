import type { Detector, Hit } from "./hit.ts";
import { isDummy } from "./is-dummy.ts";
import { stripSigns } from "./strip-signs.ts";

const BEGIN = /-{4,5} ?BEGIN (?:[A-Z0-9]{2,20} ){0,3}PRIVATE KEY(?: BLOCK)? ?-{4,5}/;
const PUTTY = /^[\s>]*Private-Lines: \d/;
/** What a quote, a comment or a string literal puts around a line of a key. */
const LEADING = " \t>#*\"'`-";
const TRAILING = " \t\r\"'`,;\\";
const ESCAPED = /\\r\\n|\\n|\\\\n/;
const INLINE = /\\r\\n|\\n|\\\\n|\s/;
const HEADER = /^(?:Proc-Type|DEK-Info|Version|Comment|Charset|Hash):/i;
const BODY = /^[A-Za-z0-9+/]+={0,2}$/;
/** A fragment of this length is no accident, and too much already. */
const SHORTEST_BODY = 40;
const MOST_LINES = 400;
/** Behind the BEGIN on its line, shorter stretches are words. */
const SHORTEST_STRETCH = 32;

/** The private part of a JSON web key, or the whole of a shared one; the public one has neither. */
const JWK = /"[dk]"[ \t]{0,4}:[ \t]{0,4}"([\w-]{22,1000})"/;

/** PEM, OpenSSH, PGP, PuTTY and JSON web keys, also in one line with `\n`, quoted, or without their end. */
export const findPrivateKeys: Detector = ({ lines }) => {
  const hits: Hit[] = [];
  const isJwk = lines.some((text) => text.includes('"kty"'));
  for (let line = 0; line < lines.length; line++) {
    const text = lines[line] ?? "";
    const part = isJwk ? JWK.exec(text)?.[1] : undefined;
    if (part !== undefined && !isDummy(part)) hits.push({ rule: "private-key", value: part, line });
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
    const isFirst = line === begin;
    for (const piece of (isFirst ? rest : (lines[line] ?? "")).split(isFirst ? INLINE : ESCAPED)) {
      const content = stripSigns(piece, LEADING, TRAILING);
      if (content === "" || HEADER.test(content)) continue;
      if (!BODY.test(content)) return { body, lastLine };
      if (isFirst && content.length < SHORTEST_STRETCH) continue;
      body += content;
      lastLine = line;
    }
  }
  return { body, lastLine };
}
