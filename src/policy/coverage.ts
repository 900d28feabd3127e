import type { Coverage, LineRange, Origin, ShownRange } from "../types.ts";

const WHOLE: LineRange = { from: 1, to: Infinity, total: undefined };

/** Adds lines that were shown. If the doc's length differs from before, it is another version: coverage starts anew. */
export function cover(
  before: Coverage | undefined,
  lines: LineRange | "whole",
  origin: Origin | undefined,
): Coverage {
  const { from, to, total } = lines === "whole" ? WHOLE : lines;
  const range: ShownRange = { from, to, origin };
  const isOtherVersion =
    total !== undefined && before?.total !== undefined && before.total !== total;
  if (before === undefined || isOtherVersion || lines === "whole") {
    return { ranges: [range], total };
  }
  const kept = before.ranges.filter((each) => each.from < from || each.to > to);
  return { ranges: [...kept, range], total: total ?? before.total };
}

/** Was the doc shown from its first to its last line, leaving out what was shown before `since`? */
export function isWhole(coverage: Coverage | undefined, since: number): boolean {
  if (coverage === undefined) return false;
  const last = firstUnshown(coverage, since) - 1;
  return last >= (coverage.total ?? Infinity) && coverage.ranges.length > 0;
}

export function firstUnshown(coverage: Coverage | undefined, since: number): number {
  let next = 1;
  const ranges = coverage?.ranges.filter(({ origin }) => (origin?.at ?? 0) >= since) ?? [];
  for (const { from, to } of ranges.toSorted((a, b) => a.from - b.from)) {
    if (from > next) break;
    next = Math.max(next, to + 1);
  }
  return next;
}

/** The coverage without the texts of these calls, which the host took out of the conversation. */
export function withoutCalls(coverage: Coverage, calls: ReadonlySet<string>): Coverage {
  const ranges = coverage.ranges.filter(({ origin }) => !calls.has(origin?.call ?? ""));
  return ranges.length === coverage.ranges.length ? coverage : { ...coverage, ranges };
}
