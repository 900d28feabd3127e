import { plainLine } from "../bank/focus.ts";
import { scanLines } from "../markdown/scan-lines.ts";

const LABELS = {
  goal: /^(?:goal|目标)\s*[:：](.+)$/i,
  inProgress: /^(?:in progress|进行中)\s*[:：](.+)$/i,
  remaining: /^(?:remaining|next(?: steps?)?|剩余|下一步)\s*[:：](.+)$/i,
  blocked: /^(?:blocked|blockers?|阻塞)\s*[:：](.+)$/i,
} as const;

const UPDATED =
  /(?:last updated|updated|最近更新|更新(?:时间|日期)?)\s*[:：]\s*(\d{4}-\d{2}-\d{2})/i;

export interface OldFocus {
  readonly goal: string | null;
  readonly inProgress: string | null;
  readonly remaining: string | null;
  readonly blocked: string | null;
  /** When the focus was last updated, as far as it says so. */
  readonly date: string | undefined;
}

/** Labelled lines such as `Goal: …`, as the entry's template takes them. */
export function readFocusLabels(text: string): OldFocus {
  const lines = text.split("\n").map(plainLine);
  const find = (label: RegExp) => {
    for (const line of lines) {
      const value = label.exec(line)?.[1]?.trim();
      if (value !== undefined && value !== "") return value;
    }
    return null;
  };
  return {
    goal: find(LABELS.goal),
    inProgress: find(LABELS.inProgress),
    remaining: find(LABELS.remaining),
    blocked: find(LABELS.blocked),
    date: UPDATED.exec(text.replaceAll("**", ""))?.[1],
  };
}

/** Without lines that `said` has already, unless an indented line follows that would lose its parent. */
export function withoutLines(text: string, said: string): string {
  const known = new Set(said.split("\n").map(plainLine));
  const lines = scanLines(text);
  return lines
    .filter(({ from, to, kind }, index) => {
      const next = lines[index + 1];
      const isAlone = next === undefined || !/^[ \t]+\S/.test(text.slice(next.from, next.to));
      return kind !== "text" || !isAlone || !known.has(plainLine(text.slice(from, to)));
    })
    .map(({ from, to }) => text.slice(from, to))
    .join("\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
}
