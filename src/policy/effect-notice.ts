import { shortenPath } from "../bank/shorten.ts";
import { shownPath } from "../bank/shown-path.ts";
import type { Effect, HostWords, NamedBank, RuleName, Text } from "../types.ts";
import { namePaths } from "./name-paths.ts";
import { type Toast, toToast } from "./toast.ts";

/** What a tool did to a doc as nobody could foresee. */
export interface Restored {
  readonly doc: string;
  /** The incident that keeps both versions; undefined where nothing could be put back. */
  readonly kept: string | undefined;
  readonly problem: string | undefined;
  /** The rule for secrets that its text offends; undefined where it is a user block that changed. */
  readonly secret: string | undefined;
}

/** What the model is told of a change in the bank. At most 400 characters. */
export function renderEffect(effect: Effect, words: HostWords, bank: NamedBank): string {
  const { undone, changed, kept, problem } = effect;
  const what = describeEffect(effect, bank);
  if (effect.words === undefined)
    return say(
      {
        en: `${what.en} since your last step, by none of your tool calls: read it again before you rely on it.${older(kept).en}`,
        zh: `${what.zh}，并非你的工具调用所为：使用前请重新阅读。${older(kept).zh}`,
      },
      bank,
    );
  if (isGits(effect))
    return say(
      {
        en: `${what.en}: read it again before you rely on it.`,
        zh: `${what.zh}：使用前请重新阅读。`,
      },
      bank,
    );
  const rule = "guard-memory-files";
  if (problem !== undefined && undone.length === 0) return say(stuck(what, problem), bank, rule);
  if (undone.length === 0)
    return say(
      {
        en: `${what.en}; the change stays.${both(kept).en} Next: check that it is right, and tell the user. `,
        zh: `${what.zh}，改动保留。${both(kept).zh}下一步：检查是否正确，并告诉用户。`,
      },
      bank,
      rule,
    );
  const left = changed.length;
  const more: Text =
    left === 0
      ? { en: "", zh: "" }
      : { en: `Not undone: ${left} more. `, zh: `另有 ${left} 个未撤销。` };
  const { writeTools } = words;
  return say(
    {
      en: `Undone: ${what.en}, and only structured tools write there.${both(kept).en} Next: make this change with the ${writeTools.en} tool. ${more.en}`,
      zh: `已撤销：${what.zh}，而这里只接受结构化工具写入。${both(kept).zh}下一步：用 ${writeTools.zh} 工具修改。${more.zh}`,
    },
    bank,
    rule,
  );
}

/** What a command did to the bank. What somebody else did, or git for the user, is told to the model alone. */
export function toEffectToast(effect: Effect, bank: NamedBank): Toast | undefined {
  if (effect.words === undefined || isGits(effect)) return undefined;
  const what = describeEffect(effect, bank);
  const kept = effect.kept === undefined ? "" : ` (memory-bank restore ${effect.kept})`;
  if (effect.undone.length > 0)
    return toToast("undone", { en: what.en + kept, zh: what.zh + kept }, bank.language);
  const isStuck = effect.problem !== undefined;
  const end: Text = isStuck
    ? { en: ", and it could not be undone", zh: "，且无法撤销" }
    : { en: "; the change stays", zh: "，改动保留" };
  return toToast(
    "warned",
    { en: what.en + end.en + kept, zh: what.zh + end.zh + kept },
    bank.language,
  );
}

/** Git changed docs as it was asked to (another branch, a merge, a stash), and that stays. */
function isGits({ words = "", undone, problem }: Effect): boolean {
  return /^(?:\S*\/)?git(?: |$)/.test(words) && undone.length === 0 && problem === undefined;
}

function describeEffect({ words, undone, changed }: Effect, { name }: NamedBank): Text {
  const docs = undone.length > 0 ? undone : changed;
  const { en, zh } = namePaths(docs.map((doc) => shownPath(name, doc)));
  if (words === undefined) return { en: `${en} changed`, zh: `${zh} 在你上一步之后有改动` };
  const by = shortenPath(words, 40);
  return { en: `"${by}" changed ${en}`, zh: `“${by}”改动了 ${zh}` };
}

export function renderRestored(restored: Restored, bank: NamedBank): string {
  const { kept, problem, secret } = restored;
  const what = describeRestored(restored, bank);
  const rule = secret === undefined ? "keep-user-blocks" : "keep-secrets-out";
  if (problem !== undefined) return say(stuck(what, problem), bank, rule);
  const next: Text =
    secret === undefined
      ? {
          en: "read the doc again and change the machine block only",
          zh: "重新读该文档，只改机器区块",
        }
      : { en: "write where it is kept instead", zh: "改写为它的存放位置，再写一次" };
  return say(
    {
      en: `Put back: ${what.en}.${both(kept).en} Next: ${next.en}. `,
      zh: `已恢复：${what.zh}。${both(kept).zh}下一步：${next.zh}。`,
    },
    bank,
    rule,
  );
}

export function toRestoredToast(restored: Restored, bank: NamedBank): Toast {
  const what = describeRestored(restored, bank);
  if (restored.problem === undefined) return toToast("put-back", what, bank.language);
  const text = { en: `${what.en}, and it could not be undone`, zh: `${what.zh}，且无法撤销` };
  return toToast("warned", text, bank.language);
}

function describeRestored({ doc, secret }: Restored, { name }: NamedBank): Text {
  const path = shortenPath(shownPath(name, doc));
  return secret === undefined
    ? {
        en: `this write changed the user block or a marker of ${path}`,
        zh: `这次写入改动了 ${path} 的用户区块或标记`,
      }
    : {
        en: `this write brought a secret (${secret}) into ${path}`,
        zh: `这次写入把敏感数据（${secret}）带进了 ${path}`,
      };
}

function say({ en, zh }: Text, { language }: NamedBank, rule?: RuleName): string {
  return `[Memory Bank] ${{ en, zh }[language]}${rule === undefined ? "" : `(rule: ${rule})`}`;
}

function stuck({ en, zh }: Text, problem: string): Text {
  const reason = shortenPath(problem, 60);
  return {
    en: `${en}, and it could not be undone (${reason}). Next: tell the user. `,
    zh: `${zh}，且无法撤销（${reason}）。下一步：把这件事告诉用户。`,
  };
}

function both(kept: string | undefined): Text {
  if (kept === undefined) return { en: "", zh: "" };
  return {
    en: ` Both versions are kept: memory-bank restore ${kept}.`,
    zh: `两个版本都已保留：memory-bank restore ${kept}。`,
  };
}

function older(kept: string | undefined): Text {
  if (kept === undefined) return { en: "", zh: "" };
  return {
    en: ` The older version is kept: memory-bank restore ${kept}.`,
    zh: `旧版本已保留：memory-bank restore ${kept}。`,
  };
}
