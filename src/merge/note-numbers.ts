import { posix } from "node:path";
import type { Merging } from "./merging.ts";
import type { Versions } from "./versions.ts";

const REQUIREMENT =
  /[^\s()[\]|`,，、;；<>"']{0,300}\bREQ-(\d{1,9})(?!\d)[^\s()[\]|`,，、;；<>"'/]{0,200}\.md\b/gi;

/** Says which of two requirements that the sides have given one number is to get another. */
export function noteNumbers(texts: Versions<string>, merging: Merging): void {
  if (!/req-\d/i.test(texts.theirs)) return;
  const [before, ours, theirs] = [texts.base, texts.ours, texts.theirs].map(requirementsIn);
  if (!before || !ours || !theirs) return;
  const all = [...before.values(), ...ours.values(), ...theirs.values()];
  let free = Math.max(0, ...all);
  for (const [doc, number] of theirs) {
    if (before.has(doc) || ours.has(doc)) continue;
    const twin = [...ours].find(([other, its]) => its === number && !before.has(other))?.[0];
    if (twin === undefined) continue;
    free += 1;
    const [number3, free3] = [number, free].map((each) => `REQ-${String(each).padStart(3, "0")}`);
    merging.note({
      en: `${number3} was given twice, to ${twin} and to ${doc}: renumber ${doc}, ${free3} is free`,
      zh: `${number3} 被用了两次：${twin} 和 ${doc}。请给 ${doc} 换编号，${free3} 未使用`,
    });
  }
}

/** By file name, since rows and links lead there from different places. */
function requirementsIn(text: string): Map<string, number> {
  return new Map(
    [...text.matchAll(REQUIREMENT)].map(([doc, number]) => [posix.basename(doc), Number(number)]),
  );
}
