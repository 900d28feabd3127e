import { decodeBase64 } from "./decode-base64.ts";
import type { Detector, Hit } from "./hit.ts";
import { isNaming } from "./is-dummy.ts";
import { looksLikePassword, looksMixed } from "./looks-like-password.ts";
import { toSearchedText } from "./searched-text.ts";

const RUN = /[A-Za-z0-9+/_-]{14,20000}={0,2}/g;
/** Text in base64 has capitals among small letters; words and paths have not. */
const MIXED = /[a-z0-9][A-Z]/;
/** What is decoded of one text: enough for the key files of any cluster, and soon done. */
const MOST_DECODED = 500_000;
/** `user:password` */
const LOGIN = /^[\w.@+$-]{1,64}:([!-~]{6,200})\s?$/;
/** Where a login in base64 is expected, a password need not prove that it is no word. */
const EXPECTED = /auth(?:orization)?["']?[ \t]{0,2}[:=][ \t]{0,2}["']?$/i;

/** Secrets in base64: tokens, key files and logins that somebody took for hidden. */
export function createFindEncoded(detectors: readonly Detector[]): Detector {
  return ({ changed }) => {
    const hits: Hit[] = [];
    let budget = MOST_DECODED;
    for (const [line, text] of changed) {
      for (const { 0: value, index } of text.matchAll(RUN)) {
        if (budget < 0) return hits;
        const plain = MIXED.test(value) ? decodeBase64(value) : undefined;
        budget -= plain === undefined ? 0 : plain.length;
        if (plain === undefined) continue;
        const isExpected = EXPECTED.test(text.slice(Math.max(0, index - 40), index));
        const rule = isLogin(plain, isExpected) ? "basic-auth" : ruleOf(plain, detectors);
        if (rule !== undefined) hits.push({ rule, value, line });
      }
    }
    return hits;
  };
}

function isLogin(plain: string, isExpected: boolean): boolean {
  const password = LOGIN.exec(plain)?.[1];
  if (password === undefined || isNaming(password) || !looksLikePassword(password)) return false;
  return isExpected ? /[A-Za-z]/.test(password) : looksMixed(password);
}

function ruleOf(plain: string, detectors: readonly Detector[]): string | undefined {
  const text = toSearchedText(plain.split("\n"), []);
  for (const detector of detectors) {
    const [hit] = detector(text);
    if (hit !== undefined) return hit.rule;
  }
  return undefined;
}
