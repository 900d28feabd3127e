import type { MomentKind, Offer } from "../../proposal-types.ts";
import type { Language, NamedBank, Text } from "../../types.ts";
import { shortenPath } from "../../bank/shorten.ts";
import { REMINDER } from "./advance-proposals.ts";
import { toOwnName } from "./common-name.ts";
import { addressesOf, renderOffer } from "./render-offer.ts";

const MOMENTS: Readonly<Record<MomentKind, Text>> = {
  requirement: { en: "a requirement or acceptance criterion", zh: "需求或验收标准" },
  decision: { en: "a decision or convention", zh: "决策或约定" },
  lesson: { en: "a lesson (the cause of a problem)", zh: "经验（问题的原因）" },
  workflow: {
    en: "a change of commands, workflow or structure",
    zh: "命令、工作流或项目结构的变更",
  },
};

/** What the model is told in time for its last message of the turn. At most 400 characters, on one line. */
export function renderReminder(moment: MomentKind, language: Language): string {
  const brought = MOMENTS[moment];
  const form = (target: string) =>
    renderOffer([target], [], language)
      .map((line) => line.trim())
      .join(" ");
  return {
    en: `[Memory Bank] This turn brought ${brought.en}. At the end of the main task, once, end your message with (each → on its own line): ${form("{target doc}")} and wait for the answer. Not if it is recorded, was offered before or was declined. (reminder: ${REMINDER})`,
    zh: `[Memory Bank] 本轮出现了${brought.zh}。主要任务完成时，在回复末尾提议一次（每个 → 另起一行）：${form("{目标文档}")}，然后等用户回答。已有记录、提议过或被拒绝的内容不再提议。(reminder: ${REMINDER})`,
  }[language];
}

/** What the model is told after it has made an offer that the session had before. */
export function renderRepeated({ targets, points }: Offer, { name, language }: NamedBank): string {
  const docs = addressesOf(targets.slice(0, 2), name)
    .map((address) => shortenPath(address))
    .join({ en: ", ", zh: "、" }[language]);
  const content = shortenPath(toOwnName(points.join("; "), name), 100);
  return {
    en: `[Memory Bank] Your last message repeated an offer (${docs}: ${content}). Next: unless the user confirms it, do not offer it again in this session. (reminder: ${REMINDER})`,
    zh: `[Memory Bank] 你的上一条消息重复了提议过的内容（${docs}：${content}）。下一步：除非用户确认，本会话不再提议它。(reminder: ${REMINDER})`,
  }[language];
}
