export interface LineChange {
  readonly kind: "added" | "removed";
  /** With its line ending. */
  readonly line: string;
}

export interface LineComparison {
  readonly added: number;
  readonly removed: number;
  /** What changed from the first line to the last, without the lines that stay. */
  readonly changes: readonly LineChange[];
}

/** A table of this many cells takes some 20 ms; past it, all that lies between equal ends counts as changed. */
const MOST_CELLS = 4_000_000;

/** The lines that must go from `from` and come into it to make `to`. */
export function compareLines(from: string, to: string): LineComparison {
  const old = toLines(from);
  const young = toLines(to);
  let start = 0;
  while (start < old.length && start < young.length && old[start] === young[start]) start += 1;
  let end = 0;
  const most = Math.min(old.length, young.length) - start;
  while (end < most && old.at(-1 - end) === young.at(-1 - end)) end += 1;
  const changes = compareMiddle(
    old.slice(start, old.length - end),
    young.slice(start, young.length - end),
  );
  const added = changes.filter(({ kind }) => kind === "added").length;
  return { added, removed: changes.length - added, changes };
}

function toLines(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function compareMiddle(old: readonly string[], young: readonly string[]): LineChange[] {
  const width = young.length + 1;
  if ((old.length + 1) * width > MOST_CELLS)
    return [...all("removed", old), ...all("added", young)];
  const common = longestCommon(old, young);
  const changes: LineChange[] = [];
  let row = 0;
  let column = 0;
  while (row < old.length || column < young.length) {
    const line = old[row];
    const other = young[column];
    if (line !== undefined && line === other) {
      row += 1;
      column += 1;
      continue;
    }
    const without = common[(row + 1) * width + column] ?? 0;
    const withOther = common[row * width + column + 1] ?? 0;
    if (line !== undefined && (other === undefined || without >= withOther)) {
      changes.push({ kind: "removed", line });
      row += 1;
    } else if (other !== undefined) {
      changes.push({ kind: "added", line: other });
      column += 1;
    }
  }
  return changes;
}

/** For each pair of positions, how many lines the rests have in common, in order. */
function longestCommon(old: readonly string[], young: readonly string[]): Uint32Array {
  const width = young.length + 1;
  const common = new Uint32Array((old.length + 1) * width);
  for (let row = old.length - 1; row >= 0; row -= 1) {
    for (let column = young.length - 1; column >= 0; column -= 1) {
      const at = row * width + column;
      common[at] =
        old[row] === young[column]
          ? (common[at + width + 1] ?? 0) + 1
          : Math.max(common[at + width] ?? 0, common[at + 1] ?? 0);
    }
  }
  return common;
}

function all(kind: LineChange["kind"], lines: readonly string[]): LineChange[] {
  return lines.map((line) => ({ kind, line }));
}
