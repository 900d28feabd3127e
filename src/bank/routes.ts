import type { Span } from "../markdown/lines.ts";
import type { Cell, Table } from "../markdown/tables.ts";

/** A row of a routing table: what somebody wants to do, and what to read for it. */
export interface Route extends Span {
  readonly intent: string;
  readonly paths: readonly RoutePath[];
}

export interface RoutePath extends Span {
  readonly path: string;
}

/** In backticks, as a link's target, or a bare word. */
const WRITTEN =
  /`([^`]+)`|\[[^\]]{0,200}\]\(<?([^)>\s]{1,300})(?:[>\s][^)]{0,200})?\)|([^\s,，、;；|`()（）[\]<>"'“”]+)/dg;
const TAIL = /(?:[#?].*|[.:!。：])$/;
const LOOKS_LIKE_PATH = /^details\/.|\/$|\*$|\/[^/]*\.[a-z]\w{0,9}$|\.[a-z]\w{1,9}$/i;
const ADDRESS = /^[a-z][a-z0-9+.-]*:/i;

/** The files are in the first cell behind the intent that names any. */
export function readRoutes(text: string, section: { readonly tables: readonly Table[] }): Route[] {
  return section.tables.flatMap(({ rows }) =>
    rows.map(({ from, to, cells: [intent, ...cells] }) => {
      const paths = cells.map((cell) => readPaths(text, cell)).find(({ length }) => length > 0);
      return { intent: intent?.text ?? "", paths: paths ?? [], from, to };
    }),
  );
}

function readPaths(text: string, cell: Cell): RoutePath[] {
  const written = text.slice(cell.from, cell.to);
  return [...written.matchAll(WRITTEN)].flatMap((match) => {
    const [start, end] = match.indices?.slice(1).find((span) => span !== undefined) ?? [0, 0];
    const path = written.slice(start, end).replace(TAIL, "");
    if (!LOOKS_LIKE_PATH.test(path) || ADDRESS.test(path)) return [];
    const from = cell.from + start;
    return [{ path, from, to: from + path.length }];
  });
}
