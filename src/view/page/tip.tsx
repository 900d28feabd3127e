import type { BankMap, MapNode } from "../view.ts";
import { ago, number } from "./format.ts";
import { useShared } from "./state.ts";

/** What the circle is: on the side of it where there is room. The circle's own name says the same aloud. */
export function Tip({ node, map }: { node: MapNode; map: BankMap }) {
  const { view, say, nameOf, locale } = useShared();
  const facts = [
    node.kind === "missing" ? say("missingHint") : say("chars", { n: number(node.chars, locale) }),
    node.changedAt !== undefined && ago(node.changedAt, view.builtAt, locale),
    node.isOrphan && say("orphanHint"),
  ];
  const isLow = node.y > map.height / 2;
  const x = node.x / map.width;
  const y = (node.y + (isLow ? -node.r : node.r)) / map.height;
  // At most half as wide as the picture, it is inside of it everywhere.
  const side = x < 0.25 ? "start" : x > 0.75 ? "end" : "middle";
  return (
    <div
      class={`tip ${side} ${isLow ? "over" : "under"}`}
      style={{ left: `${100 * x}%`, top: `${100 * y}%` }}
      aria-hidden="true"
    >
      <strong>{node.title}</strong>
      <span class="path">{nameOf(node)}</span>
      <span>{facts.filter(Boolean).join(" · ")}</span>
    </div>
  );
}
