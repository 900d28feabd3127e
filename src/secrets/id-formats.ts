import {
  isDay,
  isLuhn,
  isMod11And10,
  isMod11Radix2,
  isVerhoeff,
  valueOf,
  weigh,
} from "./checksums.ts";
import { isBrazil, isFrance, isHongKong, isItaly, isTaiwan, isTurkey } from "./country-checks.ts";

/** A national id as it is written, and what proves that a number is one. */
export interface IdFormat {
  readonly format: RegExp;
  readonly isValid: (id: string) => boolean;
  /**
   * One check digit is right by chance once in ten times: such a number counts only where the line says
   * what it is. Without a label, format and checksum together leave less than one in a thousand.
   */
  readonly label?: RegExp;
}

const HETU_SIGNS = "0123456789ABCDEFHJKLMNPRSTUVWXY";
const DNI_SIGNS = "TRWAGMYFPDXBNJZSQVHLCKE";

/** Ids by country. `format` is cut out of its surroundings, and `isValid` gets it without separators. */
export const ID_FORMATS: readonly IdFormat[] = [
  {
    // China
    format: /[1-8]\d{5}(?:19|20)\d{9}[\dX]/i,
    isValid: (id) =>
      /^(?:1[1-5]|2[1-3]|3[1-7]|4[1-6]|5[0-4]|6[1-5]|71|8[1-3])/.test(id) &&
      isDay(Number(id.slice(6, 10)), Number(id.slice(10, 12)), Number(id.slice(12, 14))) &&
      isMod11Radix2(id),
  },
  {
    // Hong Kong
    format: /[A-Z]{1,2}\d{6}\([\dA]\)/,
    isValid: isHongKong,
  },
  {
    // Taiwan
    format: /[A-Z][12]\d{8}/,
    label: /身[分份][證证]|national id|taiwan id/i,
    isValid: isTaiwan,
  },
  {
    // Italy
    format: /[A-Z]{6}\d{2}[A-EHLMPRST]\d{2}[A-Z]\d{3}[A-Z]/,
    isValid: (id) => !id.startsWith("RSSMRA") && isItaly(id),
  },
  {
    // Brazil, with its separators
    format: /\d{3}\.\d{3}\.\d{3}-\d{2}/,
    isValid: isBrazil,
  },
  {
    format: /\d{11}/,
    label: /\bcpf\b/i,
    isValid: isBrazil,
  },
  {
    // France, with its separators
    format: /[12] ?\d{2} (?:0[1-9]|1[0-2]) \d[\dAB] \d{3} \d{3} ?\d{2}/,
    isValid: isFrance,
  },
  {
    format: /[12]\d{2}(?:0[1-9]|1[0-2])\d[\dAB]\d{8}/,
    label: /\bnir\b|s[ée]curit[ée] sociale|insee/i,
    isValid: isFrance,
  },
  {
    // Finland
    format: /\d{6}[-+A]\d{3}[\dA-FHJ-NPR-Y]/,
    isValid: (id) =>
      isDay(2000, Number(id.slice(2, 4)), Number(id.slice(0, 2))) &&
      (Number(id.slice(0, 6)) * 1000 + Number(id.slice(-4, -1))) % 31 ===
        valueOf(id.slice(-1), HETU_SIGNS),
  },
  {
    // Spain
    format: /(?:\d{8}|[XYZ]\d{7})-?[A-Z]/,
    label: /\b(?:dni|nif|nie)\b/i,
    isValid: (id) => {
      const digits = id.slice(0, -1).replace(/^[XYZ]/, (sign) => String("XYZ".indexOf(sign)));
      return DNI_SIGNS[Number(digits) % 23] === id.slice(-1);
    },
  },
  {
    // India
    format: /[2-9]\d{3}[ -]?\d{4}[ -]?\d{4}/,
    label: /aadhaar|aadhar|आधार/i,
    isValid: isVerhoeff,
  },
  {
    // Korea
    format: /\d{6}-[1-8]\d{6}/,
    label: /주민등록번호|\brrn\b|resident registration/i,
    isValid: (id) => {
      const rest = weigh(id, [2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5], 11);
      return (11 - rest) % 10 === Number(id.slice(-1));
    },
  },
  {
    // Germany
    format: /[1-9]\d{10}|[1-9]\d \d{3} \d{3} \d{3}/,
    label: /steuer-?(?:id|identifikationsnummer)|\bidnr\b|german tax id/i,
    isValid: isMod11And10,
  },
  {
    // Poland
    format: /\d{11}/,
    label: /\bpesel\b/i,
    isValid: (id) => weigh(id, [1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1], 10) === 0,
  },
  {
    // Netherlands
    format: /\d{9}|\d{4}[. ]\d{2}[. ]\d{3}/,
    label: /\bbsn\b|burgerservicenummer/i,
    isValid: (id) => weigh(id, [9, 8, 7, 6, 5, 4, 3, 2, -1], 11) === 0,
  },
  {
    // Sweden
    format: /(?:19|20)?\d{6}[-+]?\d{4}/,
    label: /personnummer|swedish personal/i,
    isValid: (id) => isLuhn(id.slice(-10)),
  },
  {
    // Turkey
    format: /[1-9]\d{10}/,
    label: /\btckn\b|t\.?c\.? kimlik|kimlik no/i,
    isValid: isTurkey,
  },
  {
    // Japan
    format: /\d{4}[ -]?\d{4}[ -]?\d{4}/,
    label: /マイナンバー|個人番号|my number/i,
    isValid: (id) => {
      const rest = weigh(id, [6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2], 11);
      return (rest <= 1 ? 0 : 11 - rest) === Number(id.slice(-1));
    },
  },
  {
    // USA: no check digit, but a format and ranges
    format: /(?!000|666|9)\d{3}-(?!00)\d{2}-(?!0000)\d{4}/,
    label: /\bssn\b|social security/i,
    isValid: (id) => !["078051120", "219099999", "457555462", "123456789"].includes(id),
  },
];
