import { TEMPLATE_MARKER, TEMPLATE_VERSION } from "./layout.ts";
import { isWithin } from "../markdown/lines.ts";
import { scanLines } from "../markdown/scan-lines.ts";
import { parseBlocks } from "./blocks.ts";

/** The first marker with a template version outside code fences and user blocks. A malformed version is not current. */
export function findVersion(text: string) {
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

/** Whether a version is at least `v7.1`, as `v7.10` and `v8` are. */
function isAtLeastCurrent(value: string): boolean {
  const isSound = /^v\d{1,6}(?:\.\d{1,6})*$/.test(value);
  return isSound && value.localeCompare(TEMPLATE_VERSION, "en", { numeric: true }) >= 0;
}

/** The conflicts that a merge left open. In a closed fence a conflict is an example. */
export function findConflicts(text: string): { readonly from: number; readonly line: number }[] {
  if (!/<{7}|>{7}/.test(text)) return [];
  const linesLike = (pattern: RegExp) =>
    scanLines(text).flatMap(({ from, to, fence }, index) =>
      pattern.test(text.slice(from, to)) && fence?.isClosed !== true
        ? [{ from, line: index + 1 }]
        : [],
    );
  const begins = linesLike(/^<{7}(?: |$)/);
  // Somebody may have removed the start of a conflict by hand, and left its end.
  return begins.length > 0 ? begins : linesLike(/^>{7}(?: |$)/);
}
