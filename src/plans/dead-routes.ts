import { type Edit, applyEdits, removeLines } from "../bank/edit.ts";
import { type Span, splitLines } from "../markdown/lines.ts";
import type { Route, RoutePath } from "../bank/routes.ts";

export interface LiveRoutes {
  readonly text: string;
  /** Files that are gone, in cells that say more than paths: those are left to a person. */
  readonly dead: readonly string[];
}

/** What may stand around a path in a cell: backticks, a link, a fragment. */
const BEFORE_PATH = /(?:\[[^\]|]{0,200}\]\(<?|`)$/;
const BEHIND_PATH = /^(?:[#?][^\s`)|>]*)?(?:>?\)|`)?/;
const LONGEST_BEFORE = 210;
const JOINT = /^(?:[\s,，、;；+&·/]|<br ?\/?>|and\b|or\b|和|与|或|及)+/i;

/**
 * Removes rows whose files are all gone; from other rows, only the files that are gone. Where only the index of a
 * folder is gone, the route leads to the folder.
 */
export function dropDeadRoutes(
  text: string,
  routes: readonly Route[],
  isThere: (path: string) => boolean,
): LiveRoutes {
  const dead: string[] = [];
  const edits: Edit[] = [];
  const rows: Route[] = [];
  for (const route of routes) {
    const lost = route.paths.filter(({ path }) => isCertain(path) && !isThere(path));
    const unlisted = lost.filter(({ path }) => isThere(folderOf(path) ?? path));
    const gone = lost.filter((path) => !unlisted.includes(path));
    const cell = gone.length === 0 ? undefined : takeCellApart(text, route);
    if (cell === undefined) {
      dead.push(...gone.map(({ path }) => path));
      edits.push(
        ...unlisted.map(({ path, from, to }) => ({ from, to, text: folderOf(path) ?? path })),
      );
    } else if (gone.length === route.paths.length) rows.push(route);
    else edits.push(keepLiving(text, cell, gone, unlisted));
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

/** Of an index. */
function folderOf(path: string): string | undefined {
  return path.endsWith("/index.md") ? path.slice(0, -"index.md".length) : undefined;
}

/** A path of a cell, with the backticks or the link around it. */
interface Piece extends Span {
  readonly path: RoutePath;
}

/** The paths of a cell with what is around each; undefined where the cell says more than paths. */
function takeCellApart(text: string, { paths, from, to }: Route): Piece[] | undefined {
  const pieces = paths.map((path) => {
    const before = text.slice(Math.max(from, path.from - LONGEST_BEFORE), path.from);
    const head = BEFORE_PATH.exec(before)?.[0].length ?? 0;
    const tail = BEHIND_PATH.exec(text.slice(path.to, to))?.[0].length ?? 0;
    return { path, from: path.from - head, to: path.to + tail };
  });
  const [first] = pieces;
  const last = pieces.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const gaps = pieces.slice(1).map((piece, index) => text.slice(pieces[index]?.to, piece.from));
  const left = text.slice(text.lastIndexOf("|", first.from - 1) + 1, first.from);
  const right = text.slice(last.to, to).match(/^[^|]*/)?.[0] ?? "";
  return [left, ...gaps, right].every(isJoint) ? pieces : undefined;
}

function isJoint(gap: string): boolean {
  return gap.replace(JOINT, "") === "";
}

/** The living pieces, each with the joint before it. One whose backticks were those of several gets its own. */
function keepLiving(
  text: string,
  pieces: readonly Piece[],
  gone: readonly RoutePath[],
  unlisted: readonly RoutePath[],
): Edit {
  let kept = "";
  pieces.forEach(({ path, from, to }, index) => {
    if (gone.includes(path)) return;
    const joint = kept === "" ? "" : text.slice(pieces[index - 1]?.to, from);
    const [head, tail] = [text.slice(from, path.from), text.slice(path.to, to)];
    const place = (unlisted.includes(path) ? folderOf(path.path) : undefined) ?? path.path;
    const isTorn = (head === "`") !== tail.endsWith("`");
    kept += joint + (isTorn ? `\`${place}\`` : head + place + tail);
  });
  const from = pieces[0]?.from ?? 0;
  return { from, to: pieces.at(-1)?.to ?? from, text: kept };
}
