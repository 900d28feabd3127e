import { isUtf8 } from "node:buffer";
import { colors } from "./colors.ts";
import { compareLines } from "../markdown/compare-lines.ts";
import { andMore, counted, describeBytes, printable } from "./format.ts";
import { print, tell } from "./print.ts";

const MOST_LINES = 20;

/** A file's content before or after a change; undefined if the file does not exist. */
type Content = Uint8Array | undefined;

/** Returns undefined if either content is not text. */
export function compareContents(from: Content, to: Content) {
  const [before, after] = [toText(from), toText(to)];
  return before === undefined || after === undefined ? undefined : compareLines(before, after);
}

export function showChange(from: Content, to: Content): void {
  const sizes = `${describeBytes(from?.length)} → ${describeBytes(to?.length)}`;
  const lines = compareContents(from, to);
  if (lines === undefined) {
    tell({ en: `  not text: ${sizes}`, zh: `  不是文本：${sizes}` });
    return;
  }
  const added = counted(lines.added, "line");
  tell({
    en: `  ${added} added, ${lines.removed} removed (${sizes})`,
    zh: `  增加 ${added}，删除 ${lines.removed} 行（${sizes}）`,
  });
  // For a long file that is created or removed, every line is a change, so none is listed.
  const isOne = from === undefined || to === undefined;
  if (isOne && lines.changes.length > MOST_LINES) return;
  print();
  for (const { kind, line } of lines.changes.slice(0, MOST_LINES)) {
    const text = printable(line.trimEnd());
    print(kind === "added" ? colors.green(`  + ${text}`) : colors.red(`  - ${text}`));
  }
  const more = lines.changes.length - MOST_LINES;
  if (more > 0) print(colors.dim(`  ${andMore(more)}`));
}

function toText(bytes: Content): string | undefined {
  if (bytes === undefined) return "";
  return isUtf8(bytes) && !bytes.includes(0) ? Buffer.from(bytes).toString() : undefined;
}
