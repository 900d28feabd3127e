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
  while (old.length > 0 && old.at(-1) === young.at(-1)) {
    old.pop();
    young.pop();
  }
  const start = old.findIndex((line, index) => line !== young[index]);
  const same = start === -1 ? old.length : start;
  const changes = compareMiddle(old.slice(same), young.slice(same));
  const added = changes.filter(({ kind }) => kind === "added").length;
  return { added, removed: changes.length - added, changes };
}

function toLines(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function compareMiddle(old: readonly string[], young: readonly string[]): LineChange[] {
  const common = countCommon(old, young);
  const changes: LineChange[] = [];
  let [row, column] = [0, 0];
  while (row < old.length || column < young.length) {
    const [line, other] = [old[row], young[column]];
    const isGone = common(row + 1, column) >= common(row, column + 1);
    if (line !== undefined && line !== other && (isGone || other === undefined)) {
      changes.push({ kind: "removed", line });
      row += 1;
    } else {
      if (other !== undefined && line !== other) changes.push({ kind: "added", line: other });
      else row += 1;
      column += 1;
    }
  }
  return changes;
}

/** How many lines the rests from two positions on have in common, in order. */
function countCommon(old: readonly string[], young: readonly string[]) {
  const isTooLong = old.length * young.length > MOST_CELLS;
  const counts = isTooLong ? [] : old.map(() => new Uint32Array(young.length));
  const at = (row: number, column: number) => counts[row]?.[column] ?? 0;
  for (const [row, cells] of [...counts.entries()].toReversed()) {
    for (let column = young.length - 1; column >= 0; column -= 1) {
      cells[column] =
        old[row] === young[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  return at;
}
