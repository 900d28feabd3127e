import { groupBy } from "./group-by.ts";
import { BLOCK_MARKER } from "./layout.ts";
import type { Span } from "../markdown/lines.ts";
import { type Fence, type ScannedLine, scanLines } from "../markdown/scan-lines.ts";

export type Marker = "machine-start" | "machine-end" | "user-start" | "user-end";

/** The whole line of a marker, without its line break. */
export interface PlacedMarker extends Span {
  readonly marker: Marker;
  /** 1-based. */
  readonly line: number;
  /** It stands in a code fence that is closed, and counts only because its other half stands outside. */
  readonly isInFence: boolean;
}

const SIGN = "_BLOCK_";

interface WrittenMarker extends PlacedMarker {
  readonly fence: Fence | undefined;
}

/**
 * The markers of a text, without those in code fences. A fence that nobody closed may have been meant to
 * end anywhere, so that markers in it count: one that is wrongly taken for an example leaves a user block
 * without protection.
 */
export function findMarkers(text: string, lines?: readonly ScannedLine[]): PlacedMarker[] {
  if (!text.includes(SIGN)) return [];
  const found: WrittenMarker[] = [];
  (lines ?? scanLines(text)).forEach(({ from, to, fence }, index) => {
    const marker = toMarker(text.slice(from, to));
    if (marker === undefined) return;
    const isInFence = fence?.isClosed === true;
    const place = { marker, from, to, line: index + 1, isInFence };
    found.push({ ...place, fence: isInFence ? fence : undefined });
  });
  const plain = found.filter(({ fence }) => fence === undefined);
  const counting = isPaired(plain) ? plain : withTornFences(found);
  return counting.map(({ marker, from, to, line, isInFence }) => ({
    marker,
    from,
    to,
    line,
    isInFence,
  }));
}

/**
 * Where half a block stands in a fence and the other half outside, a fence was left open and the next one closed it:
 * the markers in it count.
 */
function withTornFences(found: readonly WrittenMarker[]): WrittenMarker[] {
  const inFence = groupBy(found, ({ fence }) => fence);
  return found.filter(({ fence }) => fence === undefined || !isPaired(inFence.get(fence) ?? []));
}

function toMarker(line: string): Marker | undefined {
  if (!BLOCK_MARKER.test(line)) return undefined;
  if (line.includes("MACHINE")) return line.includes("START") ? "machine-start" : "machine-end";
  return line.includes("START") ? "user-start" : "user-end";
}

function isPaired(markers: readonly PlacedMarker[]): boolean {
  const kinds = markers.map(({ marker }) => marker);
  return kinds.every((kind, index) =>
    index % 2 === 0
      ? kind.endsWith("-start") && kinds[index + 1] === kind.replace("-start", "-end")
      : true,
  );
}
