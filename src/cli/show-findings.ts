import { colors } from "./colors.ts";
import type { Finding, Level } from "../check/finding.ts";
import type { Text } from "../types.ts";
import { counted, printable } from "./format.ts";
import { say } from "./say.ts";

export type Counts = Readonly<Record<Level, number>>;

const LEVELS: Readonly<Record<Level, Text>> = {
  error: { en: "error", zh: "错误" },
  warning: { en: "warning", zh: "警告" },
  note: { en: "note", zh: "提示" },
};
const FIX: Text = { en: "fix: ", zh: "处理：" };
const PAINT = { error: colors.red, warning: colors.yellow, note: colors.cyan } as const;

export function countLevels(findings: readonly Finding[]): Counts {
  const counts = { error: 0, warning: 0, note: 0 };
  for (const { level } of findings) counts[level] += 1;
  return counts;
}

/** Findings in their order, files apart, each with its place as terminals and editors open it. */
export function renderFindings(
  findings: readonly Finding[],
  toAddress: (path: string) => string,
): string {
  return findings
    .map((finding, index) => {
      const before = findings[index - 1];
      const gap = before === undefined ? "" : before.path === finding.path ? "\n" : "\n\n";
      return gap + renderFinding(finding, printable(toAddress(finding.path)));
    })
    .join("");
}

function renderFinding(
  { rule, level, line, column, message, fix }: Finding,
  address: string,
): string {
  const place = [address, line, ...(column === undefined ? [] : [column])].join(":");
  const name = PAINT[level](say(LEVELS[level]));
  const what = `${colors.bold(place)} ${name} ${printable(message)} ${colors.dim(`(${rule})`)}`;
  return `${what}\n    ${say(FIX)}${printable(fix)}`;
}

export function renderCounts({ error, warning, note }: Counts, docs: number): string {
  const where = counted(docs, "doc");
  if (error + warning + note === 0) {
    return say({ en: `No findings in ${where}.`, zh: `没有问题：共 ${where}。` });
  }
  const found = [counted(error, "error"), counted(warning, "warning"), counted(note, "note")];
  return say({ en: `${found.join(", ")} in ${where}.`, zh: `${found.join("，")}；共 ${where}。` });
}
