import { RULES } from "../policy/decide.ts";
import type { Decision, RuleName, Text, Verdict } from "../types.ts";
import { colors } from "./colors.ts";
import { columnsOf, outputWidth, printable, wrap } from "./format.ts";
import { say } from "./say.ts";

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

/** One row for each rule. After a refusal nobody else is asked. */
export function showTrace(trace: readonly Step[]): void {
  const head = [
    say({ en: "verdict", zh: "结论" }),
    say({ en: "rule", zh: "规则" }),
    say({ en: "looks at", zh: "看什么" }),
    say({ en: "because", zh: "因为" }),
  ];
  const rows = RULES.map(({ name }) => {
    const step = trace.find(({ rule }) => rule === name);
    const because = step?.because ?? say({ en: "not asked any more", zh: "不再询问" });
    return [step?.verdict ?? "–", name, say(LOOKS_AT[name]), printable(because)];
  });
  const widths = head.map((_, at) =>
    Math.max(...[head, ...rows].map((cells) => columnsOf(cells[at] ?? ""))),
  );
  // On a narrow terminal the column of what a rule looks at is left out: it is the same every time.
  const room = outputWidth() - widths.slice(0, 3).reduce((sum, width) => sum + width + GAP, 0);
  const kept = (_: unknown, at: number) => room >= NARROWEST || at !== 2;
  const toLine = (cells: readonly string[]) => toRow(cells.filter(kept), widths.filter(kept));
  console.log(colors.bold(toLine(head)));
  for (const [verdict = "", ...rest] of rows) {
    const line = toLine([verdict, ...rest]);
    console.log(paintOf(verdict)(verdict) + line.slice(verdict.length));
  }
}

const GAP = 2;
const NARROWEST = 30;

function paintOf(verdict: string): (text: string) => string {
  if (verdict === "pass") return colors.green;
  return verdict === "warn" ? colors.yellow : verdict === "refuse" ? colors.red : colors.dim;
}

/** The last cell goes on below itself where the terminal is too narrow. */
function toRow(cells: readonly string[], widths: readonly number[]): string {
  const last = cells.length - 1;
  const start = cells
    .slice(0, last)
    .map((cell, at) => cell + " ".repeat((widths[at] ?? 0) - columnsOf(cell) + GAP))
    .join("");
  const room = outputWidth() - columnsOf(start);
  const lines = wrap(cells[last] ?? "", Math.max(NARROWEST, room));
  return start + lines.join(`\n${" ".repeat(columnsOf(start))}`);
}

const DECIDED = { allow: colors.green, warn: colors.yellow, refuse: colors.red } as const;

export function showDecision(kind: Decision["kind"], rule: RuleName | undefined): void {
  const by = rule === undefined ? "" : ` (rule: ${rule})`;
  console.log(`\n${DECIDED[kind](say({ en: `Decision: ${kind}`, zh: `决定：${kind}` }))}${by}`);
}
