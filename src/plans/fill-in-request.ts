import { DETAILS, ENTRY, PATTERNS } from "../bank/layout.ts";
import { hasGaps } from "../bank/templates/template-lines.ts";
import type { Text } from "../types.ts";

/** Docs whose templates have blanks that only people who know the project can fill in. */
const DOCS = [ENTRY, PATTERNS, DETAILS.tech];
/** For the user to say to the agent. It names the whole bank, so that it counts as a yes for each of the docs. */
const REQUEST: Text = {
  en: "Update the memory bank: fill in what is not recorded yet, from this project's own files, each line with the path that shows it; what you cannot show stays blank.",
  zh: "更新记忆库：补全尚未记录的部分，只依据项目自己的文件，每行注明出处路径；无法证明的留空。",
};

/** The request to fill in the bank's blanks; undefined if there are none left. */
export function renderFillInRequest(read: (doc: string) => string | undefined): Text | undefined {
  return DOCS.some((doc) => hasGaps(read(doc) ?? "")) ? REQUEST : undefined;
}
