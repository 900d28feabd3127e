import type { Detector, Hit } from "./find-hits.ts";
import { isDummy, isPlaceholder } from "./is-placeholder.ts";
import { looksLikeKey, looksLikePassword, looksMixed } from "./looks-secret.ts";
import { TOKEN_FORMATS } from "./token-formats.ts";

const FORMATS = TOKEN_FORMATS.map(
  ([rule, format]) => [rule, new RegExp(`\\b(?:${format})(?![A-Za-z0-9])`, "g")] as const,
);
/** The name in front of a value says that everybody may see it. */
const PUBLIC_NAME =
  /(?:public|publishable|anon|VITE_|REACT_APP_)\w{0,60}["'`]?[ \t]{0,4}[:=][ \t]{0,4}["'`]?$/i;
/** Passwords that tools are shipped with, and what is too short for one. */
const SHIPPED =
  /^(?:postgres|mysql|root|admin|guest|user|test|redis|mongo|minioadmin|sa|pass|\d{1,5}|.{1,3})$/i;
const OPTION = "\\b[^\\n|]{0,200}?[ \\t]";
const isMixed = (value: string) => looksLikePassword(value) && looksMixed(value);

/** Where a secret stands without a name of its own; the one group of a pattern is the value. */
const PLACES: readonly (readonly [
  rule: string,
  pattern: RegExp,
  isSecret: (value: string, found: string) => boolean,
])[] = [
  [
    "url-credentials",
    /\b[a-z][a-z0-9+.-]{1,30}:\/\/[^\s/:@"'`<>]{0,100}:([^\s/"'`<>]{1,200})@/gi,
    (value, url) => !SHIPPED.test(value) && !isPlaceholder(value) && !url.includes(`/${value}:`),
  ],
  [
    "basic-auth",
    /\bbasic[ \t]{1,4}["'`]?([A-Za-z0-9+/]{10,400}={0,2})/gi,
    (value) => looksLikePassword(decodeBase64(value).split(":")[1] ?? ""),
  ],
  [
    "bearer-token",
    /\b(?:bearer[ \t:]{1,4}|authorization["']?[ \t]{0,2}[:=][ \t]{0,2}["']?[a-z-]{2,20}[ \t])["'`]?([\w.~+/=:-]{16,2000})/gi,
    looksLikeKey,
  ],
  [
    "command-password",
    new RegExp(
      `\\b(?:(?:curl|wget)${OPTION}(?:-u|--user)[ =]?["']?[\\w.@+-]{1,60}:|(?:sshpass|docker login|podman login|registry login|redis-cli|mongosh?|az login)${OPTION}-[pa][ =]?|(?:mysql\\w{0,10}|mariadb)${OPTION}-p)["']?([^\\s"'\`]{6,100})`,
      "g",
    ),
    looksLikePassword,
  ],
  [
    "password-assignment",
    /(?:credentials?|creds|log ?ins?|sign[- ]?in|user(?:name)?[ /&]{1,3}pass(?:word)?|账号密码|登录|(?:账号|用户名?)[/、和]密码)["'`*]{0,3}[ \t]{0,2}(?:[:=：]|is|are|为|是|with)[ \t*]{0,4}["'`]?[A-Za-z][\w.@+-]{1,60}["'`]? ?[/:，,|] ?["'`]?([^\s"'`<>|,;:/\u007f-\uffff]{6,64})/gi,
    (value) => looksLikePassword(value) && /[a-z]/i.test(value) && /\d/.test(value),
  ],
  [
    "password-assignment",
    /(?<![\w/:@.-])(?:root|admin|administrator|sa|postgres|oracle|deploy|ubuntu) ?[/:|] ?["'`]?([^\s"'`<>|,;:/\u007f-\uffff]{6,64})/gi,
    (value) => isMixed(value) && /[!@#$%^&*]/.test(value),
  ],
];

/** Tokens of a known format, and secrets at a known place. */
export const findTokens: Detector = (text) => {
  const hits: Hit[] = [];
  for (const [rule, format] of FORMATS) {
    for (const { 0: value, index: from } of text.matchAll(format)) {
      if (isDummy(value) || isPublic(text, from, value)) continue;
      hits.push({ rule, from, to: from + value.length });
    }
  }
  for (const [rule, pattern, isSecret] of PLACES) {
    for (const { 0: found, 1: value = "", index } of text.matchAll(pattern)) {
      if (!isSecret(value, found)) continue;
      const from = index + found.lastIndexOf(value);
      hits.push({ rule, from, to: from + value.length });
    }
  }
  return hits;
};

function isPublic(text: string, at: number, value: string): boolean {
  if (PUBLIC_NAME.test(text.slice(Math.max(0, at - 100), at))) return true;
  return value.startsWith("eyJ") && decodeBase64(value.split(".")[1] ?? "").includes('"anon"');
}

function decodeBase64(text: string): string {
  try {
    return atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  } catch {
    return "";
  }
}
