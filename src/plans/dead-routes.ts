import { type Edit, applyEdits, removeLines } from "../bank/edit.ts";
import { type Span, splitLines } from "../markdown/lines.ts";
import type { Route, RoutePath } from "../bank/routes.ts";

export interface LiveRoutes {
  readonly text: string;
  /** Files that are gone, in cells that say more than paths: those are left to a person. */
  readonly dead: readonly string[];
}

/** What may stand around a path in a cell: backticks, a link, a fragment. */
const BEFORE_PATH = /(?:\[[^\]|]*\]\(<?|`)$/;
const BEHIND_PATH = /^(?:[#?][^\s`)|>]*)?(?:>?\)|`)?/;
const ONLY_JOINTS = /^(?:[\s,，、;；]|<br ?\/?>)*$/;

/** Removes rows whose files are all gone; from other rows, only the files that are gone. */
export function dropDeadRoutes(
  text: string,
  routes: readonly Route[],
  isThere: (path: string) => boolean,
): LiveRoutes {
  const dead: string[] = [];
  const edits: Edit[] = [];
  const rows: Route[] = [];
  for (const route of routes) {
    const gone = route.paths.filter(({ path }) => isCertain(path) && !isThere(path));
    if (gone.length === 0) continue;
    const cell = takeCellApart(text, route);
    if (cell === undefined) dead.push(...gone.map(({ path }) => path));
    else if (gone.length === route.paths.length) rows.push(route);
    else edits.push(keepLiving(text, cell, new Set(gone)));
  }
  if (rows.length === 0) return { text: applyEdits(text, edits).contents, dead };
  // The edits add and remove no lines, so that each row can be found again by the number of its line.
  const starts = new Set(rows.map(({ from }) => from));
  const numbers = new Set(
    splitLines(text).flatMap(({ from }, number) => (starts.has(from) ? [number] : [])),
  );
  const edited = applyEdits(text, edits).contents;
  const going = splitLines(edited).filter((_, number) => numbers.has(number));
  return { text: removeLines(edited, going).contents, dead };
}

/** Whether it is surely a path: `Node.js` looks like a file too, and `~/x` or `*.ts` name no file of the project. */
export function isCertain(path: string): boolean {
  return (path.includes("/") || path.endsWith(".md")) && !/^[/~]|[*{}<>\\$]/.test(path);
}

/** A path of a cell, with the backticks or the link around it. */
interface Piece extends Span {
  readonly path: RoutePath;
}

/** The paths of a cell with what is around each; undefined where the cell says more than paths. */
function takeCellApart(text: string, { paths, from, to }: Route): Piece[] | undefined {
  const pieces = paths.map((path) => {
    const head = BEFORE_PATH.exec(text.slice(from, path.from))?.[0].length ?? 0;
    const tail = BEHIND_PATH.exec(text.slice(path.to, to))?.[0].length ?? 0;
    return { path, from: path.from - head, to: path.to + tail };
  });
  const [first] = pieces;
  const last = pieces.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const gaps = pieces.slice(1).map((piece, index) => text.slice(pieces[index]?.to, piece.from));
  const left = text.slice(from, first.from).match(/[^|]*$/)?.[0] ?? "";
  const right = text.slice(last.to, to).match(/^[^|]*/)?.[0] ?? "";
  return [left, ...gaps, right].every((gap) => ONLY_JOINTS.test(gap)) ? pieces : undefined;
}

/** The living pieces, each with the joint before it. */
function keepLiving(text: string, pieces: readonly Piece[], gone: ReadonlySet<RoutePath>): Edit {
  let kept = "";
  pieces.forEach(({ path, from, to }, index) => {
    if (gone.has(path)) return;
    const joint = kept === "" ? "" : text.slice(pieces[index - 1]?.to, from);
    kept += joint + text.slice(from, to);
  });
  const from = pieces[0]?.from ?? 0;
  return { from, to: pieces.at(-1)?.to ?? from, text: kept };
}
