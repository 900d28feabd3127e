import { TEMPLATE_MARKER, TEMPLATE_VERSION } from "./layout.ts";
import { type Span, isWithin } from "../markdown/lines.ts";
import { scanLines } from "../markdown/scan-lines.ts";
import { parseBlocks } from "./blocks.ts";

/** The marker that names a doc's template. */
export interface PlacedVersion extends Span {
  /** As it is written, such as `v7.1`. */
  readonly value: string;
  /** Whether it is the template that we write or a later one; a malformed one is not. */
  readonly isCurrent: boolean;
}

/** The first one outside code fences and user blocks. */
export function findVersion(text: string): PlacedVersion | undefined {
  if (!TEMPLATE_MARKER.test(text)) return undefined;
  const { user } = parseBlocks(text);
  for (const line of scanLines(text)) {
    if (line.kind === "fence" || line.kind === "code") continue;
    const match = TEMPLATE_MARKER.exec(text.slice(line.from, line.to));
    const from = line.from + (match?.index ?? 0);
    if (match === null || isWithin(user, from)) continue;
    const value = (match[1] ?? "").replace(/^:/, "").trim();
    return { from, to: from + match[0].length, value, isCurrent: isAtLeastCurrent(value) };
  }
  return undefined;
}

/** `v7.10` and `v8` are at least `v7.1`. */
function isAtLeastCurrent(value: string): boolean {
  const [least, ...version] = [TEMPLATE_VERSION, value].map((each) => {
    const [, major, minor = 0] = /^v(\d{1,6})(?:\.(\d{1,6}))?(?:\.\d{1,6})*$/.exec(each) ?? [];
    return Number(major) * 1_000_000 + Number(minor);
  });
  return version.every((number) => number >= (least ?? 0));
}

/** Where conflicts are that a merge left to be decided. In a closed fence, one is an example. */
export function findConflicts(text: string): { readonly from: number; readonly line: number }[] {
  if (!/<{7}|>{7}/.test(text)) return [];
  const linesLike = (pattern: RegExp) =>
    scanLines(text).flatMap(({ from, to, fence }, index) =>
      pattern.test(text.slice(from, to)) && fence?.isClosed !== true
        ? [{ from, line: index + 1 }]
        : [],
    );
  const begins = linesLike(/^<{7}(?: |$)/);
  // Somebody may have taken the beginning out by hand, and left the end.
  return begins.length > 0 ? begins : linesLike(/^>{7}(?: |$)/);
}
