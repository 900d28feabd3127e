import { BANK_FOLDER } from "../bank/layout.ts";
import { shortenPath } from "../bank/shorten.ts";
import type { Effect, HostWords, Language, Text } from "../types.ts";

const DOCS_NAMED = 2;
const LONGEST_NAME = 45;
const LONGEST_WORDS = 40;

/** What the model is told of a command that changed the bank. At most 400 characters. */
export function renderEffect(effect: Effect, words: HostWords, language: Language): string {
  const parts = [
    ...(effect.undone.length === 0 ? [] : [undone(effect, words)]),
    ...(effect.changed.length === 0 ? [] : [changed(effect)]),
  ];
  const text = parts.map((part) => part[language]).join(" ");
  return `[Memory Bank] ${text} (rule: guard-memory-files)`;
}

function undone(effect: Effect, { writeTools }: HostWords): Text {
  const words = shortenPath(effect.words, LONGEST_WORDS);
  const docs = names(effect.undone);
  const versions: Text =
    effect.kept === undefined
      ? { en: "", zh: "" }
      : {
          en: ` Both versions are kept: memory-bank restore ${effect.kept}.`,
          zh: `两个版本都已保留：memory-bank restore ${effect.kept}。`,
        };
  return {
    en: `Undone: "${words}" changed ${docs.en}, and only structured tools write there.${versions.en} Next: make this change with the ${writeTools.en} tool.`,
    zh: `已撤销：“${words}”改动了 ${docs.zh}，而这里只接受结构化工具写入。${versions.zh}下一步：用 ${writeTools.zh} 工具修改。`,
  };
}

function changed(effect: Effect): Text {
  const words = shortenPath(effect.words, LONGEST_WORDS);
  const docs = names(effect.changed);
  if (effect.undone.length > 0) {
    const count = effect.changed.length;
    return { en: `Not undone: ${count} more.`, zh: `另有 ${count} 个未撤销。` };
  }
  if (effect.problem !== undefined) {
    const reason = shortenPath(effect.problem, LONGEST_NAME);
    return {
      en: `"${words}" changed ${docs.en}, and it could not be undone (${reason}). Next: tell the user.`,
      zh: `“${words}”改动了 ${docs.zh}，且无法撤销（${reason}）。下一步：把这件事告诉用户。`,
    };
  }
  return {
    en: `"${words}" changed ${docs.en}; the change stays. Next: check that it is right, and tell the user.`,
    zh: `“${words}”改动了 ${docs.zh}，改动保留。下一步：检查是否正确，并告诉用户。`,
  };
}

function names(docs: readonly string[]): Text {
  const shown = docs
    .slice(0, DOCS_NAMED)
    .map((doc) => shortenPath(`${BANK_FOLDER}/${doc}`, LONGEST_NAME));
  const more = docs.length - shown.length;
  return {
    en: [...shown, ...(more > 0 ? [`${more} more`] : [])].join(", "),
    zh: [...shown, ...(more > 0 ? [`另外 ${more} 个`] : [])].join("、"),
  };
}
