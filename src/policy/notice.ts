import { MEMORY_READER } from "../bank/layout.ts";
import type { Language, Notice } from "../types.ts";
import { RULES } from "./decide.ts";
import { REMINDER } from "./proposals/advance-proposals.ts";

/** Said each time. */
export function toNotice(text: string): Notice {
  return { text, topic: undefined };
}

/** Asks for an offer, once a turn. */
export function toReminderNotice(text: string): Notice {
  return { text, topic: REMINDER };
}

/** The writing guideline of a doc: once a turn for each doc. */
export function toGuidelineNotice(text: string, doc: string): Notice {
  return { text, topic: guidelineTopic(doc) };
}

export function guidelineTopic(doc: string): string {
  return `guideline ${doc}`;
}

const SIGNATURE = /\n\n\[Memory Bank\] [^\n]*\((rule|guideline|reminder): ([^\n]*)\)$/;

/** The topic of the notice that a result of the history ends with: notices are signed by what they are about. */
export function topicIn(result: string): string | undefined {
  const [, kind, name = ""] = SIGNATURE.exec(result) ?? [];
  if (kind === "guideline") return guidelineTopic(name);
  if (kind === "reminder") return name;
  return RULES.find((rule) => rule.name === name)?.warnsOnce === true ? name : undefined;
}

/** What the main agent is told of an answer whose quotes our own failure kept from being checked. */
export function uncheckedNotice(language: Language): string {
  return {
    en: `[Memory Bank] nothing of this answer was checked. Next: read the docs that it names before you rely on them. (${MEMORY_READER})`,
    zh: `[Memory Bank] 这份回答未经核对。下一步：采信之前先读它所指的文档。(${MEMORY_READER})`,
  }[language];
}
