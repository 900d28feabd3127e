import type { Detector, Hit } from "./hit.ts";
import { isNaming } from "./is-dummy.ts";
import { looksLikeKey, looksLikePassword } from "./looks-like-password.ts";

const BEARER = /\bbearer[ \t:]{1,4}["'`]?([\w.~+/=:-]{12,2000})/gi;
const BASIC = /\bbasic[ \t]{1,4}["'`]?([A-Za-z0-9+/]{10,400}={0,2})/gi;
const TOKEN =
  /\bauthorization["']?[ \t]{0,2}[:=][ \t]{0,2}["']?(?:token|apikey|key)[ \t]([\w.~+/=-]{12,400})/gi;

/** Any other scheme: `SSWS x`, `Splunk x`. */
const SCHEME =
  /\bauthorization["']?[ \t]{0,2}[:=][ \t]{0,2}["']?[A-Za-z][A-Za-z-]{1,20}[ \t]([\w.~+/=-]{16,400})/gi;
/** What a session is known by, in a cookie. */
const COOKIE =
  /(?:^|[\s"';:])(?:[\w.-]{0,30}(?:sess(?:ion)?(?:_?id)?|sid|auth|token|jwt|remember\w{0,10}))=([\w.%+/-]{16,2000})/gi;

/** Credentials in headers of requests: cookies, bearer tokens, basic authentication. */
export const findHeaders: Detector = ({ changed }) => {
  const hits: Hit[] = [];
  for (const [line, text] of changed) {
    if (!/bearer|basic|authorization|cookie|curl|SESSID/i.test(text)) continue;
    for (const [, value = ""] of [
      ...text.matchAll(BEARER),
      ...text.matchAll(TOKEN),
      ...text.matchAll(SCHEME),
    ]) {
      if (looksLikeKey(value)) hits.push({ rule: "bearer-token", value, line });
    }
    for (const [, value = ""] of text.matchAll(COOKIE)) {
      if (looksLikeKey(value)) hits.push({ rule: "session-cookie", value, line });
    }
    for (const [, value = ""] of text.matchAll(BASIC)) {
      const [user, password] = readLogin(value);
      if (password === undefined || password === user || isNaming(password)) continue;
      if (looksLikePassword(password) || looksLikeKey(password) || /^[a-z]{8,}$/i.test(password))
        hits.push({ rule: "basic-auth", value, line });
    }
  }
  return hits;
};

/** `user:password` in base64; nothing where the text is no such thing. */
function readLogin(value: string): [user?: string, password?: string] {
  try {
    const [user, ...password] = atob(value).split(":");
    return password.length === 0 || user === undefined ? [] : [user, password.join(":")];
  } catch {
    return [];
  }
}
