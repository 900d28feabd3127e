import { type Span, isWithin, lineAt, startOfText } from "../markdown/lines.ts";
import { scanLines } from "../markdown/scan-lines.ts";
import { BLOCK_MARKER } from "./layout.ts";
import type { Text } from "../types.ts";

const BLOCK_MARKERS = ["machine-start", "machine-end", "user-start", "user-end"] as const;
export type Marker = (typeof BLOCK_MARKERS)[number];

/** The whole line of a marker, without its line break. */
export interface PlacedMarker extends Span {
  readonly marker: Marker;
  /** 1-based. */
  readonly line: number;
}

/**
 * The markers of a doc's blocks. Markers in a closed code fence are examples. In an open fence they count: it is unknown
 * where the fence was meant to end, and a user block must not lose its protection.
 */
export function findMarkers(text: string): PlacedMarker[] {
  if (!text.includes("_BLOCK_")) return [];
  return scanLines(text).flatMap(({ from, to, fence }, index) => {
    const line = text.slice(from, to);
    if (fence?.isClosed === true || !BLOCK_MARKER.test(line)) return [];
    const owner = line.includes("MACHINE") ? "machine" : "user";
    const marker: Marker = `${owner}-${line.includes("START") ? "start" : "end"}`;
    return [{ marker, from, to, line: index + 1 }];
  });
}

export type BlockProblem =
  | { readonly kind: "missing"; readonly marker: Marker }
  | {
      readonly kind: "doubled" | "out-of-order";
      readonly marker: Marker;
      readonly line: number;
    };

/** Blocks reach from the start marker's first character to the end marker's last character. */
export interface Blocks {
  /** The markers in document order, without those in code fences. */
  readonly markers: readonly PlacedMarker[];
  readonly user: readonly Span[];
  readonly machine: readonly Span[];
  /** Why the four markers are not there once each and in order. */
  readonly problems: readonly BlockProblem[];
}

export interface BlockDamage {
  /** `markers-changed`: a marker is gone, doubled or in another place. */
  readonly kind: "user-block-changed" | "markers-changed";
  /** 1-based; counted in the text before, or in the text after for a doubled marker. */
  readonly line: number;
}

export function parseBlocks(text: string): Blocks {
  const markers = findMarkers(text);
  const user = userBlocks(text, markers);
  return {
    markers,
    user,
    machine: machineBlocks(text, markers, user),
    problems: findProblems(markers),
  };
}

/**
 * The spans of user blocks. Where markers are wrong, more text counts as the user's rather than less: a block without an
 * end reaches to the end of the doc, one without a start begins at the marker before it.
 */
function userBlocks(text: string, markers: readonly PlacedMarker[]): Span[] {
  const blocks: Span[] = [];
  let open: number | undefined;
  let previousEnd = startOfText(text);
  for (const { marker, from, to } of markers) {
    if (marker === "user-start") open ??= from;
    if (marker === "user-end") {
      blocks.push({ from: open ?? previousEnd, to });
      open = undefined;
    }
    previousEnd = to;
  }
  return open === undefined ? blocks : [...blocks, { from: open, to: text.length }];
}

/** The machine blocks outside user blocks. One without an end reaches to the next marker, or to the end of the doc. */
function machineBlocks(
  text: string,
  markers: readonly PlacedMarker[],
  user: readonly Span[],
): Span[] {
  return markers.flatMap(({ marker, from }, index) => {
    if (marker !== "machine-start" || isWithin(user, from)) return [];
    const next = markers[index + 1];
    if (next === undefined) return [{ from, to: text.length }];
    if (next.marker === "user-end") return [];
    return [{ from, to: next.marker === "machine-end" ? next.to : next.from }];
  });
}

function findProblems(markers: readonly PlacedMarker[]): BlockProblem[] {
  const there = new Set(markers.map(({ marker }) => marker));
  const missing = BLOCK_MARKERS.filter((marker) => !there.has(marker));
  const seen = new Set<Marker>();
  const wrong = markers.flatMap(({ marker, line }): BlockProblem[] => {
    const later = BLOCK_MARKERS.slice(BLOCK_MARKERS.indexOf(marker) + 1);
    const isDoubled = seen.has(marker);
    const isLate = later.some((other) => seen.has(other));
    seen.add(marker);
    if (!isDoubled && !isLate) return [];
    return [{ kind: isDoubled ? "doubled" : "out-of-order", marker, line }];
  });
  return [...missing.map((marker) => ({ kind: "missing", marker }) as const), ...wrong];
}

const WRONG: Readonly<Record<BlockProblem["kind"], Text>> = {
  missing: { en: "is missing", zh: "缺失" },
  doubled: { en: "is there twice", zh: "出现了两次" },
  "out-of-order": { en: "is out of order", zh: "的顺序不对" },
};

export function describeProblem(problem: BlockProblem): Text {
  const name = problem.marker.replace("-", "_BLOCK_").toUpperCase();
  const { en, zh } = WRONG[problem.kind];
  if (problem.kind === "missing") return { en: `${name} ${en}`, zh: `${name} ${zh}` };
  const { line } = problem;
  return { en: `${name} ${en} (line ${line})`, zh: `${name} ${zh}（第 ${line} 行）` };
}

/** Why `after` does not keep the user blocks and markers of `before`; undefined when it does. */
export function findBlockDamage(before: string, after: string): BlockDamage | undefined {
  if (before === after) return undefined;
  const old = parseBlocks(before);
  const now = parseBlocks(after);
  // A marker that the doc did not have may be added, since that fixes the doc.
  const known = new Set(old.markers.map(({ marker }) => marker));
  const kept = now.markers.filter(({ marker }) => known.has(marker));
  const changed =
    old.markers.find(({ marker }, index) => kept[index]?.marker !== marker) ??
    kept[old.markers.length];
  if (changed !== undefined) return { kind: "markers-changed", line: changed.line };
  const texts = now.user.map(({ from, to }) => after.slice(from, to));
  const index = old.user.findIndex(({ from, to }, at) => before.slice(from, to) !== texts[at]);
  const block = old.user[index];
  if (block === undefined) return undefined;
  const lines = texts[index]?.split("\n") ?? [];
  const text = before.slice(block.from, block.to).split("\n");
  const same = text.findIndex((line, at) => line !== lines[at]);
  return { kind: "user-block-changed", line: lineAt(before, block.from) + Math.max(0, same) };
}

/** `after` with the user blocks of `before`; undefined if the markers differ: then all of `before` must be put back. */
export function putBackUserBlocks(before: string, after: string): string | undefined {
  const old = parseBlocks(before);
  const now = parseBlocks(after);
  if (old.markers.length > now.markers.length) return undefined;
  let result = "";
  let at = 0;
  for (const [index, { from, to }] of now.user.entries()) {
    const block = old.user[index];
    if (block === undefined) continue;
    result += after.slice(at, from) + before.slice(block.from, block.to);
    at = to;
  }
  result += after.slice(at);
  return findBlockDamage(before, result) === undefined ? result : undefined;
}
