import type { Offer } from "../../proposal-types.ts";
import { asksForSave, asksForSomeSave } from "./asked-acts.ts";
import { findDocs, isDocName } from "./find-docs.ts";
import { foldWords } from "./fold-words.ts";
import { isAboutBank } from "./is-about-bank.ts";
import { isAllOpen } from "./plan-words.ts";
import { ASKS_BOTH, lastQuestion, withoutPurpose } from "./questions.ts";
import { shownLines } from "./shown-text.ts";

const OPENS = /^\s*(?:[-*+•]\s+|#{1,6}\s+|\d{1,3}[.)]\s+)?(?:\*\*|__)?\s*💾/u;
const ARROW = /(?:→|➜|➔|➡|⇒|⟶|⟹|▶|►|->|=>)\uFE0F?/u;
const LABEL =
  /^(?:content|contents|points?|summary|details|内容|内容要点|要点|摘要|内容为)\s*[:：]\s*/iu;
const ITEM = /^\s*(?:[-*+•]|\d{1,3}[.)])\s+/;
/** The line that says how to answer ends an offer. */
const HOW =
  /^\s*(?:\*\*|[*_>])?\s*(?:reply|respond|answer|say|just say|type|press|enter|hit|click|send|(?:请)?(?:回复|回答|答复|输入|点击|发送|说))/iu;
/** A report of what was done looks much like an offer. */
const DONE =
  /\b(?:saved|written|wrote|updated|recorded|stored|done|nothing|no need|not needed)\b|无需|没有需要|不需要|已(?:经)?(?:写|保存|记|更新|存)|写入完成|保存成功|写好了/;
/** It says how to have something else done. */
export const OTHER_ACT =
  /\b(?:deploy|releas|publish|commit|push|merg|delet|remov|drop|run|install|start|proceed|renam|refactor|ship|migrat|upload|overwrit|force)(?:e|es|ed|s|ing|ion|ment)?\b|部署|发布|提交|推送|合并|删除|运行|安装|开始|重命名|重构/;
const MOST_STARTS = 10;
const MOST_LINES = 40;
const MOST_POINTS = 20;
const LONGEST_POINT = 300;

/**
 * The 💾 offer of an assistant's message: where it would save, and what. The last one counts, and only if nothing else
 * is asked for behind it: nobody could tell what a yes is to.
 */
export function findOffer(text: string): Offer | undefined {
  const lines = shownLines(text);
  const starts = lines.flatMap((line, index) => (OPENS.test(line) ? [index] : []));
  for (const start of starts.slice(-MOST_STARTS).toReversed()) {
    const offer = readOffer(lines.slice(start, start + MOST_LINES));
    if (offer !== undefined) return asksForMore(lines.slice(start)) ? undefined : offer;
  }
  return undefined;
}

/** Whether another question follows; one about the save itself is part of the offer. */
function asksForMore([first = "", ...rest]: readonly string[]): boolean {
  const afterOffer = first.split(ARROW)[0] ?? "";
  const words = [behindQuestion(afterOffer), ...rest.filter((line) => !isPart(line))].join("\n");
  if (words.split("\n").some((line) => HOW.test(line))) return true;
  const folded = foldWords(words);
  const question = lastQuestion(folded);
  return question !== undefined && !asksForSave(question) && !isAllOpen(folded);
}

/** A line that says where, what, or how to answer. */
function isPart(line: string): boolean {
  if (HOW.test(line)) return !OTHER_ACT.test(foldWords(line));
  return toPieces(line).length > 0 && (ARROW.test(line) || !/[?？]\s*$/.test(line));
}

/** On the line of the offer itself, the first question is the offer's. */
function behindQuestion(line: string): string {
  const end = line.search(/[?？]/);
  return end === -1 ? "" : line.slice(end + 1);
}

/** Who says yes to this says no to the save. */
export const LEAVES =
  /\b(?:skip|skipping|not|don't|without|nothing|discard|cancel|instead of|leave|ignore|dismiss|close|abort)\b|跳过|放弃|取消|忽略|关闭|不(?:要|用|必)?(?:写|记|存|保存)(?!不)|别(?:写|记|存)/;

/** The save that a question asks for which the agent puts through the host: less form, but it must say what it asks. */
export function findAskedOffer(question: string): Offer | undefined {
  const words = foldWords(question);
  const asked = withoutPurpose(lastQuestion(words) ?? words);
  if (LEAVES.test(asked) && !ASKS_BOTH.test(asked)) return undefined;
  const isUnderName = words.split("\n").some((line) => isBankName(line.trim()));
  if (!asksForSave(asked) && !(isUnderName && asksForSomeSave(asked))) return undefined;
  const targets = findDocs(question);
  return targets.length > 0 || isUnderName || isAboutBank(question)
    ? { targets, points: [] }
    : undefined;
}

/** A header that names the bank, or a doc, says where. */
function isBankName(line: string): boolean {
  return BANK_ALONE.test(line) || isDocName(line);
}

const BANK_ALONE =
  /^(?:save to |update )?(?:the )?(?:memory[ -]?bank|project memory|记忆库)(?: (?:update|save|entry))?$/;

function readOffer(lines: readonly string[]): Offer | undefined {
  const [first = "", ...rest] = lines;
  const [question = "", ...inline] = first.split(ARROW);
  if (DONE.test(foldWords(question))) return undefined;
  const end = rest.findIndex((line) => line === "---" || OPENS.test(line) || HOW.test(line));
  const body = end === -1 ? rest : rest.slice(0, end);
  const targets = new Set(findDocs(question));
  const points: string[] = [];
  for (const piece of [...inline, ...body.flatMap(toPieces)]) {
    const plain = piece.replaceAll(/[*`]|__/g, "").trim();
    const isLabelled = LABEL.test(plain);
    const docs = isLabelled ? [] : findDocs(plain);
    if (docs.length === 0) points.push(...toPoints(plain.replace(LABEL, "")));
    else {
      for (const doc of docs) targets.add(doc);
      points.push(...toPoints(afterDocs(plain)));
    }
  }
  if (targets.size === 0) return undefined;
  return { targets: [...targets], points: points.slice(0, MOST_POINTS) };
}

/** What an arrow leads to, and the items below it. Prose around them is neither target nor point. */
function toPieces(line: string): string[] {
  const [before = "", ...after] = line.split(ARROW);
  if (after.length > 0 && before.replace(ITEM, "").trim() === "") return [after.join(" → ")];
  return ITEM.test(line) && after.length === 0 ? [line.replace(ITEM, "")] : [];
}

/** `details/tech.md: use pnpm` says what goes there. */
function afterDocs(piece: string): string {
  return /\.md[)）]?\s*(?:[:：]|—|–| - )\s*(?<what>.+)$/u.exec(piece)?.groups?.["what"] ?? "";
}

function toPoints(text: string): string[] {
  return text
    .split(/[;；]/u)
    .map((point) => point.trim().slice(0, LONGEST_POINT))
    .filter((point) => point !== "");
}

/** The same for offers that a reader takes as the same, however they are laid out. */
export function offerKey({ targets, points }: Offer): string {
  const content = points.map((point) => foldWords(point).replaceAll(/[^\p{L}\p{N}]+/gu, ""));
  return [...targets.map((doc) => doc.toLowerCase()).toSorted(), ...content.toSorted()].join("\n");
}
