import { BANK_FOLDER } from "../../bank/layout.ts";
import type { Docs } from "../../proposal-types.ts";
import type { Language } from "../../types.ts";

/** The lines of an offer, as `findOffer` reads them. Without points it is the form to fill in. */
export function renderOffer(
  targets: readonly string[],
  points: readonly string[],
  language: Language,
): string[] {
  const zh = language === "zh";
  const content =
    points.length > 0 ? points : zh ? ["{要点1}", "{要点2}"] : ["{point 1}", "{point 2}"];
  return [
    zh ? "💾 要把这次的发现写入 Memory Bank 吗？" : "💾 Save this to the Memory Bank?",
    ...targets.map((target) => `   → ${target}`),
    zh ? `   → 内容：${content.join("；")}` : `   → Content: ${content.join("; ")}`,
  ];
}

/** Docs as paths from the folder that holds the bank. */
export function addressesOf(docs: Docs): string[] {
  return docs === "any" ? [`${BANK_FOLDER}/`] : docs.map((doc) => `${BANK_FOLDER}/${doc}`);
}
