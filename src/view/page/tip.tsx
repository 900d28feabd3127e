import type { BankMap, MapNode } from "../view.ts";
import { ago, number } from "./format.ts";
import { useShared } from "./state.ts";

/** Describes a circle, above or below it. Screen readers get the same text as the circle's name. */
export function Tip({ node, map }: { node: MapNode; map: BankMap }) {
  const { view, say, nameOf, locale } = useShared();
  const facts = [
    node.kind === "missing" ? say("missingHint") : say("chars", { n: number(node.chars, locale) }),
    node.changedAt !== undefined && ago(node.changedAt, view.builtAt, locale),
    node.isOrphan && say("orphanHint"),
  ];
  const place =
    node.y > map.height / 2
      ? { bottom: `${100 - (100 * (node.y - node.r)) / map.height}%` }
      : { top: `${(100 * (node.y + node.r)) / map.height}%` };
  return (
    <div class="tip" style={{ ...place, "--x": node.x / map.width }} aria-hidden="true">
      <strong>{node.title}</strong>
      <span class="path">{nameOf(node)}</span>
      <span>{facts.filter(Boolean).join(" · ")}</span>
    </div>
  );
}
