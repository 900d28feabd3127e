import { RULES } from "../../policy/decide.ts";
import type { Decision, RuleName, Text, Verdict } from "../../types.ts";
import { colors } from "../colors.ts";
import { outputWidth, printable } from "../format.ts";
import { print, printTable } from "../print.ts";
import { say } from "../say.ts";
import { word } from "./word.ts";

/** What a rule looks at; the row says what it found. */
const LOOKS_AT: Readonly<Record<RuleName, Text>> = {
  "recover-after-compaction": {
    en: "recovery, risk, docs read again",
    zh: "恢复状态、风险、重读的文档",
  },
  "read-before-write": { en: "guard mode, risk, reads", zh: "守卫模式、风险、已读内容" },
  "guard-memory-files": { en: "files of the bank", zh: "记忆库中的文件" },
  "keep-user-blocks": { en: "text before and after", zh: "前后文本" },
  "keep-secrets-out": { en: "text that is brought in", zh: "写入的文本" },
  "leave-writing-to-writer": { en: "writer mode, acting agent", zh: "写入模式、当前代理" },
  "ask-before-saving": { en: "what the user has agreed to", zh: "用户同意了什么" },
};

interface Step {
  readonly rule: RuleName;
  readonly verdict: Verdict["kind"];
  readonly because: string;
}

const PAINT = {
  pass: colors.green,
  allow: colors.green,
  warn: colors.yellow,
  refuse: colors.red,
} as const;

/** One row for each rule; after a refusal nobody else is asked. */
export function showTrace(trace: readonly Step[]): void {
  const head: Text[] = [
    { en: "verdict", zh: "结论" },
    { en: "rule", zh: "规则" },
    { en: "looks at", zh: "看什么" },
    { en: "because", zh: "因为" },
  ];
  const rows = RULES.map(({ name }) => {
    const step = trace.find(({ rule }) => rule === name);
    const verdict = step === undefined ? colors.dim("–") : PAINT[step.verdict](word(step.verdict));
    const because = step?.because ?? say({ en: "not asked any more", zh: "不再询问" });
    return [verdict, name, say(LOOKS_AT[name]), printable(because)];
  });
  // On a narrow terminal the column of what a rule looks at is left out: it is the same every time.
  const isShown = (_: unknown, at: number) => outputWidth() >= ROOMY || at !== 2;
  const table = [head.map((name) => colors.bold(say(name))), ...rows];
  printTable(table.map((row) => row.filter(isShown)));
}

const ROOMY = 100;

export function showDecision(kind: Decision["kind"], rule: RuleName | undefined): void {
  const by = rule === undefined ? "" : ` (rule: ${rule})`;
  const decided = say({ en: `Decision: ${word(kind)}`, zh: `决定：${word(kind)}` });
  print(`\n${PAINT[kind](decided)}${by}`);
}
