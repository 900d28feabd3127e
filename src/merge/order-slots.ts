import type { Item } from "./pair-items.ts";
import { pairItems } from "./pair-items.ts";
import type { Versions } from "./versions.ts";

/** One item in the versions that have it. */
export type Slot = { -readonly [Side in keyof Versions<Item>]?: Versions<Item>[Side] };

type Order = readonly Slot[];

/** All items of three versions, each once, in the order of the merge; undefined where the sides moved them differently. */
export function orderSlots(items: Versions<readonly Item[]>): Slot[] | undefined {
  const base = items.base.map((item): Slot => ({ base: item }));
  const ours = follow(items, base, "ours");
  const theirs = follow(items, base, "theirs", ours);
  const ranks = new Map(base.map((slot, rank) => [slot, rank]));
  const ranked = (order: Order) => order.flatMap((slot) => ranks.get(slot) ?? []);
  if (isRising(ranked(theirs))) return weave(ours, base, theirs, isTheirs);
  if (isRising(ranked(ours))) return weave(theirs, base, ours, () => false);
  const common = (order: Order) => ranked(order.filter((slot) => slot.ours && slot.theirs));
  const isSame = common(ours).join() === common(theirs).join();
  return isSame ? weave(ours, base, theirs, isTheirs) : undefined;
}

/** The slots of one side in its order: those of the base, those that the other side has added as well, and new ones. */
function follow(
  items: Versions<readonly Item[]>,
  base: Order,
  side: "ours" | "theirs",
  others: Order = [],
): Slot[] {
  const own = items[side];
  const slots: Slot[] = own.map((item) => ({ [side]: item }));
  for (const [from, to] of pairItems(items.base, own)) {
    const slot = base[from];
    const item = own[to];
    if (slot === undefined || item === undefined) continue;
    slot[side] = item;
    slots[to] = slot;
  }
  const added = new Map<string, Slot>();
  for (const slot of others) if (!slot.base && slot.ours) added.set(slot.ours.key, slot);
  return slots.map((slot) => {
    const item = slot.base ? undefined : slot[side];
    const same = item && added.get(item.key);
    if (item === undefined || same === undefined || same[side] !== undefined) return slot;
    same[side] = item;
    return same;
  });
}

/** Into the first order what only the others have: behind what it stands behind there. */
function weave(lead: Order, base: Order, other: Order, isBehind: (slot: Slot) => boolean): Slot[] {
  const start: Slot = {};
  const next = new Map<Slot, Slot | undefined>();
  let last = start;
  for (const slot of lead) {
    next.set(last, slot);
    last = slot;
  }
  next.set(last, undefined);
  const insert = (order: Order, skips: (there: Slot, previous: Slot) => boolean) => {
    let previous = start;
    for (const slot of order) {
      if (!next.has(slot)) {
        let place = previous;
        for (let there = next.get(place); there && skips(there, previous); there = next.get(place))
          place = there;
        next.set(slot, next.get(place));
        next.set(place, slot);
      }
      previous = slot;
    }
  };
  insert(base, () => false);
  const isOfBase = new Set([start, ...base]);
  insert(other, (there, previous) => {
    if (!isOfBase.has(previous)) return false;
    // Behind what both have removed, so that what came instead stands together.
    return isOfBase.has(there) ? !there.ours && !there.theirs : isBehind(there);
  });
  const slots: Slot[] = [];
  for (let slot = next.get(start); slot !== undefined; slot = next.get(slot)) slots.push(slot);
  return slots;
}

/** Theirs come behind what only ours has put in the same place. */
function isTheirs(there: Slot): boolean {
  return there.theirs === undefined;
}

function isRising(ranks: readonly number[]): boolean {
  return ranks.every((rank, at) => at === 0 || (ranks[at - 1] ?? 0) < rank);
}
