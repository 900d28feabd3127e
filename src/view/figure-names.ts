import type { Language } from "../types.ts";
import type { Figure } from "./figures.ts";

type Name = Readonly<Record<Language, string>>;

export const FIGURE_NAMES: Readonly<Record<Figure, Name>> = {
  writes: { en: "Writes", zh: "写入" },
  risky: { en: "Risky writes", zh: "高风险写入" },
  readFirst: { en: "Conventions read first", zh: "先读过约定" },
  warned: { en: "Warned", zh: "警告" },
  refused: { en: "Refused", zh: "拒绝" },
  thenDone: { en: "Then done right", zh: "随后做对" },
  secrets: { en: "Secrets kept out", zh: "拦下的密钥" },
  userBlocks: { en: "User blocks kept", zh: "保住的用户区块" },
  undone: { en: "Undone", zh: "撤销" },
  compactions: { en: "Compactions", zh: "压缩" },
  recovered: { en: "Task read again", zh: "重新读回任务" },
  saves: { en: "Saves", zh: "保存" },
  offered: { en: "Saves offered", zh: "提议保存" },
  confirmed: { en: "Confirmed", zh: "确认" },
  declined: { en: "Declined", zh: "谢绝" },
  ignored: { en: "Ignored", zh: "未理会" },
  written: { en: "Written", zh: "写入" },
  answers: { en: "memory-reader", zh: "memory-reader" },
  reads: { en: "Reads", zh: "读取" },
  failures: { en: "Guard failed", zh: "守卫失败" },
};

export const READ_MOST: Name = { en: "Read most", zh: "读得最多" };
export const NEVER_READ: Name = { en: "Never read", zh: "从未读过" };

/** What the log cannot know. */
export const REPORT_LIMITS: Name = {
  en: "From the decision log: older lines are dropped at 5 MB. The entry is in every prompt, and is\nnot counted as read. What happened while no plugin ran, or in another host, is not in it.",
  zh: "来自决策日志：超过 5 MB 的旧记录会被丢弃。入口在每次提示中，不计为已读。\n没有插件运行时或在其他宿主中发生的事不在其中。",
};

/** Of a figure, or of a rule: these have the same name everywhere. */
export function nameFigure(figure: string, language: Language): string {
  const names: Readonly<Record<string, Name>> = FIGURE_NAMES;
  return names[figure]?.[language] ?? figure;
}
