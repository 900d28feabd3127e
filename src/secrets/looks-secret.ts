import { isPlaceholder } from "./is-placeholder.ts";

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const HEX = /^(?:0x)?(?=.*\d)(?=.*[a-f])[0-9a-f]{16,}$/i;
const SIGNS = /^[\w+/=.~:-]{16,1000}$/;
/** One word of a name: names are words and numbers joined by signs. */
const WORD = /^(?:[A-Z]?[a-z]+\d?|[A-Z]+|v?\d{1,4})$/;
const HARD_SIGN = /[!@#$%^&*?~+=]/;
/** `sha256`, `bcrypt`, `30d`, `us`, `east`, `2024`: words in names of algorithms, products, places and times. */
const TECHNICAL = /^(?:[a-z]+|[A-Z]+|[a-z]{1,12}\d{1,4}[a-z]{0,3}|\d{1,4}[a-z]{0,10})$/i;

/** Whether the text after `password:` is a password, and not a word about passwords. */
export function looksLikePassword(value: string): boolean {
  if (!/^[!-~]{6,128}$/.test(value) || isPlaceholder(value)) return false;
  if (/^\d+$/.test(value)) return value.length <= 20;
  if (!/\d/.test(value)) return /[A-Za-z][#$^&*!%@][A-Za-z]/.test(value) || looksRandom(value);
  if (!/[A-Za-z]/.test(value)) return HARD_SIGN.test(value);
  const parts = value.split(/[-_/+.():,=]+/).filter((part) => part !== "");
  if (parts.length === 1) return true;
  return !parts.every((part) => TECHNICAL.test(part)) || /[a-z].*[A-Z]|[A-Z].*[a-z]/.test(value);
}

/** Whether the text after `token:` or `secret:` is a key. It is as often a thing's name, so that the test is stricter. */
export function looksLikeKey(value: string): boolean {
  if (isPlaceholder(value)) return false;
  return (
    looksRandom(value) || (HARD_SIGN.test(value) && !/[/\\]|\w=\w/.test(value) && looksMixed(value))
  );
}

/** Whether a value cannot be a word: it has digits, and also signs or letters of both cases. */
export function looksMixed(value: string): boolean {
  if (looksRandom(value)) return true;
  const kinds = [/[a-z]/, /[A-Z]/, HARD_SIGN].filter((kind) => kind.test(value));
  return value.length >= 8 && value.length <= 64 && /\d/.test(value) && kinds.length >= 2;
}

/** Whether a value was generated at random, rather than typed or composed of words. */
export function looksRandom(value: string): boolean {
  if (!SIGNS.test(value)) return false;
  if (UUID.test(value) || HEX.test(value)) return true;
  const parts = value.split(/[-_./:~+=]+/).filter((part) => !WORD.test(part));
  return isDrawn(parts.join(""));
}

/** Random text alternates between small letters, capitals and digits far more often than `oauth2ClientName` does. */
function isDrawn(text: string): boolean {
  if (text.length < 12) return false;
  const changes = text.match(/[a-z](?=[A-Z\d])|[A-Z](?=[a-z\d])|\d(?=[A-Za-z])/g)?.length ?? 0;
  const share = changes / text.length;
  const isMixedCase = /[a-z]/.test(text) && /[A-Z]/.test(text);
  if (!/\d/.test(text)) return isMixedCase && share >= 0.34;
  return share >= (isMixedCase ? 0.3 : 0.21) || /[bcdfghjklmnpqrstvwxz]{5}/i.test(text);
}
