import type { Detector, Hit } from "./hit.ts";
import { isDummy } from "./is-dummy.ts";

const LABEL =
  /(?:recovery|backup|rescue|scratch)[- ]codes?|(?:product|licen[cs]e|activation|serial|recovery)[- ]key|恢复码|备用码|救援码|备份码|产品密钥|激活码|注册码/i;
/** `3f9a1-77c0d`, `4821 9934`, `48219934` */
const GROUPS = String.raw`(?:[a-z0-9]{4,6}[- ][a-z0-9]{4,6}|[a-z0-9]{8,12})`;
const CODE = new RegExp(String.raw`(?<![\w-])(?=[a-z]{0,7}\d)${GROUPS}(?![\w-])`, "gi");
/** `A1B2C-…`, four groups or more: one such key is enough. */
const KEY = /(?<![\w-])(?=[A-Z-]{0,30}\d)[A-Z0-9]{4,6}(?:-[A-Z0-9]{4,6}){3,7}(?![\w-])/g;
/** A lone code may be anything. */
const FEWEST_CODES = 3;
const LIST = new RegExp(String.raw`^[\s>*+-]{0,8}(?:\d{1,2}[.)] )?[\`*]{0,3}${GROUPS}\b`, "i");
const REACH = 16;

/** The seed of an authenticator, in base32 and often in groups; what a mail provider hands out for one app. */
const SEED =
  /\b(?:TOTP|OTP|2FA|MFA|authenticator|two-factor)\b[^\n:=]{0,40}(?:seed|secret|key)[^\n:=]{0,20}(?:[:=]| is)[ \t]{0,2}["'`]?([A-Z2-7]{16,64}(?![\w-])|[A-Z2-7]{4}(?: [A-Z2-7]{4}){3,15}(?![\w-])|[a-z2-7]{4}(?: [a-z2-7]{4}){3,15}(?![\w-]))/g;
const SEED_ZH =
  /(?:TOTP|OTP|2FA|MFA|双因素|两步验证|动态口令|动态码|验证器)[^\n:=]{0,20}(?:密钥|种子|秘钥)[^\n:=]{0,10}(?:[:=]|是|为)[ \t]{0,2}["'`]?([A-Z2-7]{16,64}(?![\w-])|[A-Z2-7]{4}(?: [A-Z2-7]{4}){3,15}(?![\w-]))/g;
const APP_PASSWORD =
  /\b(?:app(?:lication)?(?:-specific)?|google|gmail|mail|smtp) password[^\n:=]{0,40}?(?:[:=]| is)[ \t]{0,2}["'`]?([a-z]{4}(?:[- ][a-z]{4}){3}(?![\w-]))/gi;
/** What a door, a phone or a card asks for. */
const PIN =
  /(?:\bPIN(?: code)?|\b[Pp]asscode|\b(?:door|gate|alarm|safe|unlock|entry|lock ?box|key ?pad|access) code|PIN ?码|(?:门禁|门锁|开锁|解锁|锁屏|保险柜|取款)(?:密码|码))(?: (?:for|of|to|on|in) (?:[\w'’-]{1,20} ?){1,5})?[ \t]{0,2}(?:[:=]|is|was|是|为)[ \t]{0,2}["'`]?((?=(?:\d-?){4,12}(?![\w.-]))[\d-]{4,14}#?)(?!\w)/g;
const LABELLED = [SEED, SEED_ZH, APP_PASSWORD, PIN];
const LABELLED_HINT = /OTP|2FA|MFA|uthenticator|factor|assword|PIN|code|码|验证|口令/;

/** Codes that open an account once, and keys that a vendor sells: short groups below a label. */
export const findHandedOutCodes: Detector = ({ lines, changed }) => {
  const hits: Hit[] = [];
  for (const [line, text] of lines.entries()) {
    const label = LABEL.exec(text);
    if (label === null) continue;
    const rest = text.slice(label.index + label[0].length);
    const keys = rest.match(KEY) ?? [];
    const codes = keys.length > 0 ? keys : [rest, ...listBelow(lines, line)].flatMap(codesOf);
    if (codes.length < (keys.length > 0 ? 1 : FEWEST_CODES)) continue;
    const value = codes.find((code) => !isDummy(code));
    if (value !== undefined) hits.push({ rule: "recovery-code", value, line });
  }
  for (const [line, text] of changed) {
    if (!LABELLED_HINT.test(text)) continue;
    for (const [, value = ""] of LABELLED.flatMap((pattern) => [...text.matchAll(pattern)])) {
      if (!isDummy(value.replaceAll(/[- ]/g, "")) && !isCounted(value))
        hits.push({ rule: "recovery-code", value, line });
    }
  }
  return hits;
};

const codesOf = (text: string): string[] => text.match(CODE) ?? [];

/** `1234`, `0000`: everybody's example. */
function isCounted(value: string): boolean {
  const digits = value.replaceAll(/\D/g, "");
  return (digits !== "" && "01234567890".includes(digits)) || /^(\d)\1+$/.test(value);
}

function listBelow(lines: readonly string[], line: number): string[] {
  const below = lines.slice(line + 1, line + 1 + REACH);
  const end = below.findIndex((text) => text.trim() !== "" && !LIST.test(text));
  return end === -1 ? below : below.slice(0, end);
}
