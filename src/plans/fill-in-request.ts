import { DETAILS, ENTRY, PATTERNS } from "../bank/layout.ts";
import { hasGaps } from "../bank/templates/template-lines.ts";
import type { Text } from "../types.ts";

/** Docs whose templates have places for what the project alone can say. */
const DOCS = [ENTRY, PATTERNS, DETAILS.tech];
/** To be said to the agent. It asks for the bank as a whole, so that it counts as the user's yes for each of the docs. */
const REQUEST: Text = {
  en: "Update the memory bank: fill in what is not recorded yet, from this project's own files, each line with the path that shows it; what you cannot show stays blank.",
  zh: "更新记忆库：补全尚未记录的部分，只依据项目自己的文件，每行注明出处路径；无法证明的留空。",
};

/** The sentence that has a bank filled in; undefined where nothing is left. */
export function renderFillInRequest(read: (doc: string) => string | undefined): Text | undefined {
  return DOCS.some((doc) => hasGaps(read(doc) ?? "")) ? REQUEST : undefined;
}
