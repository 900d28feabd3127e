import type { Detector, Hit } from "./hit.ts";
import { looksLikePassword } from "./looks-like-password.ts";
import { createLineCounter } from "./searched-text.ts";

const WHO = "(?:user(?:name)?|login|account|admin)";
const WHO_ZH = "(?:账号|账户|帐号|用户名?)";
const WHAT = "(?:password|pass|pwd|pw)";
const WHAT_ZH = "(?:密码|口令)";
const AND = String.raw`[ \t]{0,2}[/&+和、|-][ \t]{0,2}`;
/** `: admin / x`, ` is admin:x` */
const PAIR = String.raw`["'\`*]{0,3}(?:[ \t]{0,2}(?:[:=]|is|are|为|是|with|as)|[ \t])[ \t*]{0,4}["'\`]?[A-Za-z][\w.@+-]{1,60}["'\`]?[ \t]{0,2}[/:,|][ \t]{0,2}["'\`]?([^\s"'\`<>|,;\u007f-\uffff]{6,64})`;

/** Commands, statements and sentences that hold a password at a known place, without calling it one. */
const PLACES: readonly RegExp[] = [
  /\bmysql(?:dump|admin|import)?\b.{0,150}? -p["']?([^\s"'`=-][^\s"'`]{4,80})/gi,
  /\b(?:redis-cli\b.{0,100}? -a|sshpass -p|docker login\b.{0,100}? -p|podman login\b.{0,100}? -p|mongo(?:sh|dump|restore)?\b.{0,100}? -p|ldapsearch\b.{0,150}? -w|sqlcmd\b.{0,100}? -P|requirepass|masterauth) {0,2}["']?([^\s"'`]{5,80})/g,
  /\b(?:curl|wget|http|https|xh)\b.{0,200}? (?:-u|--user|-a)[ =]{1,2}["']?[\w.@+-]{1,60}:([^\s"'`]{4,80})/gi,
  /\bidentified (?:with \S{1,40} )?by (?:password )?["']([^"'\s]{5,80})["']/gi,
  /\bpass(?:in|out)? pass:([^\s"'`]{5,80})/gi,
  // "`x` is the root password"
  /["'`]([^\s"'`]{6,64})["'`] (?:is|was|as) (?:the|our|your|its|a) (?:[\w-]{1,20} ){0,2}pass(?:word|phrase)\b/gi,
  /["'`“]([^\s"'`”]{6,64})["'`”] ?(?:是|为|作为).{0,8}(?:密码|口令)/g,
  /\becho (?:-n )?["']?(?:[\w-]{1,40}:)?([^\s"'|`]{6,80})["']? ?\| ?(?:sudo -S|(?:sudo )?chpasswd|.{0,60}--password-stdin|.{0,30}passwd --stdin)/gi,
  new RegExp(
    String.raw`\b(?:credentials?|creds|log ?ins?|sign[- ]?in|${WHO}${AND}${WHAT})${PAIR}`,
    "gi",
  ),
  new RegExp(String.raw`(?:登录(?:信息|账号)?|账号密码|${WHO_ZH}${AND}${WHAT_ZH})${PAIR}`, "gi"),
];
/** `root / x`, `admin:x!`. Without spaces it may be a path, unless a sign says otherwise. */
const BARE_PAIRS: readonly RegExp[] = [
  /\b(?:root|admin(?:istrator)?|sa|postgres|oracle|deploy|ops|tester) [/|] ["'`]?([^\s"'`<>|,;/\u007f-\uffff]{8,64})/gi,
  /\b(?:root|admin(?:istrator)?|sa|postgres|oracle|deploy|ops|tester)[/:](?=[^\s"'`<>|,;/]{0,63}[!@#$%^&*])([^\s"'`<>|,;/\u007f-\uffff]{6,64})/gi,
];

export const findLogins: Detector = ({ changed }) => {
  const numbers = [...changed.keys()];
  // None of the patterns spans lines, and one search of the whole text is far cheaper than one for each line.
  const text = [...changed.values()].join("\n");
  const hits: Hit[] = [];
  for (const place of [...PLACES, ...BARE_PAIRS]) {
    const lineOf = createLineCounter(text);
    for (const { 1: found = "", index } of text.matchAll(place)) {
      const value = found.replace(/[.,:!?)\]]{1,3}$/, "");
      if (!looksLikePassword(value) || !/[A-Za-z]/.test(value)) continue;
      const isPath = /[/.@-]/.test(text.charAt(index - 1)) || !/\d/.test(value);
      if (BARE_PAIRS.includes(place) && isPath) continue;
      const line = numbers[lineOf(index)] ?? 0;
      hits.push({ rule: "password-assignment", value, line });
    }
  }
  return hits;
};
