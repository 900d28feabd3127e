import { type Blocks, parseBlocks } from "./blocks.ts";
import { TEMPLATE_MARKER } from "./layout.ts";
import { type Span, isWithin } from "../markdown/lines.ts";
import { type ScannedLine, scanLines } from "../markdown/scan-lines.ts";

/** `v7.10` is [7, 10]. */
export type Version = readonly number[];

/** The marker that names a doc's template. */
export interface PlacedVersion extends Span {
  /** As it is written, such as `v7.1`. */
  readonly value: string;
  /** Absent when it is malformed. */
  readonly version: Version | undefined;
}

/** The first marker outside code fences and user blocks. */
export function findVersion(
  text: string,
  lines?: readonly ScannedLine[],
  blocks?: Blocks,
): PlacedVersion | undefined {
  if (!TEMPLATE_MARKER.test(text)) return undefined;
  const scanned = lines ?? scanLines(text);
  const { user } = blocks ?? parseBlocks(text, scanned);
  for (const line of scanned) {
    if (line.kind === "fence" || line.kind === "code") continue;
    const match = TEMPLATE_MARKER.exec(text.slice(line.from, line.to));
    if (match === null) continue;
    const from = line.from + match.index;
    if (isWithin(user, from)) continue;
    const value = (match[1] ?? "").replace(/^:/, "").trim();
    return { from, to: from + match[0].length, value, version: parseVersion(value) };
  }
  return undefined;
}

export function parseVersion(value: string): Version | undefined {
  return /^v\d{1,6}(?:\.\d{1,6}){0,3}$/.test(value)
    ? value.slice(1).split(".").map(Number)
    : undefined;
}

/** `v7.10` and `v8` are at least `v7.1`; a malformed one is not. */
export function isAtLeast(version: Version | undefined, least: Version): boolean {
  if (version === undefined) return false;
  const length = Math.max(version.length, least.length);
  for (let index = 0; index < length; index += 1) {
    const difference = (version[index] ?? 0) - (least[index] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return true;
}
