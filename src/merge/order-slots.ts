import { groupBy } from "../bank/group-by.ts";
import type { Item } from "./to-item.ts";
import type { Versions } from "./versions.ts";

/** One item in each version that has it. */
export type Slot = { -readonly [Side in keyof Versions<Item>]?: Versions<Item>[Side] };

type Order = readonly Slot[];
type Side = "ours" | "theirs";

/** All items of three versions, each once, in the merged order; undefined if the sides moved them differently. */
export function orderSlots(items: Versions<readonly Item[]>): Slot[] | undefined {
  const base = items.base.map((item): Slot => ({ base: item }));
  const ours = follow(items.ours, "ours", base);
  const theirs = follow(items.theirs, "theirs", base, ours);
  const ranks = new Map(base.map((slot, rank) => [slot, rank]));
  const ranked = (order: Order) => order.flatMap((slot) => ranks.get(slot) ?? []);
  const orders = { base, ours, theirs };
  if (isRising(ranked(theirs))) return weave(orders, "ours", "theirs");
  return isRising(ranked(ours)) ? weave(orders, "theirs", "ours") : undefined;
}

/** The slots of one side, in its order: items of the base, items that the other side also added, and new items. */
function follow(own: readonly Item[], side: Side, base: Order, others: Order = []): Slot[] {
  const added = others.filter((slot) => !slot.base);
  const waiting = groupBy([...base, ...added], (slot) => (slot.base ?? slot.ours)?.key);
  return own.map((item) => {
    const slot = waiting.get(item.key)?.shift() ?? {};
    slot[side] = item;
    return slot;
  });
}

/** Inserts the slots that only the others have into one side's order, after the slot that precedes them there. */
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
    // After the items that this side removed, so that replacements stand beside them; and ours before theirs.
    if (there.base !== undefined) return there[other] === undefined;
    return lead === "ours" && there[other] === undefined;
  });
  return slots;
}

function isRising(ranks: readonly number[]): boolean {
  return ranks.every((rank, at) => at === 0 || (ranks[at - 1] ?? 0) < rank);
}
