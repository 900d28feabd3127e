import type { Merging } from "./merging.ts";
import { type Slot, orderSlots } from "./order-slots.ts";
import type { Item } from "./to-item.ts";
import { type Versions, eachVersion, settle } from "./versions.ts";

export interface ItemStyle {
  /** The result for an item that both sides changed, or added with the same key. */
  readonly combine: (texts: Versions<string>, key: string) => string;
  /** The gap between two items if no version has one there. */
  readonly gap: string;
}

interface Piece {
  readonly text: string;
  /** Absent for a conflict. */
  readonly slot?: Slot;
}

/** Merges items by key, not by position. A change by one side holds, unless the other side changed the same item, too. */
export function mergeItems(
  items: Versions<readonly Item[]>,
  merging: Merging,
  style: ItemStyle,
): string {
  const slots = orderSlots(items);
  if (slots === undefined) {
    return merging.byLines(
      eachVersion(items, (list) => list.map(({ text, gap }) => text + gap).join("")),
    );
  }
  const pieces: Piece[] = [];
  for (let at = 0; at < slots.length;) {
    const contested = contestedAt(slots, at);
    const slot = slots[at] ?? {};
    if (contested > 0) {
      pieces.push({ text: merging.byLines(textsOf(slots.slice(at, at + contested))) });
    } else {
      const text = mergeSlot(slot, style);
      if (text !== undefined) pieces.push({ text, slot });
    }
    at += contested || 1;
  }
  const isLast = new Set([items.base.at(-1), items.ours.at(-1), items.theirs.at(-1)]);
  const usual = usualGap(items, isLast) ?? style.gap;
  const tail = eachVersion(items, (list) => list.at(-1)?.gap ?? "");
  const end = settle(tail) ?? tail.ours;
  return pieces
    .map(
      ({ text, slot }, at) =>
        text + (at === pieces.length - 1 ? end : gapBehind(slot, isLast, usual)),
    )
    .join("");
}

/** Undefined for an item that was removed. */
function mergeSlot(slot: Slot, { combine }: ItemStyle): string | undefined {
  const { base, ours, theirs } = slot;
  if (ours === undefined || theirs === undefined)
    return base === undefined ? (ours ?? theirs)?.text : undefined;
  if (ours.text === theirs.text) return ours.text;
  return (
    (base && settle({ base: base.text, ours: ours.text, theirs: theirs.text })) ??
    combine(textsOf([slot]), ours.key)
  );
}

/**
 * How many slots, from here on, the sides changed in different ways: one side changed an item that the other removed,
 * or both removed items and put something else in their place. 0 if there is no conflict.
 */
function contestedAt(slots: readonly Slot[], start: number): number {
  const first = slots[start] ?? {};
  if (isLoose(first)) {
    const run = whileTrue(slots, start, isLoose);
    const added = (side: "ours" | "theirs") =>
      run.filter((slot) => !slot.base && isOnly(slot, side)).length;
    const gone = run.filter((slot) => slot.base?.isBlank === false).length;
    const [ours, theirs] = [added("ours"), added("theirs")];
    // As many items added as removed: they may be the same items reworded, which the other side removed.
    const isRewritten = ours + theirs === gone;
    return gone > 0 && ((ours > 0 && theirs > 0) || isRewritten) ? run.length : 0;
  }
  const { base, ours, theirs } = first;
  const changed = ours ?? theirs;
  if (!base || !changed || (ours && theirs) || changed.sense === base.sense) return 0;
  const remover = ours ? "theirs" : "ours";
  return 1 + whileTrue(slots, start + 1, (slot) => !slot.base && isOnly(slot, remover)).length;
}

function whileTrue(slots: readonly Slot[], start: number, holds: (slot: Slot) => boolean): Slot[] {
  const end = slots.findIndex((slot, at) => at >= start && !holds(slot));
  return slots.slice(start, end === -1 ? slots.length : end);
}

/** No side still has the item from the base. */
function isLoose({ base, ours, theirs }: Slot): boolean {
  return base === undefined || (ours === undefined && theirs === undefined);
}

function isOnly(slot: Slot, side: "ours" | "theirs"): boolean {
  return slot[side] !== undefined && slot[side === "ours" ? "theirs" : "ours"] === undefined;
}

function textsOf(slots: readonly Slot[]): Versions<string> {
  const of = (side: keyof Slot) => slots.map((slot) => slot[side]?.text ?? "").join("");
  return { base: of("base"), ours: of("ours"), theirs: of("theirs") };
}

/** The blank lines after an item, if another item follows. */
function gapBehind(
  slot: Slot | undefined,
  isLast: ReadonlySet<Item | undefined>,
  usual: string,
): string {
  const inner = (item: Item | undefined) => (item && !isLast.has(item) ? item.gap : undefined);
  const [base, ours, theirs] = [inner(slot?.base), inner(slot?.ours), inner(slot?.theirs)];
  if (ours === undefined || theirs === undefined) return ours ?? theirs ?? usual;
  return ours === base ? theirs : ours;
}

function usualGap(
  { base, ours, theirs }: Versions<readonly Item[]>,
  isLast: ReadonlySet<Item | undefined>,
): string | undefined {
  return [...ours, ...theirs, ...base].findLast((item) => !isLast.has(item))?.gap;
}
