/** Check digits, by the number's characters. Each answers whether the last ones fit the others. */

export function isLuhn(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index++) {
    const digit = Number(digits[digits.length - 1 - index]);
    sum += index % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2;
  }
  return sum % 10 === 0;
}

/** ISO 7064 mod 11-2, as in the Chinese resident id: the last character may be `X`. */
export function isMod11Radix2(id: string): boolean {
  let sum = 0;
  for (const sign of id.slice(0, -1)) sum = ((sum + Number(sign)) * 2) % 11;
  return (12 - sum) % 11 === valueOf(id.slice(-1), "0123456789X");
}

/** ISO 7064 mod 11,10, as in the German tax id. */
export function isMod11And10(digits: string): boolean {
  let product = 10;
  for (const digit of digits.slice(0, -1)) {
    const sum = (Number(digit) + product) % 10 || 10;
    product = (sum * 2) % 11;
  }
  return (11 - product) % 10 === Number(digits.slice(-1));
}

/** The weighted sum of the digits, modulo a number. */
export function weigh(digits: string, weights: readonly number[], modulus: number): number {
  let sum = 0;
  for (const [index, weight] of weights.entries()) sum += Number(digits[index]) * weight;
  return sum % modulus;
}

const VERHOEFF_ROTATION = [1, 5, 7, 6, 2, 8, 3, 0, 9, 4] as const;

/** Verhoeff's dihedral check, as in Aadhaar. */
export function isVerhoeff(digits: string): boolean {
  let check = 0;
  for (let index = 0; index < digits.length; index++) {
    let digit = Number(digits[digits.length - 1 - index]);
    for (let turn = 0; turn < index % 8; turn++) digit = VERHOEFF_ROTATION[digit] ?? 0;
    check = turnPentagon(check, digit);
  }
  return check === 0;
}

/** The product of two of the ten symmetries of a pentagon: 0 to 4 turn it, 5 to 9 flip it. */
function turnPentagon(a: number, b: number): number {
  if (a < 5) return b < 5 ? (a + b) % 5 : ((a + b) % 5) + 5;
  return b < 5 ? ((a - b + 5) % 5) + 5 : (a - b + 5) % 5;
}

/** The value of a character by its place in an alphabet; NaN where it has none. */
export function valueOf(sign: string, alphabet: string): number {
  const value = alphabet.indexOf(sign.toUpperCase());
  return value === -1 ? Number.NaN : value;
}

/** A day that a calendar has, written as numbers. */
export function isDay(year: number, month: number, day: number): boolean {
  const days = [31, year % 4 === 0 ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1];
  return days !== undefined && day >= 1 && day <= days;
}
