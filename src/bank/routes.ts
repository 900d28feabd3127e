import type { Span } from "../markdown/lines.ts";
import type { Cell, Table } from "../markdown/tables.ts";
import { latePattern } from "../patterns/late-pattern.ts";

/** A row of a routing table: what somebody wants to do, and what to read for it. */
export interface Route extends Span {
  readonly intent: string;
  readonly paths: readonly RoutePath[];
}

export interface RoutePath extends Span {
  readonly path: string;
}

/** A path in backticks, as a link's target, or as a bare word. */
const WRITTEN =
  /<br ?\/?>|`([^`]+)`|\[[^\]]{0,200}\]\(<?([^)>\s]{1,300})(?:[>\s][^)]{0,200})?\)|([^\s,，、;；|`()（）[\]<>"'“”]+)/dg;
const TAIL = /(?:[#?].*|[.:!。：])$/;
const LOOKS_LIKE_PATH = /^details\/.|\/$|\*$|\/[^/]*\.[a-z]\w{0,9}$|\.[a-z]\w{1,9}$/i;
const SPOKEN = latePattern(String.raw`[\p{L}\p{N}]`, "u");
const ADDRESS = /^[a-z][a-z0-9+.-]*:/i;

/** The files are in the first cell after the intent that names any; in some tables they come before it. */
export function readRoutes(text: string, section: { readonly tables: readonly Table[] }): Route[] {
  return section.tables.flatMap((table) =>
    table.rows.map(({ from, to, cells: [first, ...others] }) => {
      const isNaming = (cell: Cell | undefined) => readPaths(text, cell).length > 0;
      const files = others.find(isNaming) ?? first;
      const intent = files === first && isNaming(first) ? others[0] : first;
      return { intent: intent?.text ?? "", paths: readPaths(text, files), from, to };
    }),
  );
}

function readPaths(text: string, cell: Cell | undefined): RoutePath[] {
  if (cell === undefined) return [];
  const written = text.slice(cell.from, cell.to);
  return [...written.matchAll(WRITTEN)].flatMap((match) => {
    const [start, end] = match.indices?.slice(1).find((span) => span !== undefined) ?? [0, 0];
    const path = written.slice(start, end).replace(TAIL, "");
    if (!LOOKS_LIKE_PATH.test(path) || !SPOKEN().test(path) || ADDRESS.test(path)) return [];
    const from = cell.from + start;
    return [{ path, from, to: from + path.length }];
  });
}
