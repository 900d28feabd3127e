import { BANK_FOLDER } from "../bank/layout.ts";
import type { Effect, Language } from "../types.ts";
import { shortenPath } from "../bank/shorten.ts";

const DOCS_NAMED = 2;
const LONGEST_NAME = 45;
const LONGEST_WORDS = 40;

/** What the model is told of a command that changed the bank. At most 400 characters. */
export function renderEffect(effect: Effect, language: Language): string {
  const zh = language === "zh";
  const words = shortenPath(effect.words, LONGEST_WORDS);
  const parts = [
    ...(effect.undone.length === 0 ? [] : [undone(effect, words, zh)]),
    ...(effect.changed.length === 0 ? [] : [changed(effect, words, zh)]),
  ];
  return `[Memory Bank] ${parts.join(" ")} (rule: guard-memory-files)`;
}

function undone({ undone: docs, kept }: Effect, words: string, zh: boolean): string {
  const versions =
    kept === undefined
      ? ""
      : zh
        ? `两个版本都已保留：memory-bank restore ${kept}。`
        : ` Both versions are kept: memory-bank restore ${kept}.`;
  return zh
    ? `已撤销：“${words}”改动了 ${names(docs, zh)}，而这里只接受结构化工具写入。${versions}下一步：用 write、edit 或 apply_patch 工具修改。`
    : `Undone: "${words}" changed ${names(docs, zh)}, and only structured tools write there.${versions} Next: make this change with the write, edit or apply_patch tool.`;
}

function changed(
  { undone: others, changed: docs, problem }: Effect,
  words: string,
  zh: boolean,
): string {
  if (others.length > 0)
    return zh ? `另有 ${docs.length} 个未撤销。` : `Not undone: ${docs.length} more.`;
  if (problem !== undefined) {
    const reason = shortenPath(problem, LONGEST_NAME);
    return zh
      ? `“${words}”改动了 ${names(docs, zh)}，且无法撤销（${reason}）。下一步：把这件事告诉用户。`
      : `"${words}" changed ${names(docs, zh)}, and it could not be undone (${reason}). Next: tell the user.`;
  }
  return zh
    ? `“${words}”改动了 ${names(docs, zh)}，改动保留。下一步：检查是否正确，并告诉用户。`
    : `"${words}" changed ${names(docs, zh)}; the change stays. Next: check that it is right, and tell the user.`;
}

function names(docs: readonly string[], zh: boolean): string {
  const shown = docs
    .slice(0, DOCS_NAMED)
    .map((doc) => shortenPath(`${BANK_FOLDER}/${doc}`, LONGEST_NAME));
  const more = docs.length - shown.length;
  if (more > 0) shown.push(zh ? `另外 ${more} 个` : `${more} more`);
  return shown.join(zh ? "、" : ", ");
}
