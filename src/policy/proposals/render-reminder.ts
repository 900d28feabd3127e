import { shortenPath } from "../../bank/shorten.ts";
import type { Offer } from "../../proposal-types.ts";
import type { Language, NamedBank } from "../../types.ts";
import { REMINDER } from "./advance-proposals.ts";
import { toOwnName } from "./common-name.ts";
import { addressesOf, renderOffer } from "./render-offer.ts";

/** Told once in a turn that changed much. It claims nothing about the turn. At most 400 characters, on one line. */
export function renderReminder(language: Language): string {
  const form = (target: string) =>
    renderOffer([target], [], language)
      .map((line) => line.trim())
      .join(" ");
  return {
    en: `[Memory Bank] If this task settled something worth keeping, offer once to save it: end your last message with (each → on its own line) ${form("{target doc}")}, and wait for the answer. Otherwise say nothing about it. (reminder: ${REMINDER})`,
    zh: `[Memory Bank] 如果这次任务确定了值得保留的内容，就提议保存一次：在最后一条回复的末尾写（每个 → 另起一行）${form("{目标文档}")}，并等用户回答。否则不必提起。(reminder: ${REMINDER})`,
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
