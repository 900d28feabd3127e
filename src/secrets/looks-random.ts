import { entropy } from "./is-dummy.ts";

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const HEX = /^(?:0x)?(?=.*\d)(?=.*[a-f])[0-9a-f]{16,}$/i;
const SIGNS = /^[\w+/=.~:-]+$/;
const CAMEL_CASE = /^[a-z]*(?:[A-Z][a-z]{2,})+$/;
const HARD_SIGN = /[!@#$%^&*?~+=]/;

/** Whether a value was generated at random rather than typed or composed of words. */
export function looksRandom(value: string): boolean {
  if (value.length < 16 || !SIGNS.test(value)) return false;
  if (UUID.test(value)) return true;
  if (HEX.test(value)) return entropy(value) >= 2.5;
  return entropy(value) >= 3.2 && partsOf(value).some(isDrawn);
}

/** `hunter2!X`: three kinds of characters, one of them a sign that no identifier has. */
export function looksStrong(value: string): boolean {
  if (value.length < 8 || value.length > 64 || /[\s/\\]|\w=\w|^\w+@[\w.-]+$/.test(value))
    return false;
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, HARD_SIGN].filter((kind) => kind.test(value));
  const isSigned = HARD_SIGN.test(value.slice(0, -1)) || /\d[!@#$%^&*]$/.test(value);
  return kinds.length >= 3 && isSigned && /\d/.test(value);
}

/** A name consists of words joined by signs; of a random value at least one stretch is no word. */
function partsOf(value: string): string[] {
  const parts = value.split(/[-_./:~+=]+/);
  // A random value in base64 may have a sign anywhere: short stretches are judged together.
  const isSplit = parts.every((part) => part.length < 12) && /\d/.test(value);
  return isSplit ? [parts.join("")] : parts;
}

/**
 * Letters of both cases and digits change places far more often in a drawn text than in
 * `oauth2ClientName`, and drawn letters can rarely be pronounced.
 */
function isDrawn(part: string): boolean {
  if (part.length < 12) return false;
  const share = changesOfKind(part);
  const isMixedCase = /[a-z]/.test(part) && /[A-Z]/.test(part);
  if (!/\d/.test(part)) {
    if (!isMixedCase) return part.length >= 20 && /[bcdfghjklmnpqrstvwxz]{6}/i.test(part);
    return !CAMEL_CASE.test(part) && share >= (part.length >= 20 ? 0.34 : 0.45);
  }
  const isClumsy = /[bcdfghjklmnpqrstvwxz]{5}/i.test(part);
  if (isMixedCase) return share >= 0.3 || (share >= 0.2 && isClumsy);
  const isScattered = (part.match(/\d+/g)?.length ?? 0) >= 3;
  return (
    share >= 0.21 ||
    isScattered ||
    isClumsy ||
    (part.length >= 16 && /^(?=.*[A-Z])[A-Z\d]+$/.test(part))
  );
}

/** The share of neighbours that are of different kinds: small letters, capitals, digits. */
export function changesOfKind(part: string): number {
  let changes = 0;
  for (let index = 1; index < part.length; index++) {
    if (kindOf(part.charCodeAt(index)) !== kindOf(part.charCodeAt(index - 1))) changes += 1;
  }
  return changes / part.length;
}

function kindOf(code: number): number {
  if (code <= 57) return 0;
  return code >= 97 ? 2 : 1;
}
