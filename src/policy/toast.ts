import { MEMORY_READER } from "../bank/layout.ts";
import { STEERING } from "../bank/steering.ts";
import type { Judgement, Language, Text } from "../types.ts";

/**
 * What the person is shown of something that happened: one line, made of rules and paths alone, so that
 * neither a command's words nor a doc's get into it.
 */
export interface Toast {
  readonly kind: "refused" | "undone" | "put-back" | "warned" | "answered" | "doubted";
  readonly text: string;
}

/** A call that was refused, or let pass with a warning: the reason of the rule that decided. */
export function toJudgedToast({ decision, trace }: Judgement, language: Language) {
  if (decision.kind === "allow") return undefined;
  const step = trace.find(({ rule }) => rule === decision.rule);
  const kind = decision.kind === "refuse" ? "refused" : "warned";
  return step && toToast(kind, step.verdict.because, language);
}

/** A call that nobody could judge. */
export function toUnjudgedToast(language: Language): Toast {
  const text = {
    en: "the call could not be judged, see the host's log",
    zh: "无法判断这次调用，详见宿主日志",
  };
  return toToast("refused", text, language);
}

/** What memory-reader's answer is worth. `verified`: `5/6` of its quotes; undefined where it has none. */
export function toAnswerToast(verified: string | undefined, language: Language): Toast {
  const [found, all] = verified?.split("/") ?? [];
  if (all === undefined) {
    const text = {
      en: "no quote in its answer that could be checked",
      zh: "回答中没有可核对的引文",
    };
    return toToast("doubted", text, language);
  }
  const text = {
    en: `${found} of ${all} quotes stand in the files`,
    zh: `${all} 条引文中 ${found} 条与文件相符`,
  };
  return toToast(found === all ? "answered" : "doubted", text, language);
}

/** The last one of a turn says where the others can be seen. */
export function asLastToast(toast: Toast, language: Language): Toast {
  const more = { en: "More of them", zh: "更多请看" }[language];
  return { ...toast, text: `${toast.text}\n${more}: memory-bank explain --last` };
}

export const KINDS: Readonly<Record<Toast["kind"], Text>> = {
  refused: { en: "Refused", zh: "已拒绝" },
  undone: { en: "Undone", zh: "已撤销" },
  "put-back": { en: "Put back", zh: "已恢复" },
  warned: { en: "Warning", zh: "警告" },
  answered: { en: MEMORY_READER, zh: MEMORY_READER },
  doubted: { en: MEMORY_READER, zh: MEMORY_READER },
};

export function toToast(kind: Toast["kind"], reason: Text, language: Language): Toast {
  const what = KINDS[kind][language];
  const text = { en: `${what}: ${reason.en}`, zh: `${what}：${reason.zh}` }[language];
  return { kind, text: text.replaceAll(STEERING, "\ufffd") };
}
