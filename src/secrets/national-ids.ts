import type { Detector, Hit } from "./hit.ts";
import { ID_FORMATS } from "./id-formats.ts";

/** Not part of a longer number, of a name or of a decimal. A look-behind would be slow in the host's Bun. */
const FORMATS = ID_FORMATS.map((id) => ({
  ...id,
  pattern: new RegExp(`(?:${id.format.source})(?![A-Za-z0-9]|[.-]\\d)`, `g${id.format.flags}`),
}));
const CONTINUES = /[A-Za-z0-9]$|\d[.-]$/;

const HAS_NUMBER = /\d\d/;

/** Digits of made-up ids: `12345…`, `00000…`. */
const MADE_UP = /12345|98765|(\d)\1{4}/;

/** Ids that standards and encyclopedias publish as examples, without their last character. */
const PUBLISHED: ReadonlySet<string> = new Set([
  "11010519491231002",
  "5299822472",
  "25508141680253",
  "18505780060843",
  "26905495881578",
  "131052308",
  "8609574271",
  "6592997048",
  "4703689281",
  "11122233",
  "4405140145",
  "4405140135",
  "811218987",
]);

export const findNationalIds: Detector = ({ changed }) => {
  const hits: Hit[] = [];
  for (const [line, text] of changed) {
    if (!HAS_NUMBER.test(text)) continue;
    for (const { pattern, label, isValid } of FORMATS) {
      if (label !== undefined && !label.test(text)) continue;
      for (const { 0: found, index } of text.matchAll(pattern)) {
        if (CONTINUES.test(text.slice(Math.max(0, index - 2), index))) continue;
        const value = found.replaceAll(/[ .+-]/g, "");
        if (MADE_UP.test(value) || PUBLISHED.has(value.slice(0, -1)) || !isValid(value)) continue;
        hits.push({ rule: "national-id", value, line });
      }
    }
  }
  return hits;
};
