import type { Language, Objection, RuleName, Text, Verdict } from "../types.ts";

export function pass(en: string, zh: string): Verdict {
  return { kind: "pass", because: { en, zh } };
}

/**
 * What the model is told of an objection: the reason, which people are shown as well, and the next step. By the rule's
 * name at its end a notice is found again in a history.
 */
export function renderVerdict(
  kind: "warn" | "refuse",
  { because, next }: Objection,
  rule: RuleName,
  language: Language,
): string {
  const isDone = kind === "warn";
  const what: Text = isDone
    ? { en: "Done, but ", zh: "已执行，但" }
    : rule === "guard-memory-files"
      ? { en: "Not done: ", zh: "未执行：" }
      : { en: "Not written: ", zh: "未写入：" };
  // An offer to copy ends in a line of its own.
  const end = next[language].endsWith("\n") ? "" : { en: ". ", zh: "。" }[language];
  const gap = isDone ? { en: " ", zh: "" }[language] : "\n";
  return {
    en: `[Memory Bank] ${what.en}${because.en}.${gap}Next: ${next.en}${end}(rule: ${rule})`,
    zh: `[Memory Bank] ${what.zh}${because.zh}。${gap}下一步：${next.zh}${end}(rule: ${rule})`,
  }[language];
}

/** Our own failure kept a call from being judged. */
export function toUnjudged(error: unknown): Objection {
  const reason = (error instanceof Error ? error.message : String(error)).slice(0, 160);
  return {
    because: { en: "the rule failed on this call", zh: "规则出错，无法判断这次调用" },
    next: {
      en: `report this to the user, who can fix it (${reason}); then repeat the call`,
      zh: `请把此信息告诉用户（${reason}），由用户修复后再试`,
    },
  };
}
