import type { Detector, Hit } from "./hit.ts";
import { isDummy } from "./is-dummy.ts";

const LABEL =
  /(?:recovery|backup|rescue|scratch)[- ]codes?|(?:product|licen[cs]e|activation|serial|recovery)[- ]key|恢复码|备用码|救援码|产品密钥|激活码|注册码/i;
/** `3f9a1-77c0d`, `4821 9934` */
const CODE = /(?<![\w-])(?=[a-z]{0,5}\d|\d)[a-z0-9]{4,6}[- ][a-z0-9]{4,6}(?![\w-])/gi;
/** `A1B2C-…`, four groups or more: one such key is enough. */
const KEY = /(?<![\w-])(?=[A-Z-]{0,30}\d)[A-Z0-9]{4,6}(?:-[A-Z0-9]{4,6}){3,7}(?![\w-])/g;
/** A lone code may be anything. */
const FEWEST_CODES = 3;
const LIST = /^[\s>*+-]{0,8}(?:\d{1,2}[.)] )?[`*]{0,3}[a-z0-9]{4,6}[- ][a-z0-9]{4,6}\b/i;
const REACH = 16;

/** Codes that open an account once, and keys that a vendor sells: short groups below a label. */
export const findHandedOutCodes: Detector = ({ lines }) => {
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
  return hits;
};

const codesOf = (text: string): string[] => text.match(CODE) ?? [];

function listBelow(lines: readonly string[], line: number): string[] {
  const below = lines.slice(line + 1, line + 1 + REACH);
  const end = below.findIndex((text) => text.trim() !== "" && !LIST.test(text));
  return end === -1 ? below : below.slice(0, end);
}
