import { valueOf, weigh } from "./checksums.ts";

/** Check digits that one country alone computes in this way. Ids come without separators. */

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const TAIWAN_PLACES = "ABCDEFGHJKLMNPQRSTUVXYWZIO";
const ITALY_SIGNS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
/** Values of 0 to 9 and of A to Z at odd places. */
const ITALY_ODD = [
  1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8,
  12, 14, 16, 10, 22, 25, 24, 23,
];

/** `A123456(3)`: a missing first letter counts as a space, worth 36. */
export function isHongKong(id: string): boolean {
  const [, letters = "", digits = "", check = ""] = /^([A-Z]{1,2})(\d{6})\((.)\)$/.exec(id) ?? [];
  const [first = " ", second = ""] = letters.padStart(2, " ");
  const start = (first === " " ? 36 : valueOf(first, LETTERS) + 10) * 9;
  const sum = start + (valueOf(second, LETTERS) + 10) * 8 + weigh(digits, [7, 6, 5, 4, 3, 2], 11);
  return (sum + valueOf(check, "0123456789A")) % 11 === 0;
}

export function isTaiwan(id: string): boolean {
  const place = valueOf(id.slice(0, 1), TAIWAN_PLACES) + 10;
  const sum = Math.floor(place / 10) + (place % 10) * 9;
  return (sum + weigh(id.slice(1), [8, 7, 6, 5, 4, 3, 2, 1, 1], 10)) % 10 === 0;
}

export function isItaly(id: string): boolean {
  let sum = 0;
  for (let index = 0; index < 15; index++) {
    const value = valueOf(id.charAt(index), ITALY_SIGNS);
    sum += index % 2 === 0 ? (ITALY_ODD[value] ?? 0) : value > 9 ? value - 10 : value;
  }
  return LETTERS[sum % 26] === id.slice(15);
}

/** Two check digits, the second one over the first. */
export function isBrazil(id: string): boolean {
  const first = (weigh(id, [10, 9, 8, 7, 6, 5, 4, 3, 2], 11) * 10) % 11;
  const second = (weigh(id, [11, 10, 9, 8, 7, 6, 5, 4, 3, 2], 11) * 10) % 11;
  return first % 10 === Number(id[9]) && second % 10 === Number(id[10]);
}

/** Corsica's 2A and 2B count as 19 and 18. */
export function isFrance(id: string): boolean {
  const digits = id.replace("2A", "19").replace("2B", "18");
  return 97 - (Number(digits.slice(0, 13)) % 97) === Number(digits.slice(13));
}

export function isTurkey(id: string): boolean {
  const tenth = weigh(id, [7, 9, 7, 9, 7, 9, 7, 9, 7], 10);
  const eleventh = weigh(id, [1, 1, 1, 1, 1, 1, 1, 1, 1, 1], 10);
  return tenth === Number(id[9]) && eleventh === Number(id[10]);
}
