import { namePaths, shortenPath } from "../bank/shorten.ts";
import { shownPath } from "../bank/doc-paths.ts";
import type { Effect, HostWords, NamedBank, RuleName, Text } from "../types.ts";
import { type Toast, renderVerdict, toToast } from "./verdict.ts";

const GIT = /^(?:\S*\/)?git(?: |$)/;

/** What the model is told of a change in the bank. At most 400 characters. */
export function renderEffect(effect: Effect, words: HostWords, bank: NamedBank): string {
  const rule = (findUndone(effect) ?? effect.trace[0])?.rule ?? "guard-memory-files";
  const objection = { because: describeEffect(effect, bank), next: nextStep(effect, rule, words) };
  return renderVerdict(kindOf(effect), objection, rule, bank.language);
}

/** What the person is told of the change. Changes by others, or by git for the user, are told to the model alone. */
export function toEffectToast(effect: Effect, bank: NamedBank): Toast | undefined {
  if (isNeutral(effect)) return undefined;
  return toToast(kindOf(effect), describeEffect(effect, bank), bank.language);
}

function kindOf({ undone, words }: Effect) {
  if (undone.length === 0) return "warned";
  return words === "" ? "put-back" : "undone";
}

/** No call of the agent made the change; or git did, as it was told to (switch branch, merge, stash), and it stays. */
function isNeutral({ words, undone, problem }: Effect): boolean {
  if (words === undefined) return true;
  return GIT.test(words) && undone.length === 0 && problem === undefined;
}

function findUndone({ trace }: Effect) {
  return trace.find(({ verdict }) => verdict === "put-back");
}

/** What happened, what became of it, and how both versions come back. */
function describeEffect(effect: Effect, { name }: NamedBank): Text {
  const { words, undone, changed } = effect;
  const docs = undone.length > 0 ? undone : changed;
  const { en, zh } = namePaths(docs.map((doc) => shownPath(name, doc)));
  const kept = effect.kept === undefined ? "" : ` (memory-bank restore ${effect.kept})`;
  if (words === undefined)
    return {
      en: `${en} changed since your last step, by none of your tool calls${kept}`,
      zh: `${zh} 在你上一步之后有改动，并非你的工具调用所为${kept}`,
    };
  const by = shortenPath(words, 40);
  const end = describeEnd(effect);
  return {
    en: `${by === "" ? "this write" : `"${by}"`} changed ${en}${end.en}${kept}`,
    zh: `${by === "" ? "这次写入" : `“${by}”`}改动了 ${zh}${end.zh}${kept}`,
  };
}

function describeEnd(effect: Effect): Text {
  const { undone, changed, problem } = effect;
  if (undone.length > 0) {
    const because = findUndone(effect)?.because;
    const more = changed.length;
    return {
      en: `: ${because?.en}${more > 0 ? `. Not undone: ${more} more` : ""}`,
      zh: `：${because?.zh}${more > 0 ? `。另有 ${more} 个未撤销` : ""}`,
    };
  }
  return problem === undefined
    ? { en: "; the change stays", zh: "，改动保留" }
    : { en: ", and it could not be undone", zh: "，且无法撤销" };
}

function nextStep(effect: Effect, rule: RuleName, { writeTools }: HostWords): Text {
  const { words = "", undone, problem } = effect;
  if (isNeutral(effect))
    return { en: "read it again before you rely on it", zh: "使用前请重新阅读" };
  if (undone.length === 0 || (GIT.test(words) && rule === "guard-memory-files")) {
    const why = problem === undefined ? "" : ` (${shortenPath(problem)})`;
    return {
      en: `check that it is right, and tell the user${why}`,
      zh: `检查是否正确，并告诉用户${why}`,
    };
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
