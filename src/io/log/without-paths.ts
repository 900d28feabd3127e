import type { LogLine } from "../../types.ts";

const HIDDEN = "▒▒▒";

/** Whether the line has names, any of which may carry a secret. */
export function hasPaths(line: LogLine): boolean {
  return pathsOf(line).length > 0;
}

/** The paths that a line names. */
export function pathsOf(line: LogLine): readonly string[] {
  switch (line.kind) {
    case "decision":
      return line.writes.map(({ path }) => path);
    case "effect":
      return [...line.undone, ...line.changed];
    case "restored":
      return line.docs;
    case "titled":
      return [line.title];
    default:
      return [];
  }
}

/** The same line without a path in it. */
export function withoutPaths(line: LogLine): LogLine {
  switch (line.kind) {
    case "decision":
      return {
        ...line,
        writes: [],
        more: line.writes.length + (line.more ?? 0),
        trace: line.trace.map((step) => ({ ...step, because: "" })),
      };
    case "effect":
      return {
        ...line,
        undone: line.undone.map(() => HIDDEN),
        changed: line.changed.map(() => HIDDEN),
        trace: [],
      };
    case "restored":
      return { ...line, docs: line.docs.map(() => HIDDEN), trace: [] };
    case "titled":
      return { ...line, title: HIDDEN };
    default:
      return line;
  }
}
