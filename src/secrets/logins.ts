import { COMMAND_HINT, COMMAND_PASSWORDS } from "./command-passwords.ts";
import { HASH_LINES, KEY_LINES, KEY_SENTENCES, PASSWORD_LINES } from "./file-lines.ts";
import type { Detector, Hit } from "./hit.ts";
import { isDummy } from "./is-dummy.ts";
import { looksLikeKey, looksLikePassword, looksMixed } from "./looks-like-password.ts";
import { createLineCounter } from "./searched-text.ts";
import {
  SHARE_CODES,
  SPOKEN_HINT,
  SPOKEN_PASSWORDS,
  SPOKEN_PASSWORDS_ZH,
} from "./spoken-passwords.ts";

const WHO = "(?:user(?:name)?|login|account|admin)";
const WHO_ZH = "(?:账号|账户|帐号|用户名?)";
const WHAT = "(?:password|pass|pwd|pw)";
const WHAT_ZH = "(?:密码|口令)";
const AND = String.raw`[ \t]{0,2}[/&+和、|-][ \t]{0,2}`;
/** `: admin / x`, ` is admin:x` */
const PAIR = String.raw`["'\`*]{0,3}(?:[ \t]{0,2}(?:[:=]|->|→|is|are|为|是|with|as)|[ \t])[ \t*]{0,4}["'\`]?[A-Za-z][\w.@+-]{1,60}["'\`]?[ \t]{0,2}[/:,|][ \t]{0,2}["'\`]?([^\s"'\`<>|,;\u007f-\uffff]{6,64})`;

