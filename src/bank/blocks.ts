import { BLOCK_MARKER } from "./layout.ts";
import { type Span, lineAt, startOfText } from "../markdown/lines.ts";
import { rememberLatest } from "../markdown/remember-latest.ts";
import { type ScannedLine, scanLines } from "../markdown/scan-lines.ts";

const IN_ORDER = ["machine-start", "machine-end", "user-start", "user-end"] as const;
export type Marker = (typeof IN_ORDER)[number];

/** The whole line of a marker, without its line break. */
export interface PlacedMarker extends Span {
  readonly marker: Marker;
  /** 1-based. */
  readonly line: number;
}

/** From the start marker's first character to the end marker's last. */
export type Block = Span;

export type BlockProblem =
  | { readonly kind: "missing"; readonly marker: Marker }
  | {
      readonly kind: "doubled" | "out-of-order";
      readonly marker: Marker;
      readonly line: number;
    };

export interface Blocks {
  /** In document order, without those in code fences. */
  readonly markers: readonly PlacedMarker[];
  readonly user: readonly Block[];
  readonly machine: readonly Block[];
  /** What keeps the four markers from being there once each and in order. */
  readonly problems: readonly BlockProblem[];
}

export interface BlockDamage {
  /** `markers-changed`: one that was there is gone, doubled or elsewhere. */
  readonly kind: "user-block-changed" | "markers-changed";
  /** 1-based, in the text before; of a doubled marker, in the text after. */
  readonly line: number;
}

/** `lines` are those of the text, where they were scanned already. */
export const parseBlocks = rememberLatest(
  (text: string, lines?: readonly ScannedLine[]): Blocks => {
    const markers = findMarkers(text, lines);
    return {
      markers,
      user: userBlocks(text, markers),
      machine: machineBlocks(text, markers),
      problems: findProblems(markers),
    };
  },
);

/**
 * Those in a code fence are examples. A fence that nobody closed may have been meant to end anywhere: one in it that
 * is wrongly taken for an example would leave a user block without protection.
 */
export function findMarkers(text: string, lines?: readonly ScannedLine[]): PlacedMarker[] {
  if (!text.includes("_BLOCK_")) return [];
  return (lines ?? scanLines(text)).flatMap(({ from, to, fence }, index) => {
    const line = text.slice(from, to);
    if (fence?.isClosed === true || !BLOCK_MARKER.test(line)) return [];
    const owner = line.includes("MACHINE") ? "machine" : "user";
    const marker: Marker = `${owner}-${line.includes("START") ? "start" : "end"}`;
    return [{ marker, from, to, line: index + 1 }];
  });
}

/**
 * Where markers are wrong, more is the user's rather than less: a block without an end reaches to the end
 * of the doc, one without a start begins at the marker before it.
 */
function userBlocks(text: string, markers: readonly PlacedMarker[]): Block[] {
  const blocks: Block[] = [];
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

/** Those outside user blocks. One without an end reaches to the next user block. */
function machineBlocks(text: string, markers: readonly PlacedMarker[]): Block[] {
  const blocks: Block[] = [];
  let open: number | undefined;
  let isUsers = false;
  const close = (to: number) => {
    if (open !== undefined) blocks.push({ from: open, to });
    open = undefined;
  };
  for (const { marker, from, to } of markers) {
    if (marker === "user-start") {
      close(from);
      isUsers = true;
    } else if (marker === "user-end") {
      open = undefined;
      isUsers = false;
    } else if (!isUsers) {
      if (marker === "machine-start") open ??= from;
      else close(to);
    }
  }
  close(text.length);
  return blocks;
}

function findProblems(markers: readonly PlacedMarker[]): BlockProblem[] {
  const there = new Set(markers.map(({ marker }) => marker));
  const missing = IN_ORDER.filter((marker) => !there.has(marker));
  const seen = new Set<Marker>();
  const wrong = markers.flatMap(({ marker, line }): BlockProblem[] => {
    const isDoubled = seen.has(marker);
    const isLate = IN_ORDER.slice(IN_ORDER.indexOf(marker) + 1).some((later) => seen.has(later));
    seen.add(marker);
    if (!isDoubled && !isLate) return [];
    return [{ kind: isDoubled ? "doubled" : "out-of-order", marker, line }];
  });
  return [...missing.map((marker) => ({ kind: "missing", marker }) as const), ...wrong];
}

/** Why `after` does not keep the user blocks and markers of `before`; undefined when it does. */
export function findBlockDamage(before: string, after: string): BlockDamage | undefined {
  if (before === after) return undefined;
  const old = parseBlocks(before);
  const now = parseBlocks(after);
  return findMarkerDamage(old.markers, now.markers) ?? findUserDamage(before, old, after, now);
}

/** A marker that the doc did not have may be added, since that fixes the doc. */
function findMarkerDamage(
  old: readonly PlacedMarker[],
  now: readonly PlacedMarker[],
): BlockDamage | undefined {
  const known = new Set(old.map(({ marker }) => marker));
  const kept = now.filter(({ marker }) => known.has(marker));
  const changed =
    old.find(({ marker }, index) => kept[index]?.marker !== marker) ?? kept[old.length];
  return changed === undefined ? undefined : { kind: "markers-changed", line: changed.line };
}

function findUserDamage(
  before: string,
  old: Blocks,
  after: string,
  now: Blocks,
): BlockDamage | undefined {
  for (const [index, block] of old.user.entries()) {
    const kept = now.user[index];
    const text = before.slice(block.from, block.to);
    const other = kept === undefined ? "" : after.slice(kept.from, kept.to);
    if (text === other) continue;
    const lines = other.split("\n");
    const same = text.split("\n").findIndex((line, at) => line !== lines[at]);
    const first = lineAt(before, block.from);
    return { kind: "user-block-changed", line: first + Math.max(0, same) };
  }
  return undefined;
}

/** `after` with the user blocks of `before`; undefined where other markers are there now: all of `before` goes back. */
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
