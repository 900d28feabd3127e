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

/** In backticks, as a link's target, or a bare word. */
const WRITTEN =
  /<br ?\/?>|`([^`]+)`|\[[^\]]{0,200}\]\(<?([^)>\s]{1,300})(?:[>\s][^)]{0,200})?\)|([^\s,，、;；|`()（）[\]<>"'“”]+)/dg;
/** Signs between two paths in one word or in one pair of backticks; in a name they follow no ending. */
const JOINT = /(?<=\.[a-z]\w{0,9}|[/*])(?: ?[,，、;；+&·] ?| (?:and|or|和|与|或) )/i;
const TAIL = /(?:[#?].*|[.:!。：])$/;
const LOOKS_LIKE_PATH = /^details\/.|\/$|\*$|\/[^/]*\.[a-z]\w{0,9}$|\.[a-z]\w{1,9}$/i;
const FILES = /\b(?:files?|paths?|docs?|documents?)\b|文件|文档|路径|檔案|ファイル|파일|файл/i;
const SPOKEN = latePattern(String.raw`[\p{L}\p{N}]`, "u");
const ADDRESS = /^[a-z][a-z0-9+.-]*:/i;

/** The files are in the first cell behind the intent that names any; some tables have them before it. */
export function readRoutes(text: string, section: { readonly tables: readonly Table[] }): Route[] {
  return section.tables.flatMap((table) =>
    table.rows.map(({ from, to, cells: [first, second, ...others] }) => {
      const isTurned = beginsWithFiles(table);
      const cells = isTurned ? [first] : [second, ...others];
      const paths = cells
        .map((cell) => (cell === undefined ? [] : readPaths(text, cell)))
        .find(({ length }) => length > 0);
      const intent = isTurned ? second : first;
      return { intent: intent?.text ?? "", paths: paths ?? [], from, to };
    }),
  );
}

/** Whether the first column of a table has the files, and what they are for comes behind it. */
export function beginsWithFiles({ header }: Table): boolean {
  const [first, ...others] = header.cells.map((cell) => FILES.test(cell.text));
  return first === true && !others.includes(true);
}

function readPaths(text: string, cell: Cell): RoutePath[] {
  const written = text.slice(cell.from, cell.to);
  return [...written.matchAll(WRITTEN)].flatMap((match) => {
    const [start, end] = match.indices?.slice(1).find((span) => span !== undefined) ?? [0, 0];
    return splitPaths(written.slice(start, end), cell.from + start);
  });
}

function splitPaths(words: string, start: number): RoutePath[] {
  let at = 0;
  return words.split(JOINT).flatMap((word) => {
    const from = start + words.indexOf(word, at);
    at = from - start + word.length;
    const path = word.replace(TAIL, "");
    if (!LOOKS_LIKE_PATH.test(path) || !SPOKEN().test(path) || ADDRESS.test(path)) return [];
    return [{ path, from, to: from + path.length }];
  });
}