const PAIRS: readonly RegExp[] = [
  // "`x` is the root password"
  /["'`]([^\s"'`]{6,64})["'`] (?:is|was|as) (?:the|our|your|its|a) (?:[\w-]{1,20} ){0,2}pass(?:word|phrase)\b/gi,
  /["'`“]([^\s"'`”]{6,64})["'`”] ?(?:是|为|作为).{0,8}(?:密码|口令)/g,
  new RegExp(
    String.raw`\b(?:credentials?|creds|log ?ins?|sign[- ]?in|${WHO}${AND}${WHAT})${PAIR}`,
    "gi",
  ),
  // "sign in with qa@corp.internal and x"
  /\b(?:log|sign)[- ]?(?:in|on) (?:with|as|using) ["'`]?[\w.+-]{1,40}@[\w.-]{1,80}["'`]? (?:and|with|using) ["'`]?([^\s"'`<>|,;]{6,64})/gi,
  new RegExp(
    String.raw`(?:登录(?:信息|账号)?|账密|账号密码|${WHO_ZH}${AND}${WHAT_ZH})${PAIR}`,
    "gi",
  ),
];
const USERS =
  "(?:root|admin(?:istrator)?|sa|postgres|oracle|deploy|ops|tester|neo4j|sysdba|system|elastic|jenkins|gitlab|ubuntu|centos|ec2-user)";
const PAIR_HINT =
  /cred|log ?in|sign[- ]?in|user|account|admin|pass(?:word|phrase)|登录|账|帐号|用户|密码|口令/i;
const LINE_HINT =
  /=\{|:(?:\d|\*)|^\W{0,12}"|\]|smtp|mail|relay|user|auth|community|secret|password|key-string|http-basic|BUNDLE|[*\d][ \t`]{0,4}$/i;
/** `root / x`, `admin:x!`. Without spaces it may be a path, unless a sign says otherwise. */
const BARE_PAIRS: readonly RegExp[] = [
  new RegExp(String.raw`\b${USERS} [/|] ["'\`]?([^\s"'\`<>|,;/\u007f-\uffff]{8,64})`, "gi"),
  new RegExp(
    String.raw`\b${USERS}[/:](?=[^\s"'\`<>|,;/]{0,63}[!@#$%^&*])([^\s"'\`<>|,;/\u007f-\uffff]{6,64})`,
    "gi",
  ),
  // A user, a slash, and what cannot be read: that is no path.
  new RegExp(
    String.raw`\b${USERS}[/:](?=[A-Za-z]{0,20}\d)(?![A-Za-z0-9]{0,17}(?:[a-z]{3}|[A-Z]{3}))([A-Za-z0-9]{8,20})(?![\w/.-])`,
    "g",
  ),
  // `app:x@tcp(db:3306)/shop`, `corp/svc:x@10.0.0.8`
  /(?<![\w.:@/-])[\w.\\/-]{1,40}:([^\s:/"'`<>()]{6,64})@(?:tcp|unix|\d{1,3}(?:\.\d{1,3}){3}|[a-z][\w-]{0,40}(?:\.[\w-]{1,40}){0,4}:\d{2,5})(?![\w.])/gi,
  // /etc/raddb/server: a host, its secret, a timeout
  /^[ \t>`-]{0,12}\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5})?[ \t]{1,20}(?=[^\s]{0,63}[A-Z!@#$%^&*])([^\s"'`]{8,64})[ \t]{1,20}\d{1,3}[ \t`]{0,4}$/gm,
  // `qa@corp.internal / x`
  /[\w.+-]{1,40}@[\w-]{1,40}(?:\.[\w-]{1,40}){1,4} ?[/|:] ?["'`]?([^\s"'`<>|,;/@\u007f-\uffff]{6,64})/g,
  // "10.0.0.8, root, x"
  new RegExp(
    String.raw`\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5})?[ ,、/，]{1,3}${USERS}[ ,、/，]{1,3}["'\`]?([^\s"'\`<>|,;/\u007f-\uffff]{6,64})`,
    "gi",
  ),
];

/** Something in the line is no word: letters beside digits, signs within, capitals behind small letters. */
const NO_PROSE =
  /[A-Za-z][^\sA-Za-z0-9]{0,3}\d|\d[^\sA-Za-z0-9]{0,3}[A-Za-z]|\w[#$^&*!%@]|[a-z][A-Z]/;

interface Place {
  readonly rule: string;
  /** What a line must have for one of the patterns to fit: most lines have nothing of it. */
  readonly hint: RegExp;
  readonly patterns: readonly RegExp[];
  readonly isSecret: (value: string, before: string) => boolean;
}

const isPassword = (value: string) => looksLikePassword(value) && /[A-Za-z]/.test(value);
/** Names of algorithms and of versions have letters of both cases and digits, too. */
const ALGORITHM = /sha-?\d|hmac|pbkdf|aes|rsa|bcrypt|scrypt|argon|base64|oauth|utf-?8|http/i;
/** `tulip39karaoke` */
const WOVEN = /[a-z]{3}\d{1,4}[a-z]{3}/i;
const isNoWord = (value: string) =>
  isPassword(value) && (looksMixed(value) || WOVEN.test(value)) && !ALGORITHM.test(value);

/** Where a password or a key stands, and what is asked of a value there. */
const PLACES: readonly Place[] = [
  {
    rule: "password-hash",
    hint: /\$|(?:secret|password|string) \d|\}|"md5|:\d{1,7}:|SCRAM|:[0-9a-f]{32}|\*[0-9A-F]{40}/,
    patterns: HASH_LINES,
    isSecret: (value) => !isDummy(value),
  },
  {
    rule: "secret-assignment",
    hint: /bearer|>\{|oauth|-token"|-basic"|-headers"|encrypt|FlyV1|_key:/,
    patterns: KEY_LINES,
    isSecret: looksLikeKey,
  },
  {
    rule: "secret-assignment",
    hint: /[\w+/=-]{24}/,
    patterns: KEY_SENTENCES,
    isSecret: looksLikeKey,
  },
  {
    rule: "password-assignment",
    hint: COMMAND_HINT,
    patterns: COMMAND_PASSWORDS,
    isSecret: isPassword,
  },
  { rule: "password-assignment", hint: LINE_HINT, patterns: PASSWORD_LINES, isSecret: isPassword },
  { rule: "password-assignment", hint: PAIR_HINT, patterns: PAIRS, isSecret: isPassword },
  {
    rule: "password-assignment",
    hint: /(?:root|admin|administrator|sa|sysdba|system|postgres|oracle|deploy|ops|tester|neo4j|elastic|jenkins|gitlab|ubuntu|centos|user) ?[/:|,、，]|@(?:tcp|unix|[\w.-]{1,80} ?[:/|]|\d)|^\W{0,12}\d{1,3}\./i,
    patterns: BARE_PAIRS,
    isSecret: (value, before) => isPassword(value) && /\d/.test(value) && !/[/.@-]$/.test(before),
  },
  {
    rule: "password-assignment",
    hint: SPOKEN_HINT,
    patterns: SPOKEN_PASSWORDS,
    isSecret: isNoWord,
  },
  {
    rule: "password-assignment",
    hint: /密码|密碼|口令|通行码/,
    patterns: SPOKEN_PASSWORDS_ZH,
    isSecret: isNoWord,
  },
  {
    rule: "password-assignment",
    hint: /提取|访问码|分享码/,
    patterns: SHARE_CODES,
    isSecret: (value) => /\d/.test(value),
  },
];

/** Lines of files, commands and sentences that hold a password at a known place, without a sign before it. */
export const findLogins: Detector = ({ changed }) => {
  const hits: Hit[] = [];
  const candidates = [...changed].filter(([, line]) => NO_PROSE.test(line));
  for (const { rule, hint, patterns, isSecret } of PLACES) {
    const hinted = candidates.filter(([, line]) => hint.test(line));
    // None of the patterns spans lines, and one search of the whole text is far cheaper than one for each line.
    const text = hinted.map(([, line]) => line).join("\n");
    for (const pattern of text === "" ? [] : patterns) {
      const lineOf = createLineCounter(text);
      for (const { 1: found = "", index } of text.matchAll(pattern)) {
        const value = found.replace(/[.,:!?)\]]{1,3}$/, "");
        if (!isSecret(value, text.slice(Math.max(0, index - 1), index))) continue;
        const [line = 0] = hinted[lineOf(index + 1)] ?? [];
        hits.push({ rule, value, line });
      }
    }
  }
  return hits;
};
