import { linesWithEnds } from "./lines.ts";

export interface LineChange {
  readonly kind: "added" | "removed";
  /** With its line ending. */
  readonly line: string;
}

/** The largest table, which takes some 20 ms; for longer texts, all lines between equal ends count as changed. */
const MOST_CELLS = 4_000_000;

/** The lines to remove from `from` and the lines to add to get `to`, in their order. */
export function compareLines(from: string, to: string) {
  const old = linesWithEnds(from);
  const young = linesWithEnds(to);
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

/** How many lines the two texts have in common from any two positions on, in order. */
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
