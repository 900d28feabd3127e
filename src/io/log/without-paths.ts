import type { LogLine } from "../../types.ts";

/** Whether the line names files, any of which may carry a secret in its name. */
export function hasPaths(line: LogLine): boolean {
  return line.kind === "decision" && line.writes.length > 0;
}

/** The same line without a path in it. */
export function withoutPaths(line: LogLine): LogLine {
  if (line.kind !== "decision") return line;
  return {
    ...line,
    writes: [],
    more: line.writes.length + (line.more ?? 0),
    trace: line.trace.map((step) => ({ ...step, because: "" })),
  };
}
