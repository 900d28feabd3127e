import type { Detector, Hit } from "./find-hits.ts";

/** Card numbers in one run or in groups, and Chinese identity numbers. Not part of a longer number or of a name. */
const CARD =
  /(?<![\w.-]|\d )(?:\d{4}([ -])\d{4}\1\d{4}\1\d{2,4}(?:\1\d{1,3})?|\d{4}([ -])\d{6}\2\d{4,5}|\d{14,19})(?![\w-]|[ .]\d)/g;
const IDENTITY =
  /(?<![\w.-])(?:1[1-5]|2[1-3]|3[1-7]|4[1-6]|5[0-4]|6[1-5]|71|8[1-3])\d{4}(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])\d{3}[\dXx](?![\w-]|\.\d)/g;

/** Visa, Mastercard, American Express, Discover, JCB, UnionPay, Diners, by prefix and length. */
const ISSUED =
  /^(?:4\d{15}|5[1-5]\d{14}|2[2-7]\d{14}|3[47]\d{13}|(?:6011|64[4-9]\d|65\d\d)\d{12}|35\d{14}|62\d{14,17}|3[0689]\d{12})$/;
const LABEL =
  /\bcards?\b|card[-_ ]?n|visa|mastercard|amex|union ?pay|\bpan\b|\bcv[vc]\b|卡号|信用卡|银行卡|借记卡|储蓄卡|银联/i;
/** Numbers as long that are none: the name of a bare one says so. */
const OTHER_NUMBER =
  /(?:ids?|no|nr|number|order|trace|span|request|serial|sku|track(?:ing)?|invoice|time(?:stamp)?|ts|ticket|hash|seed|offset|size|bytes|count|version|build|imei|iccid|订单|流水|编号|单号|序列|时间戳)号?["'`*]{0,3}[ \t]{0,2}[:=：#]?[ \t]{0,2}["'`#]?$/i;

/** What payment providers publish for tests, besides numbers with a digit five times in a row or few different ones. */
const PUBLISHED =
  "4012888888881881 4000056655665556 5200828282828210 2223003122003222 2223000048400011 378282246310005 371449635398431 378734493671000 6011000990139424 30569309025904 38520000023237 36227206271667 3566002020360505";
/** The example of the standard for identity numbers. */
const SAMPLE = "11010519491231002X";

export const findNumbers: Detector = (text) => {
  const hits: Hit[] = [];
  for (const { 0: found, index: from } of text.matchAll(CARD)) {
    const digits = found.replaceAll(/\D/g, "");
    const isBare = digits === found;
    if (!ISSUED.test(digits) || !isLuhn(digits) || isTestNumber(digits)) continue;
    const before = lineUpTo(text, from);
    if (isBare && OTHER_NUMBER.test(before.slice(-40)) && !LABEL.test(before)) continue;
    hits.push({ rule: "card-number", from, to: from + found.length });
  }
  for (const { 0: id, index: from } of text.matchAll(IDENTITY)) {
    if (!isChecked(id.toUpperCase()) || id.toUpperCase() === SAMPLE) continue;
    hits.push({ rule: "identity-number", from, to: from + id.length });
  }
  return hits;
};

function lineUpTo(text: string, at: number): string {
  const near = text.slice(Math.max(0, at - 200), at);
  return near.slice(near.lastIndexOf("\n") + 1);
}

function isTestNumber(digits: string): boolean {
  return /(\d)\1{4}/.test(digits) || new Set(digits).size <= 4 || PUBLISHED.includes(digits);
}

function isLuhn(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index++) {
    const digit = Number(digits[digits.length - 1 - index]);
    sum += index % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2;
  }
  return sum % 10 === 0;
}

/** ISO 7064 mod 11-2. */
function isChecked(id: string): boolean {
  let sum = 0;
  for (const sign of id.slice(0, -1)) sum = ((sum + Number(sign)) * 2) % 11;
  return "0123456789X"[(12 - sum) % 11] === id.at(-1);
}
