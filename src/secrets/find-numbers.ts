import type { Detector, Hit } from "./find-hits.ts";

/** Card numbers in one run or in groups, and Chinese identity numbers. */
const CARD =
  /\b(?:\d{4}([ -])\d{4}\1\d{4}\1\d{2,4}(?:\1\d{1,3})?|\d{4}([ -])\d{6}\2\d{4,5}|\d{14,19})(?![\w-]|[ .]\d)/g;
const IDENTITY =
  /\b(?:1[1-5]|2[1-3]|3[1-7]|4[1-6]|5[0-4]|6[1-5]|71|8[1-3])\d{4}(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])\d{3}[\dXx](?![\w-]|\.\d)/g;

/** Visa, Mastercard, American Express, Discover, JCB, UnionPay, Diners, by prefix and length. */
const ISSUED =
  /^(?:4\d{15}|5[1-5]\d{14}|2[2-7]\d{14}|3[47]\d{13}|(?:6011|64[4-9]\d|65\d\d)\d{12}|35\d{14}|62\d{14,17}|3[0689]\d{12})$/;
/** Numbers of the same length that are not cards: the word before a number without groups says so. */
const OTHER_NUMBER =
  /(?:ids?|order|trace|span|request|serial|sku|track(?:ing)?|invoice|time(?:stamp)?|ticket|hash|seed|offset|size|bytes|version|build|imei|iccid|订单|流水|编号|序列|时间戳)(?:[-_ ]?(?:ids?|no|nr|number)|号)?["'`*]{0,3}[ \t]{0,2}[:=：#]?[ \t]{0,2}["'`#]?$/i;

/** What payment providers publish for tests, besides numbers with a digit five times in a row or few different ones, and the standard of identity numbers. */
const PUBLISHED =
  "4012888888881881 4000056655665556 5200828282828210 2223003122003222 2223000048400011 378282246310005 371449635398431 378734493671000 6011000990139424 30569309025904 38520000023237 36227206271667 3566002020360505 11010519491231002X";

export const findNumbers: Detector = (text) => {
  const hits: Hit[] = [];
  const find = (
    rule: string,
    pattern: RegExp,
    isReal: (found: string, before: string) => boolean,
  ) => {
    for (const { 0: found, index: from } of text.matchAll(pattern)) {
      const before = text.slice(Math.max(0, from - 60), from);
      const isPart = /[.-]$|\d $/.test(before);
      if (!isPart && isReal(found, before)) hits.push({ rule, from, to: from + found.length });
    }
  };
  find("card-number", CARD, isCard);
  find("identity-number", IDENTITY, (id) => !PUBLISHED.includes(id) && isChecked(id.toUpperCase()));
  return hits;
};

function isCard(found: string, before: string): boolean {
  const digits = found.replaceAll(/\D/g, "");
  if (!ISSUED.test(digits) || !isLuhn(digits) || PUBLISHED.includes(digits)) return false;
  if (/(\d)\1{4}/.test(digits) || new Set(digits).size <= 4) return false;
  return digits !== found || !OTHER_NUMBER.test(before);
}

function isLuhn(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index++) {
    const digit = Number(digits[digits.length - 1 - index]);
    sum += index % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2;
  }
  return sum % 10 === 0;
}

/** Checks the last digit by ISO 7064 mod 11-2. */
function isChecked(id: string): boolean {
  let sum = 0;
  for (const sign of id.slice(0, -1)) sum = ((sum + Number(sign)) * 2) % 11;
  return "0123456789X"[(12 - sum) % 11] === id.at(-1);
}
