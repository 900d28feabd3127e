import { DETAILS, ENTRY, PATTERNS } from "../bank/layout.ts";
import { shownPath } from "../bank/shown-path.ts";
import { hasGaps } from "../bank/templates/template-lines.ts";
import type { Text } from "../types.ts";

/** Docs whose templates have places for what the project alone can say. */
const DOCS = [ENTRY, PATTERNS, DETAILS.tech];

/**
 * One sentence to say to the agent, which then fills in what the docs leave blank; undefined where nothing is
 * left. It asks for the bank as a whole, so that it counts as the user's yes for each of the docs.
 */
export function renderFillInRequest(
  bankName: string,
  read: (doc: string) => string | undefined,
): Text | undefined {
  const docs = DOCS.filter((doc) => hasGaps(read(doc) ?? "")).map((doc) =>
    shownPath(bankName, doc),
  );
  const last = docs.at(-1);
  if (last === undefined) return undefined;
  const first = docs.slice(0, -1).join(", ");
  const en = first === "" ? last : `${first} and ${last}`;
  return {
    en: `Update the memory bank: fill in what is not recorded yet in ${en}, from this project's own files, each line with the path that shows it; what you cannot show stays blank.`,
    zh: `更新记忆库：补全 ${docs.join("、")} 中尚未记录的部分，只依据项目自己的文件，每行注明出处路径；无法证明的留空。`,
  };
}
