import type { Language } from "../types.ts";
import { cutEnd } from "./shorten.ts";

/** About forty tokens in either language. The focus is shortened to fit, but never a path. */
const LONGEST_LINE = { en: 100, zh: 32 } as const;

/** The block that restores the task after a compaction: the docs to read again, as the agent's tools take their paths. */
export function renderAnchors(
  addresses: readonly string[],
  focus: readonly string[],
  language: Language,
): string {
  const { head, task, tail } = WORDS[language];
  return [
    "<memory-bank-anchors>",
    head,
    ...addresses.map((address) => `- ${address}`),
    ...(focus.length === 0 ? [] : [task]),
    ...focus.map((line) => `- ${cutEnd(line.replaceAll("<", "&lt;"), LONGEST_LINE[language])}`),
    tail,
    "</memory-bank-anchors>",
  ].join("\n");
}

const WORDS = {
  en: {
    head: "The conversation was compacted. Before you go on, read the docs of the task again, whole:",
    task: "The task:",
    tail: "Until then risky writes are refused; memory-reader may read them for you.",
  },
  zh: {
    head: "会话已被压缩。继续之前，请完整重读任务文档：",
    task: "任务：",
    tail: "在此之前，有风险的写入会被拒绝；也可以让 memory-reader 去读。",
  },
} as const;
