import { MEMORY_READER } from "../bank/layout.ts";
import { STEERING } from "../bank/steering.ts";
import type { Judgement, Language, Objection, RuleName, Text, Verdict } from "../types.ts";

export function pass(en: string, zh: string): Verdict {
  return { kind: "pass", because: { en, zh } };
}

/** What the person is shown of something that happened: one line, made of rules and paths alone. */
export interface Toast {
  readonly kind: "refused" | "undone" | "put-back" | "warned" | "answered" | "doubted";
  readonly text: string;
}

const KINDS = {
  refused: { en: "Refused: ", zh: "已拒绝：" },
  undone: { en: "Undone: ", zh: "已撤销：" },
  "put-back": { en: "Put back: ", zh: "已恢复：" },
  warned: { en: "Warning: ", zh: "警告：" },
  answered: { en: `${MEMORY_READER}: `, zh: `${MEMORY_READER}：` },
  doubted: { en: `${MEMORY_READER}: `, zh: `${MEMORY_READER}：` },
} as const satisfies Readonly<Record<Toast["kind"], Text>>;

/** The first words of what the model is told. A change that stays has none. */
const OPENINGS = {
  ...KINDS,
  warn: { en: "Done, but ", zh: "已执行，但" },
  refuse: { en: "Not written: ", zh: "未写入：" },
  "refuse-any": { en: "Not done: ", zh: "未执行：" },
  warned: { en: "", zh: "" },
};

/**
 * What the model is told of an objection: the reason, which people are shown as well, and the next step. It ends with
 * the rule's name, by which a notice is found again in a history.
 */
export function renderVerdict(
  kind: "warn" | "refuse" | "undone" | "put-back" | "warned",
  { because, next }: Objection,
  rule: RuleName,
  language: Language,
): string {
  const opening = kind === "refuse" && rule === "guard-memory-files" ? "refuse-any" : kind;
  const what = OPENINGS[opening];
  // An offer to copy ends in a line of its own.
  const end = next[language].endsWith("\n") ? "" : { en: ". ", zh: "。" }[language];
  const gap = kind === "refuse" ? "\n" : { en: " ", zh: "" }[language];
  return {
    en: `[Memory Bank] ${what.en}${because.en}.${gap}Next: ${next.en}${end}(rule: ${rule})`,
    zh: `[Memory Bank] ${what.zh}${because.zh}。${gap}下一步：${next.zh}${end}(rule: ${rule})`,
  }[language];
}

export const UNJUDGED: Text = {
  en: "the rule failed on this call",
  zh: "规则出错，无法判断这次调用",
};

/** Our own failure kept a call from being judged. */
export function toUnjudged(error: unknown): Objection {
  const reason = (error instanceof Error ? error.message : String(error)).slice(0, 160);
  return {
    because: UNJUDGED,
    next: {
      en: `report this to the user, who can fix it (${reason}); then repeat the call`,
      zh: `请把此信息告诉用户（${reason}），由用户修复后再试`,
    },
  };
}

/** A call that was refused, or let pass with a warning: the reason of the rule that decided. */
export function toJudgedToast({ decision, trace }: Judgement, language: Language) {
  if (decision.kind === "allow") return undefined;
  const step = trace.find(({ rule }) => rule === decision.rule);
  const kind = decision.kind === "refuse" ? "refused" : "warned";
  return step && toToast(kind, step.verdict.because, language);
}

/** How reliable memory-reader's answer is. `verified`: `5/6` of its quotes; undefined if it has no quotes. */
export function toAnswerToast(verified: string | undefined, language: Language): Toast {
  const [found, all] = verified?.split("/") ?? [];
  const text: Text = {
    en: `${verified?.replace("/", " of ") ?? "no"} quotes stand in the files`,
    zh: `${verified ?? "没有"} 条引文与文件相符`,
  };
  return toToast(found !== undefined && found === all ? "answered" : "doubted", text, language);
}

export function toToast(kind: Toast["kind"], reason: Text, language: Language): Toast {
  const text = KINDS[kind][language] + reason[language];
  return { kind, text: text.replaceAll(STEERING, "\ufffd") };
}
