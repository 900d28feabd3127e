import type { Item } from "./pair-items.ts";
import { pairItems } from "./pair-items.ts";
import type { Versions } from "./versions.ts";

/** One item in the versions that have it. */
export type Slot = { -readonly [Side in keyof Versions<Item>]?: Versions<Item>[Side] };

type Order = readonly Slot[];
type Side = "ours" | "theirs";

/** All items of three versions, each once, in the order of the merge; undefined where the sides moved them differently. */
export function orderSlots(items: Versions<readonly Item[]>): Slot[] | undefined {
  const base = items.base.map((item): Slot => ({ base: item }));
  const ours = follow(items, base, "ours");
  const theirs = follow(items, base, "theirs", ours);
  const ranks = new Map(base.map((slot, rank) => [slot, rank]));
  const ranked = (order: Order) => order.flatMap((slot) => ranks.get(slot) ?? []);
  const orders = { base, ours, theirs };
  if (isRising(ranked(theirs))) return weave(orders, "ours", "theirs");
  if (isRising(ranked(ours))) return weave(orders, "theirs", "ours");
  const common = (order: Order) => ranked(order.filter((slot) => slot.ours && slot.theirs));
  const isSame = common(ours).join() === common(theirs).join();
  return isSame ? weave(orders, "ours", "theirs") : undefined;
}

/** The slots of one side in its order: those of the base, those that the other side has added as well, and new ones. */
function follow(
  items: Versions<readonly Item[]>,
  base: Order,
  side: Side,
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

/** Into the order of one side what only the others have: behind what it stands behind there. */
function weave(orders: Versions<Order>, lead: Side, other: Side): Slot[] {
  const slots = [...orders[lead]];
  const placed = new Set(slots);
  const insert = (order: Order, isSkipped: (there: Slot) => boolean) => {
    let previous: Slot | undefined;
    for (const slot of order) {
      if (!placed.has(slot)) {
        let at = previous === undefined ? 0 : slots.indexOf(previous) + 1;
        const isApart = previous !== undefined && !previous.base && !previous[lead];
        if (!isApart) while (at < slots.length && isSkipped(slots[at] ?? {})) at += 1;
        slots.splice(at, 0, slot);
        placed.add(slot);
      }
      previous = slot;
    }
  };
  insert(orders.base, () => false);
  insert(orders[other], (there) => {
    // Behind what this side has removed, so that what came instead stands beside it; and ours before theirs.
    if (there.base !== undefined) return there[other] === undefined;
    return lead === "ours" && there[other] === undefined;
  });
  return slots;
}

function isRising(ranks: readonly number[]): boolean {
  return ranks.every((rank, at) => at === 0 || (ranks[at - 1] ?? 0) < rank);
}
