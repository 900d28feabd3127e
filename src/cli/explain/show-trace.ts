import type { Decision, RuleName, Verdict } from "../../types.ts";
import { colors } from "../colors.ts";
import { printable } from "../format.ts";
import { print, printTable } from "../print.ts";
import { say } from "../say.ts";

/** Words of the code and the log, translated for people. */
const WORDS = {
  pass: { en: "pass", zh: "通过" },
  allow: { en: "allow", zh: "放行" },
  warn: { en: "warn", zh: "警告" },
  refuse: { en: "refuse", zh: "拒绝" },
  keep: { en: "keep", zh: "保留" },
  report: { en: "report", zh: "告知" },
  "put-back": { en: "put back", zh: "恢复原样" },
  low: { en: "low", zh: "低" },
  medium: { en: "medium", zh: "中" },
  high: { en: "high", zh: "高" },
  "no-write": { en: "nothing is written", zh: "没有写入" },
  "ordinary-file": { en: "an ordinary file, or the bank", zh: "普通文件或记忆库" },
  "sensitive-file": { en: "a sensitive file", zh: "敏感文件" },
  "several-files": { en: "several files in one call", zh: "多个文件" },
  "shell-write": { en: "a command writes a file", zh: "命令写入" },
  change: { en: "change", zh: "修改" },
  replace: { en: "replace", zh: "替换" },
  delete: { en: "delete", zh: "删除" },
  "move-from": { en: "move away", zh: "移走" },
  "make-folder": { en: "make a folder", zh: "建文件夹" },
  "make-link": { en: "make a link", zh: "建链接" },
  "may-change": { en: "may change", zh: "可能修改" },
} as const;

export function word(name: keyof typeof WORDS): string {
  return say(WORDS[name]);
}

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

/** Prints the verdict of each rule that was asked, then the decision. After a refusal no further rule is asked. */
export function showTrace(
  trace: readonly Step[],
  { kind, rule }: Pick<Decision, "kind"> & { readonly rule?: RuleName | undefined },
): void {
  print();
  printTable(
    trace.map((step) => [
      PAINT[step.verdict](word(step.verdict)),
      step.rule,
      printable(step.because),
    ]),
  );
  const by = rule === undefined ? "" : ` (rule: ${rule})`;
  const decided = say({ en: `Decision: ${word(kind)}`, zh: `决定：${word(kind)}` });
  print(`\n${PAINT[kind](decided)}${by}`);
}
