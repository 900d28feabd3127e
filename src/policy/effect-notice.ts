import { shortenPath } from "../bank/shorten.ts";
import { shownPath } from "../bank/shown-path.ts";
import type { Effect, HostWords, NamedBank, Text } from "../types.ts";

const DOCS_NAMED = 2;
const LONGEST_NAME = 45;
const LONGEST_WORDS = 40;

/** Docs as paths, the first ones. */
type Shown = (docs: readonly string[]) => Text;

/** What the model is told of a change in the bank. At most 400 characters. */
export function renderEffect(
  effect: Effect,
  words: HostWords,
  { name, language }: NamedBank,
): string {
  const shown = (docs: readonly string[]) => names(docs.map((doc) => shownPath(name, doc)));
  if (effect.words === undefined) return renderOutside(effect, shown)[language];
  if (isGits(effect)) return renderGits(effect, shown)[language];
  const parts = [
    ...(effect.undone.length === 0 ? [] : [undone(effect, shown, words)]),
    ...(effect.changed.length === 0 ? [] : [changed(effect, shown)]),
  ];
  const text = parts.map((part) => part[language]).join(" ");
  return `[Memory Bank] ${text} (rule: guard-memory-files)`;
}

/** Somebody else's work: neither right nor wrong, but what was read of it is old. */
function renderOutside({ changed: docs, kept }: Effect, shown: Shown): Text {
  const { en, zh } = shown(docs);
  const older = versions(kept, { en: "The older version is kept", zh: "旧版本已保留" });
  return {
    en: `[Memory Bank] ${en} changed since your last step, by none of your tool calls: read it again before you rely on it.${older.en}`,
    zh: `[Memory Bank] ${zh} 在你上一步之后有改动，并非你的工具调用所为：使用前请重新阅读。${older.zh}`,
  };
}

/** Git changed docs as it was asked to (another branch, a merge, a stash), and that stays. */
export function isGits({ words = "", undone, problem }: Effect): boolean {
  return /^(?:\S*\/)?git(?: |$)/.test(words) && undone.length === 0 && problem === undefined;
}

function renderGits({ words = "", changed: docs }: Effect, shown: Shown): Text {
  const by = shortenPath(words, LONGEST_WORDS);
  const { en, zh } = shown(docs);
  return {
    en: `[Memory Bank] "${by}" changed ${en}: read it again before you rely on it.`,
    zh: `[Memory Bank] “${by}”改动了 ${zh}：使用前请重新阅读。`,
  };
}

function versions(kept: string | undefined, what: Text): Text {
  return kept === undefined
    ? { en: "", zh: "" }
    : {
        en: ` ${what.en}: memory-bank restore ${kept}.`,
        zh: `${what.zh}：memory-bank restore ${kept}。`,
      };
}

const BOTH: Text = { en: "Both versions are kept", zh: "两个版本都已保留" };

function undone(effect: Effect, shown: Shown, { writeTools }: HostWords): Text {
  const words = shortenPath(effect.words ?? "", LONGEST_WORDS);
  const docs = shown(effect.undone);
  const both = versions(effect.kept, BOTH);
  return {
    en: `Undone: "${words}" changed ${docs.en}, and only structured tools write there.${both.en} Next: make this change with the ${writeTools.en} tool.`,
    zh: `已撤销：“${words}”改动了 ${docs.zh}，而这里只接受结构化工具写入。${both.zh}下一步：用 ${writeTools.zh} 工具修改。`,
  };
}

function changed(effect: Effect, shown: Shown): Text {
  const words = shortenPath(effect.words ?? "", LONGEST_WORDS);
  const docs = shown(effect.changed);
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
  const both = versions(effect.kept, BOTH);
  return {
    en: `"${words}" changed ${docs.en}; the change stays.${both.en} Next: check that it is right, and tell the user.`,
    zh: `“${words}”改动了 ${docs.zh}，改动保留。${both.zh}下一步：检查是否正确，并告诉用户。`,
  };
}

function names(paths: readonly string[]): Text {
  const shown = paths.slice(0, DOCS_NAMED).map((path) => shortenPath(path, LONGEST_NAME));
  const more = paths.length - shown.length;
  return {
    en: [...shown, ...(more > 0 ? [`${more} more`] : [])].join(", "),
    zh: [...shown, ...(more > 0 ? [`另外 ${more} 个`] : [])].join("、"),
  };
}
