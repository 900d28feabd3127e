import { parseBlocks } from "../bank/blocks.ts";
import type { Text } from "../types.ts";
import { mergeRegions } from "./merge-regions.ts";
import { type MergeLines, beginMerging } from "./merging.ts";
import { toOneForm } from "./one-form.ts";
import { type Versions, settle } from "./versions.ts";

export interface Merged {
  readonly text: string;
  /** How many conflicts people have to decide. */
  readonly conflicts: number;
  readonly notes: readonly Text[];
}

/** Merges three versions of a doc: by its structure, or by lines if the structure cannot be relied on. */
export function mergeDocs(texts: Versions<string>, mergeLines: MergeLines): Merged {
  const settled = settle(texts);
  if (settled !== undefined) return { text: settled, conflicts: 0, notes: [] };
  const merging = beginMerging(mergeLines);
  const trouble = findTrouble(texts);
  if (trouble !== undefined) return { ...mergeLines(texts), notes: [trouble] };

  const form = toOneForm(texts);
  const merged = form.finish(mergeRegions(form.texts, merging));
  if (losesWords(texts, merged)) return { ...mergeLines(texts), notes: [UNSURE] };
  return { text: merged, conflicts: merging.conflicts(), notes: [] };
}

const MARKERS: Text = {
  en: "its block markers are not sound, or differ between the sides; merged as text",
  zh: "区块标记不完整，或两边不一致；按文本合并",
};
const LINE_ENDS: Text = {
  en: "it has line ends that git does not know; merged as text",
  zh: "含有 git 不识别的换行符；按文本合并",
};
const UNDECIDED: Text = {
  en: "one of its versions has conflict markers already; merged as text",
  zh: "其中一个版本已有冲突标记；按文本合并",
};
export const UNSURE: Text = {
  en: "its structure could not be relied on; merged as text",
  zh: "结构不可靠；按文本合并",
};

/** Why the structure of the versions cannot be relied on; undefined if it can. */
function findTrouble({ base, ours, theirs }: Versions<string>): Text | undefined {
  const texts = [base, ours, theirs].filter((text) => text !== "");
  if (texts.some((text) => /\r(?!\n)/.test(text))) return LINE_ENDS;
  if (texts.some((text) => /^(?:<{7,}|>{7,})(?: |\r?$)/m.test(text))) return UNDECIDED;
  const kinds = texts.map((text) => {
    const { markers, problems } = parseBlocks(text);
    if (markers.length > 0 && problems.length > 0) return undefined;
    return markers.map(({ marker }) => marker).join(" ");
  });
  return kinds.every((kind) => kind !== undefined && kind === kinds[0]) ? undefined : MARKERS;
}

/** Whether a word that one side added is missing from the result: the last check against losing text. */
function losesWords({ base, ours, theirs }: Versions<string>, merged: string): boolean {
  const wordsIn = (text: string) => text.match(/\p{L}[\p{L}\p{N}_]*/gu) ?? [];
  const there = new Set([base, merged].flatMap(wordsIn));
  return [ours, theirs].flatMap(wordsIn).some((word) => !there.has(word));
}
