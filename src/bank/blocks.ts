import { type Marker, type PlacedMarker, findMarkers } from "./find-markers.ts";
import { type Span, lineAt, startOfText } from "../markdown/lines.ts";
import { rememberLatest } from "../markdown/remember-latest.ts";
import type { ScannedLine } from "../markdown/scan-lines.ts";

export type { Marker, PlacedMarker } from "./find-markers.ts";

/** From the start marker's first character to the end marker's last. */
export type Block = Span;

export type BlockProblem =
  | { readonly kind: "missing"; readonly marker: Marker }
  | {
      /** `in-fence`: outside code fences it is missing. */
      readonly kind: "doubled" | "out-of-order" | "unclosed" | "in-fence";
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
  readonly kind: "user-block-changed" | "marker-removed" | "marker-doubled" | "marker-moved";
  /** 1-based, in the text before; of a doubled marker, in the text after. */
  readonly line: number;
}

const IN_ORDER: readonly Marker[] = ["machine-start", "machine-end", "user-start", "user-end"];

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
  const problems: BlockProblem[] = [];
  const firsts = IN_ORDER.map((marker) => markers.find((placed) => placed.marker === marker));
  IN_ORDER.forEach((marker, index) => {
    if (firsts[index] !== undefined) return;
    const start = marker.endsWith("-end") ? firsts[index - 1] : undefined;
    problems.push(
      start === undefined
        ? { kind: "missing", marker }
        : { kind: "unclosed", marker: start.marker, line: start.line },
    );
  });
  const seen = new Set<Marker>();
  let latest = -1;
  for (const { marker, line, isInFence } of markers) {
    if (isInFence) {
      const isOutside = markers.some((other) => other.marker === marker && !other.isInFence);
      if (!isOutside) problems.push({ kind: "in-fence", marker, line });
      continue;
    }
    const rank = IN_ORDER.indexOf(marker);
    const kind = seen.has(marker) ? "doubled" : rank < latest ? "out-of-order" : undefined;
    if (kind !== undefined) problems.push({ kind, marker, line });
    seen.add(marker);
    latest = Math.max(latest, rank);
  }
  return problems;
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
  const same = old.findIndex(({ marker }, index) => kept[index]?.marker !== marker);
  const from = same === -1 ? old.length : same;
  const left = old.slice(from);
  const right = kept.slice(from);
  for (const marker of known) {
    const isIt = (placed: PlacedMarker) => placed.marker === marker;
    const surplus = right.filter(isIt).length - left.filter(isIt).length;
    if (surplus === 0) continue;
    const kind = surplus < 0 ? "marker-removed" : "marker-doubled";
    return { kind, line: (surplus < 0 ? left : right).find(isIt)?.line ?? 1 };
  }
  const moved = left[0];
  return moved === undefined ? undefined : { kind: "marker-moved", line: moved.line };
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
    const same = commonPrefix(text, other);
    return { kind: "user-block-changed", line: lineAt(before, block.from + same) };
  }
  return undefined;
}

function commonPrefix(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length += 1;
  return length;
}

/**
 * `after` with the user blocks of `before` put back; undefined when their places cannot be told, so that
 * the whole of `before` has to be put back.
 */
export function putBackUserBlocks(before: string, after: string): string | undefined {
  const old = parseBlocks(before);
  const now = parseBlocks(after);
  const result =
    kindsOf(old.markers) === kindsOf(now.markers)
      ? replaceBlocks(before, old.user, after, now.user)
      : insertBlock(before, old, after, now);
  return findBlockDamage(before, result) === undefined ? result : undefined;
}

function kindsOf(markers: readonly PlacedMarker[]): string {
  return markers.map(({ marker }) => marker).join(" ");
}

function replaceBlocks(
  before: string,
  old: readonly Block[],
  after: string,
  now: readonly Block[],
): string {
  let result = "";
  let at = 0;
  for (const [index, { from, to }] of now.entries()) {
    const block = old[index];
    if (block === undefined) continue;
    result += after.slice(at, from) + before.slice(block.from, block.to);
    at = to;
  }
  return result + after.slice(at);
}

/** For a doc that was rewritten without its user block: the block goes back next to the marker that it stood next to. */
function insertBlock(before: string, old: Blocks, after: string, now: Blocks): string {
  const [block, ...others] = old.user;
  if (block === undefined || others.length > 0) return after;
  const { from, to } = block;
  const ahead = old.markers.filter((placed) => placed.to < from);
  const behind = old.markers.filter((placed) => placed.from > to);
  if (kindsOf([...ahead, ...behind]) !== kindsOf(now.markers)) return after;

  const previous = ahead.at(-1);
  const place = now.markers[ahead.length - 1];
  if (previous !== undefined && place !== undefined && isBlank(before.slice(previous.to, from))) {
    return after.slice(0, place.to) + before.slice(previous.to, to) + after.slice(place.to);
  }
  const gap = before.slice(to, behind[0]?.from);
  if (!isBlank(gap)) return after;
  const end = now.markers[ahead.length]?.from ?? after.length;
  const text = after.slice(0, end);
  const lineBreak = /[^\r\n]$/.test(text) ? (/\r\n?|\n/.exec(before)?.[0] ?? "\n") : "";
  return text + lineBreak + before.slice(from, to) + gap + after.slice(end);
}

function isBlank(text: string): boolean {
  return text.trim() === "";
}
