import type { Detector, Hit } from "./find-hits.ts";
import { isPlaceholder } from "./is-placeholder.ts";

const BEGIN = /-----BEGIN (?:[A-Z0-9]{2,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----/g;
/** Line ends, also as `\n` in a string, and the signs that quotes or comments put around a line of the key. */
const AROUND = /\\[rn]|[\s>#*"'`+,]/g;
const HEADER = /(?:Proc-Type|DEK-Info|Version|Comment|Charset|Hash):[^\n\\]{0,200}/g;
const LONGEST = 20_000;
/** A key fragment of this length is no coincidence, and already too much to store. */
const BODY = /^[A-Za-z0-9+/=]{40}/;

/** PEM, OpenSSH and PGP keys, also on one line with `\n`, quoted, or without their end. */
export const findPrivateKeys: Detector = (text) => {
  const hits: Hit[] = [];
  for (const { 0: head, index } of text.matchAll(BEGIN)) {
    const start = index + head.length;
    const end = text.indexOf("-----", start);
    const rest = text.slice(start, Math.min(end === -1 ? text.length : end, start + LONGEST));
    const body = rest.replaceAll(HEADER, "").replaceAll(AROUND, "");
    if (!BODY.test(body) || isPlaceholder(body.slice(0, 200))) continue;
    hits.push({ rule: "private-key", from: start, to: start + rest.length });
  }
  return hits;
};
