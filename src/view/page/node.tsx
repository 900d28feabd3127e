import { ENTRY } from "../../bank/layout.ts";
import type { MapNode } from "../view.ts";
import { folderColor } from "./folders.ts";
import { useShared } from "./state.ts";

interface NodeProps {
  readonly node: MapNode;
  readonly index: number;
  readonly isStop: boolean;
  readonly isOpen: boolean;
  readonly isDim: boolean;
}

export function Node({ node, index, isStop, isOpen, isDim }: NodeProps) {
  const { view, say, nameOf } = useShared();
  const { x, y, r, path, kind } = node;
  const words = [
    node.title,
    nameOf(node),
    kind === "missing"
      ? say("missing")
      : say(node.freshness === "stale" ? "staleOne" : node.freshness),
    node.isOrphan && say("orphan"),
  ];
  return (
    <g
      class={`node ${kind} ${node.freshness} ${isDim ? "dim" : ""} ${isOpen ? "open" : ""}`}
      style={{ color: kind === "missing" ? undefined : folderColor(view.map, node.folder) }}
      role="button"
      aria-label={words.filter(Boolean).join(", ")}
      // Lower case, because SVG elements have no attribute `tabIndex`.
      tabindex={isStop ? 0 : -1}
      data-index={index}
    >
      <circle class="reach" cx={x} cy={y} r={Math.max(r + 3, 11)} />
      {node.isOrphan && <circle class="orphan" cx={x} cy={y} r={r + 4} />}
      <circle class="body" cx={x} cy={y} r={r} />
      {path === ENTRY && <path class="star" d={`M${x - 9} ${y + 7}v-14l9 9 9-9v14`} />}
      {kind === "missing" && <path class="cross" d={`M${x - 3} ${y - 3}l6 6m0-6l-6 6`} />}
    </g>
  );
}
