import { decodeBase64 } from "./decode-base64.ts";
import { isDummy, isNaming } from "./is-dummy.ts";
import { isReference } from "./is-reference.ts";
import { changesOfKind, looksRandom, looksStrong } from "./looks-random.ts";

const SHORTEST = 6;
const LONGEST = 128;
const LONGEST_KEY = 1000;

/** Names of algorithms, types, formats and products that have a digit in them. */
const TECHNICAL =
  /^(?:(?:sha|md|aes|rsa|dsa|ed|hs|rs|es|ps|hmac|pbkdf|argon|blake|sm|rc|base|utf|utf8mb|iso|rfc|oauth|saml|tls|ssl|http|ipv|pkcs|varchar|nvarchar|char|string|u?int|float|bytes?|bits?|win|linux|arm|x|v|p|min|max|len|step|level|phase|row|col|line|page|fig|table|req|adr|issue|pr|gb|cve)\d{1,5}[a-z]{0,4}|(?:bcrypt|scrypt|argon2\w*|k8s|i18n|l10n|a11y|s3|ec2|x509|x86|h2|db2|neo4j|log4j|auth0|1password|keepass2?|bitwarden|uint8array|u8|i64|2fa|mfa|web3|mp4|p12|id3|\d{1,3}|\d+(?:\.\d+)+|\d+(?:ms|s|sec|m|min|h|d|days?|w|weeks?|months?|y|years?|px|kb|mb|gb|bits?|bytes?|chars?|characters?|x|st|nd|rd|th|%|\+)))$/i;

const DATE = /^\d{4}[-/.]\d{1,2}(?:[-/.]\d{1,2})?(?:T[\d:.]+Z?)?$/;
const RANGE = /^[<>=~]{0,2}\d{1,4}(?:(?:[-~]|\.\.)\d{1,4})?\+?$/;
/** `$5`, `+$5/month` */
const PRICE = /^[+~-]?[$€£¥]\d+(?:[.,]\d+)?\+?(?:\/[a-z]{1,12})?$/i;
/** `120ms@50rps`, `1080x1920@60Hz`, `2000/s@8` */
const MEASURE =
  /^\d[\d.,]*(?:x\d+|[kmg]b?|ms|s|min|h|%|[rqt]ps)?(?:[@/]\d*(?:ms|s|min|h|k|day|[kmg]b|%|[rqtf]ps|hz|x)?)+$/i;
/** `OPS-2048`, `OPS#2048` */
const TICKET = /^[A-Z][A-Z0-9]{1,9}[#-]\d{1,6}$/;
const REGEXP = /^\/\^|^\^[[(.\\]|\[a-z|\[0-9|\\[dwsb]|\{\d+,\d*\}/i;

/** `Otter-lamp-81`, `riverbank_42`: words that a person or a generator joined with a number. */
const JOINED =
  /^(?:(?=[^A-Z]*[A-Z])(?:[A-Za-z][a-z]{2,12}[-_.]){2,6}\d{1,4}|[a-z]{8,16}[-_]\d{2,4}|(?!Section|Phase|Version|Chapter|Rule|Policy|Ticket|Issue|Step|Part|Page|Table|Figure|Sprint|Level)[A-Z][a-z]{3,15}[-_.]\d{2,4})$/;
/** `P@sswd-Prod-77`: a sign within a word. */
const SIGNED = /[A-Za-z][#$^&*!%@][a-z]/;
/** `9fGhW2xLpe`: too short for a key of a machine, and no part of it can be read. */
const SCRAMBLED =
  /^(?=.{0,14}\d)(?=.{0,14}[a-z])(?=.{0,14}[A-Z])(?!.*(?:[a-z]{3}|[A-Z]{3}))\w{8,15}$/;

/** Whether what follows `password:` is a password, and not a word about passwords. */
export function looksLikePassword(value: string): boolean {
  if (value.length < SHORTEST || value.length > LONGEST || /[^!-~]/.test(value)) return false;
  if (isNoLiteral(value)) return false;
  if (/^\d+$/.test(value)) return value.length <= 20;
  if (!/\d/.test(value)) return isNoWord(value) || looksRandom(value);
  if (!/[A-Za-z]/.test(value)) return /[!@#$%^&*]/.test(value);
  const parts = value.split(/[-_/+.():,=]+/).filter((part) => part !== "");
  if (JOINED.test(value) || SIGNED.test(value)) return true;
  if (parts.filter((part) => /\d/.test(part)).every((part) => TECHNICAL.test(part))) return false;
  // `us-east-1`, `app_user_2`: lower-case words and numbers make a name.
  return !(parts.length > 1 && parts.every((part) => /^(?:[a-z]+|\d{1,4})$/.test(part)));
}

/** Whether what follows `token:` or `secret:` is a key. Names of things stand there as often, so more is asked for. */
export function looksLikeKey(value: string): boolean {
  if (value.length > LONGEST_KEY || isNoLiteral(value)) return false;
  return looksRandom(value) || looksStrong(value) || SCRAMBLED.test(value);
}

/** Whether a value cannot be a word: it has digits and, besides, signs or letters of both cases. */
export function looksMixed(value: string): boolean {
  const kinds = [/[a-z]/, /[A-Z]/, /[!@#$%^&*?~+=]/].filter((kind) => kind.test(value));
  return looksRandom(value) || (value.length >= 8 && /\d/.test(value) && kinds.length >= 2);
}

function isNoLiteral(value: string): boolean {
  const plain = decodeBase64(value);
  return (
    (plain !== undefined && (isDummy(plain) || isNaming(plain) || isReference(plain))) ||
    isReference(value) ||
    isDummy(value) ||
    isNaming(value) ||
    DATE.test(value) ||
    RANGE.test(value) ||
    PRICE.test(value) ||
    (MEASURE.test(value) && /[A-Za-z]/.test(value)) ||
    TICKET.test(value) ||
    REGEXP.test(value)
  );
}

/** `pass#Word!` and `qWxZrTplKd`, but not `required!`, `user@host`, `read/write` or `PostgreSQL`. */
function isNoWord(value: string): boolean {
  if (value.length < 8 || /[=()|/<>{}[\]]/.test(value)) return false;
  const isMixedCase = /[a-z]/.test(value) && /[A-Z]/.test(value);
  if (/[#$^&*!%]/.test(value.slice(1, -1))) return true;
  if (/[@#$^&*%]/.test(value)) return isMixedCase && changesOfKind(value) >= 0.3;
  return /^[A-Za-z]{10,}$/.test(value) && changesOfKind(value) >= 0.42;
}
