import type { Detector, Hit } from "./hit.ts";
import { isDummy, isNaming } from "./is-dummy.ts";
import { isReference } from "./is-reference.ts";
import { stripSigns } from "./strip-signs.ts";

/** What makes a line one about a login. */
const SUBJECT =
  /(?<![A-Za-z])(?:pass(?:word|phrase|code|wd)?s?|pwd?|credentials?|creds|log(?:ged)?[- ]?(?:in|on)|sign[- ]?in|basic[- ]?auth|admin(?:istrator)?|rdp|vpn)(?![A-Za-z])|密码|密碼|口令|账号|帐号|账户|登录|登陆|凭据/i;
/** Passwords are named as examples, too: of what is weak, refused or accepted. */
const EXAMPLES =
  /such as|e\.g\.|for (?:example|instance)|like |weak|common|guess|reject|refuse|invalid|forbid|must|should|match|例如|比如|譬如|诸如|弱|不允许|不得|禁止|必须|至少|格式|正则|规则/i;
const RUN = /[!-~]{8,80}/g;
/** Ends of a sentence or of a quote, and what code or Markdown puts around a word. */
const AROUND = "\"'`*_()[]{}<>,.;:?";
const PLAIN = /^[\w!#$%^&*@.+~?-]{8,64}$/;
/** `issue#12`, `Worker#run2`, `a.md#part-2`, `%20`, `$NAME1`, `repo@v2`, `key&other=1` */
const ADDRESS =
  /^[\w./-]+#L?\d+(?:-L?\d+)?$|^\w?\d*#|#\w?$|^[A-Za-z_:.-]+#[a-z]\w*$|\.\w{1,5}#|%[0-9A-F]{2}|^[$%@#&]|@v?\d+(?:\.|$)|&&|^\w+@[\w.-]+$/;
const INNER_SIGN = /[A-Za-z0-9][!#$%^&*][A-Za-z0-9]/;
/** A digit in the place of a letter, twice. */
const LEET =
  /(?:^|[^A-Za-z0-9])(?=[A-Za-z0134578-]*$)[A-Za-z]{0,6}[A-Za-z][013457][a-z](?:[A-Za-z-]{0,12}[A-Za-z-][013457][a-z])/;

/** Whatever a sentence says of a login: a word in it that is plainly a password is one. */
export const findNearPasswords: Detector = ({ changed }) => {
  const hits: Hit[] = [];
  for (const [line, text] of changed) {
    if (!SUBJECT.test(text) || !/\d/.test(text) || EXAMPLES.test(text)) continue;
    for (const { 0: run, index } of text.matchAll(RUN)) {
      const value = stripSigns(run, AROUND, AROUND + (isEnd(text, index + run.length) ? "!" : ""));
      if (isPlainlyPassword(value)) hits.push({ rule: "password-assignment", value, line });
    }
  }
  return hits;
};

/** Whether a sentence ends there, so that its `!` is the sentence's. */
function isEnd(text: string, at: number): boolean {
  return !/^ [^A-Z]/.test(text.slice(at, at + 2));
}

export function isPlainlyPassword(value: string): boolean {
  if (!PLAIN.test(value) || ADDRESS.test(value)) return false;
  if (!/\d/.test(value) || !/[A-Za-z]{2}/.test(value)) return false;
  if (!INNER_SIGN.test(value) && !LEET.test(value) && !/[a-z]\d+[!#$%^&*]$/.test(value))
    return false;
  return !isReference(value) && !isDummy(value) && !isNaming(value);
}
