import { isUtf8 } from "node:buffer";
import { colors } from "./colors.ts";
import { type LineComparison, compareLines } from "../markdown/compare-lines.ts";
import { andMore, counted, describeBytes, fit } from "./format.ts";
import { print, tell } from "./print.ts";

const MOST_LINES = 20;
/** Whole, but for what nobody reads to its end. */
const LONGEST_LINE = 2000;

/** What becomes of a file, as text where it is text. */
export interface Change {
  readonly from: Uint8Array | undefined;
  readonly to: Uint8Array | undefined;
  /** Absent where one of them is not text. */
  readonly lines: LineComparison | undefined;
}

export function toChange(from: Uint8Array | undefined, to: Uint8Array | undefined): Change {
  const lines = isText(from) && isText(to) ? compareLines(textOf(from), textOf(to)) : undefined;
  return { from, to, lines };
}

export function showChange({ from, to, lines }: Change, most = MOST_LINES): void {
  const sizes = `${describeBytes(from?.length)} → ${describeBytes(to?.length)}`;
  if (lines === undefined) {
    tell({ en: `  not text: ${sizes}`, zh: `  不是文本：${sizes}` });
    return;
  }
  const added = counted(lines.added, "line");
  tell({
    en: `  ${added} added, ${lines.removed} removed (${sizes})\n`,
    zh: `  增加 ${added}，删除 ${lines.removed} 行（${sizes}）\n`,
  });
  for (const { kind, line } of lines.changes.slice(0, most)) {
    const text = fit(line.trimEnd(), LONGEST_LINE);
    print(kind === "added" ? colors.green(`  + ${text}`) : colors.red(`  - ${text}`));
  }
  const more = lines.changes.length - most;
  if (more > 0) print(colors.dim(`  ${andMore(more)}`));
}

function isText(bytes: Uint8Array | undefined): boolean {
  return bytes === undefined || (isUtf8(bytes) && !bytes.includes(0));
}

function textOf(bytes: Uint8Array | undefined): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes ?? new Uint8Array());
}
