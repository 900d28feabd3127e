import { namePaths, shortenPath } from "../bank/shorten.ts";
import { shownPath } from "../bank/shown-path.ts";
import type { Effect, HostWords, NamedBank, RuleName, Text } from "../types.ts";
import { KINDS, type Toast, toToast } from "./verdict.ts";

/** What the model is told of a change in the bank. At most 400 characters. */
export function renderEffect(effect: Effect, words: HostWords, bank: NamedBank): string {
  const { language } = bank;
  const what = describeEffect(effect, bank)[language];
  const restore = `memory-bank restore ${effect.kept}`;
  const kept =
    effect.kept === undefined
      ? ""
      : { en: ` Both versions are kept: ${restore}.`, zh: `两个版本都已保留：${restore}。` }[
          language
        ];
  if (isNeutral(effect))
    return {
      en: `[Memory Bank] ${what}: read it again before you rely on it.${kept}`,
      zh: `[Memory Bank] ${what}：使用前请重新阅读。${kept}`,
    }[language];
  const rule = ruleOf(effect);
  const next = nextStep(effect, rule, words)[language];
  const kind = kindOf(effect);
  const [en, zh] = kind === "warned" ? ["", ""] : [`${KINDS[kind].en}: `, `${KINDS[kind].zh}：`];
  return {
    en: `[Memory Bank] ${en}${what}.${kept} Next: ${next}. (rule: ${rule})`,
    zh: `[Memory Bank] ${zh}${what}。${kept}下一步：${next}。(rule: ${rule})`,
  }[language];
}

/** The same for the person. What somebody else did, or git for the user, is told to the model alone. */
export function toEffectToast(effect: Effect, bank: NamedBank): Toast | undefined {
  if (isNeutral(effect)) return undefined;
  const { en, zh } = describeEffect(effect, bank);
  const kept = effect.kept === undefined ? "" : ` (memory-bank restore ${effect.kept})`;
  return toToast(kindOf(effect), { en: en + kept, zh: zh + kept }, bank.language);
}

function kindOf({ undone, words }: Effect) {
  if (undone.length === 0) return "warned";
  return words === "" ? "put-back" : "undone";
}

/** None of the agent's calls did it; or git did, as it was asked to (another branch, a merge, a stash), and it stays. */
function isNeutral({ words, undone, problem }: Effect): boolean {
  if (words === undefined) return true;
  return /^(?:\S*\/)?git(?: |$)/.test(words) && undone.length === 0 && problem === undefined;
}

/** What happened, and what became of it. */
function describeEffect(effect: Effect, { name }: NamedBank): Text {
  const { words, undone, changed } = effect;
  const docs = undone.length > 0 ? undone : changed;
  const { en, zh } = namePaths(docs.map((doc) => shownPath(name, doc)));
  if (words === undefined)
    return {
      en: `${en} changed since your last step, by none of your tool calls`,
      zh: `${zh} 在你上一步之后有改动，并非你的工具调用所为`,
    };
  const by = words === "" ? "" : shortenPath(words, 40);
  const end = describeEnd(effect);
  return {
    en: `${by === "" ? "this write" : `"${by}"`} changed ${en}${end.en}`,
    zh: `${by === "" ? "这次写入" : `“${by}”`}改动了 ${zh}${end.zh}`,
  };
}

function describeEnd(effect: Effect): Text {
  const { undone, changed, problem, trace } = effect;
  if (undone.length > 0) {
    const step = trace.find(({ verdict }) => verdict === "put-back");
    const more = changed.length;
    return {
      en: `: ${step?.because.en}${more > 0 ? `. Not undone: ${more} more` : ""}`,
      zh: `：${step?.because.zh}${more > 0 ? `。另有 ${more} 个未撤销` : ""}`,
    };
  }
  if (problem !== undefined) return { en: ", and it could not be undone", zh: "，且无法撤销" };
  if (isNeutral(effect)) return { en: "", zh: "" };
  return { en: "; the change stays", zh: "，改动保留" };
}

function ruleOf({ trace }: Effect): RuleName {
  const step = trace.find(({ verdict }) => verdict === "put-back") ?? trace[0];
  return step?.rule ?? "guard-memory-files";
}

function nextStep({ undone, problem }: Effect, rule: RuleName, { writeTools }: HostWords): Text {
  if (undone.length === 0 && problem === undefined)
    return { en: "check that it is right, and tell the user", zh: "检查是否正确，并告诉用户" };
  if (undone.length === 0) {
    const reason = shortenPath(problem ?? "", 60);
    return { en: `tell the user (${reason})`, zh: `把这件事告诉用户（${reason}）` };
  }
  if (rule === "keep-user-blocks")
    return {
      en: "read the doc again and change the machine block only",
      zh: "重新读该文档，只改机器区块",
    };
  if (rule === "keep-secrets-out")
    return { en: "write where it is kept instead", zh: "改写为它的存放位置，再写一次" };
  return {
    en: `make this change with the ${writeTools.en} tool`,
    zh: `用 ${writeTools.zh} 工具修改`,
  };
}
