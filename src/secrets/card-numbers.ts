import { isLuhn } from "./checksums.ts";
import type { Detector, Hit } from "./hit.ts";

/** 4-4-4-4 with a longer or a shorter end, 4-6-5 and 4-6-4, 6-13, or one run. Not part of a longer number or of a name. */
const CANDIDATE =
  /(?:\d{4}([ -])\d{4}\1\d{4}\1\d{2,4}(?:\1\d{1,3})?|\d{4}([ -])\d{6}\2\d{4,5}|\d{6}[ -]\d{13}|\d{14,19})(?![\w-]|[ .]\d)/g;

const CONTINUES = /[\w.-]$|\d $/;

const LABEL =
  /\bcards?\b|card[-_ ]?(?:no|num)|visa|mastercard|amex|union ?pay|\bpan\b|\bcv[vc]\b|卡号|信用卡|银行卡|借记卡|储蓄卡|银联|支付卡|クレジット/i;
/** Numbers of the same length that are none: what stands before them says so. */
const OTHER_NUMBER =
  /(?:(?:^|[^A-Za-z])(?:ids?|no|nr|order|trace|span|request|serial|sku|track(?:ing)?|invoice|timestamp|ts|time|ticket|hash|seed|offset|size|bytes|count|version|build|imei|iccid)|订单号?|流水号?|编号|单号|序列号|时间戳)["'`*]{0,3}[ \t]{0,2}[:=#]?[ \t]{0,2}["'`#]?$/i;
const OTHER_NUMBER_IN_CODE = /[a-z](?:I[dD]|No|Time)["'`]?[ \t]{0,2}[:=][ \t]{0,2}["'`]?$/;

/** Issuers by prefix and length. A bare number of the second kind needs the word "card" beside it. */
const ISSUED =
  /^(?:4\d{15}|5[1-5]\d{14}|(?:222[1-9]|22[3-9]\d|2[3-6]\d\d|27[01]\d|2720)\d{12}|3[47]\d{13}|(?:6011|64[4-9]\d|65\d\d)\d{12}|35(?:2[89]|[3-8]\d)\d{12}|62\d{14,17}|220[0-4]\d{12})$/;
const RARELY_ISSUED =
  /^(?:4\d{18}|3(?:0[0-5]|[689]\d)\d{11}|(?:5018|5020|5038|5893|6304|6759|676[1-3])\d{8,15}|(?:508|606|607|652|81|82)\d{13,14})$/;

/**
 * Test numbers that payment providers publish (Stripe, Adyen, PayPal, Braintree), without their check
 * digit. Most others have a digit five times in a row or only four different ones.
 */
const PUBLISHED = [
  "401288888888188",
  "400005665566555",
  "424242424242424",
  "222300312200322",
  "520082828282821",
  "510510510510510",
  "555555555555444",
  "555544443333111",
  "37828224631000",
  "37144963539843",
  "37873449367100",
  "601100099013942",
  "305693090200",
  "3056930902590",
  "3622720627166",
  "3852000002323",
  "356600202036050",
  "353011133330000",
  "411111114555114",
  "498843884388430",
  "416667666766674",
  "222240007000000",
  "677179802100000",
  "633110199999001",
  "501971701010374",
] as const;

export const findCardNumbers: Detector = ({ changed }) => {
  const hits: Hit[] = [];
  for (const [line, text] of changed) {
    for (const match of text.matchAll(CANDIDATE)) {
      if (CONTINUES.test(text.slice(Math.max(0, match.index - 2), match.index))) continue;
      const value = match[0].replaceAll(/[ -]/g, "");
      const isBare = value === match[0];
      if (isCard(value, isBare, text, match.index)) hits.push({ rule: "card-number", value, line });
    }
  }
  return hits;
};

function isCard(value: string, isBare: boolean, text: string, at: number): boolean {
  const isLabelled = LABEL.test(text);
  if (!ISSUED.test(value) && !(RARELY_ISSUED.test(value) && (isLabelled || !isBare))) return false;
  if (!isLuhn(value) || isPublished(value)) return false;
  const before = text.slice(Math.max(0, at - 30), at);
  return isLabelled || !(OTHER_NUMBER.test(before) || OTHER_NUMBER_IN_CODE.test(before));
}

function isPublished(value: string): boolean {
  if (/(\d)\1{4}/.test(value) || new Set(value).size <= 4) return true;
  return PUBLISHED.some((number) => number === value.slice(0, -1));
}
