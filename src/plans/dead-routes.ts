import { type Edit, applyEdits } from "../bank/edit.ts";
import type { Route, RoutePath } from "../bank/routes.ts";
import { splitLines } from "../markdown/lines.ts";

export interface LiveRoutes {
  readonly text: string;
  /** Files that are gone, in cells that say more than paths: those are left to a person. */
  readonly dead: readonly string[];
}

/** Removes rows whose files are all gone; from other rows, only the files that are gone. */
export function dropDeadRoutes(
  text: string,
  routes: readonly Route[],
  isThere: (path: string) => boolean,
): LiveRoutes {
  const isGone = ({ path }: RoutePath) => isCertain(path) && !isThere(path);
  const dead: string[] = [];
  const lines = splitLines(text);
  const edits = routes.flatMap((route): Edit[] => {
    const gone = route.paths.filter(isGone);
    if (gone.length === 0) return [];
    if (gone.length === route.paths.length) {
      const line = lines.find(({ from }) => from === route.from);
      return [{ from: route.from, to: line?.end ?? route.to, text: "" }];
    }
    const edit = withoutGone(text, route.paths, isGone);
    if (edit === undefined) dead.push(...gone.map(({ path }) => path));
    return edit ?? [];
  });
  return { text: applyEdits(text, edits).contents, dead };
}

/** Whether it is surely a path: `Node.js` looks like a file too, and `~/x` or `*.ts` name no file of the project. */
export function isCertain(path: string): boolean {
  return (path.includes("/") || path.endsWith(".md")) && !/^[/~]|[*{}<>\\$]/.test(path);
}

/** Of paths with commas between them, as we write them; undefined where a cell says more. */
function withoutGone(
  text: string,
  paths: readonly RoutePath[],
  isGone: (path: RoutePath) => boolean,
): Edit[] | undefined {
  const [first, last] = [paths[0], paths.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const from = first.from - (text[first.from - 1] === "`" ? 1 : 0);
  const to = last.to + (text[last.to] === "`" ? 1 : 0);
  const items = text.slice(from, to).split(", ");
  const isOurs =
    items.length === paths.length &&
    items.every((item, index) => item.replace(/^`(.*)`$/, "$1") === paths[index]?.path);
  if (!isOurs) return undefined;
  const kept = items.filter((_, index) => {
    const path = paths[index];
    return path !== undefined && !isGone(path);
  });
  return [{ from, to, text: kept.join(", ") }];
}
