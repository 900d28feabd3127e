import { useMemo, useRef, useState } from "preact/hooks";
import { ENTRY } from "../../bank/layout.ts";
import { leadsTo } from "../leads.ts";
import type { MapEdge, MapNode } from "../view.ts";
import { placeEdges } from "./edges.ts";
import { folderColor, folderName } from "./folders.ts";
import { Names } from "./names.tsx";
import { Node } from "./node.tsx";
import { useShared } from "./state.ts";
import { Tip } from "./tip.tsx";

interface BankGraphProps {
  readonly shown: readonly MapNode[];
  readonly open: string | undefined;
  readonly pointed: string | undefined;
  readonly onPoint: (path: string | undefined) => void;
  readonly onOpen: (path: string) => void;
}

/** Arrow keys move from one circle to another, in the order of the list. */
const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowUp: -1,
  ArrowRight: 1,
  ArrowDown: 1,
  Home: -Infinity,
  End: Infinity,
};

export function BankGraph({ shown, open, pointed, onPoint, onOpen }: BankGraphProps) {
  const { view, say } = useShared();
  const { map } = view;
  const { nodes, width, height } = map;
  const svg = useRef<SVGSVGElement>(null);
  const [current, setCurrent] = useState<string | undefined>();
  const edges = useMemo(() => placeEdges(map), [map]);
  const visible = useMemo(() => new Set(shown.map(({ path }) => path)), [shown]);
  const focus = pointed ?? open;
  const near = useMemo(
    () => (focus === undefined ? undefined : neighbours(map.edges, focus)),
    [map, focus],
  );
  const stop = nodes.find(({ path }) => path === (current ?? open ?? ENTRY)) ?? nodes[0];
  const pointedNode = nodes.find(({ path }) => path === pointed);
  const isDim = ({ path }: MapNode) =>
    !visible.has(path) || near?.some((lead) => leadsTo(lead, path)) === false;

  // One listener of each kind for the whole picture, not one for each circle.
  const nodeOf = ({ target }: Event): MapNode | undefined => {
    const element = target instanceof Element ? target.closest("[data-index]") : null;
    return element === null ? undefined : nodes[Number(element.getAttribute("data-index"))];
  };
  const point = (event: Event) => onPoint(nodeOf(event)?.path);
  const onKey = (event: KeyboardEvent) => {
    const node = nodeOf(event);
    const step = STEPS[event.key];
    if (node === undefined) return;
    if (event.key === "Enter" || event.key === " ") onOpen(node.path);
    else if (step !== undefined) {
      const next = Math.min(Math.max(nodes.indexOf(node) + step, 0), nodes.length - 1);
      svg.current?.querySelector<SVGGElement>(`[data-index="${next}"]`)?.focus();
    } else return;
    event.preventDefault();
  };
  return (
    <div class="plane">
      <div class="picture" style={{ "--ratio": `${width} / ${height}` }}>
        <svg
          ref={svg}
          viewBox={`0 0 ${width} ${height}`}
          // The more lines there are, the fainter each one is.
          style={{ "--quiet": Math.min(0.36, Math.max(0.07, 24 / map.edges.length)).toFixed(2) }}
          role="group"
          aria-label={say("graphLabel", { n: nodes.length })}
          class={near === undefined ? "" : "pointing"}
          onClick={(event) => {
            const node = nodeOf(event);
            if (node !== undefined) onOpen(node.path);
          }}
          onKeyDown={onKey}
          onMouseOver={point}
          onMouseLeave={() => onPoint(undefined)}
          onFocusIn={(event) => {
            setCurrent(nodeOf(event)?.path);
            point(event);
          }}
          onFocusOut={() => onPoint(undefined)}
        >
          {map.folders.map((folder) => (
            <circle
              class="folder"
              style={{ color: folderColor(map, folder.path) }}
              cx={folder.x}
              cy={folder.y}
              r={folder.r}
            >
              <title>{folderName(folder.path, say)}</title>
            </circle>
          ))}
          <g class="edges" aria-hidden="true">
            {edges.map(({ edge, path }) => (
              <path class={lookOf(edge, focus, visible.has(edge.from))} d={path} />
            ))}
          </g>
          {nodes.map((node, index) => (
            <Node
              node={node}
              index={index}
              isStop={node === stop}
              isOpen={node.path === open}
              isDim={isDim(node)}
            />
          ))}
        </svg>
        <Names map={map} isDim={isDim} />
        {pointedNode !== undefined && <Tip node={pointedNode} map={map} />}
      </div>
    </div>
  );
}

function lookOf(
  { kind, from, to, leadsNowhere }: MapEdge,
  focus: string | undefined,
  isShown: boolean,
) {
  const isNear = focus !== undefined && (from === focus || to === focus);
  return [kind, isNear && "near", leadsNowhere && "nowhere", !isShown && "dim"]
    .filter(Boolean)
    .join(" ");
}

/** Everything that a doc leads to, folders included, and everything that leads to it. */
function neighbours(edges: readonly MapEdge[], path: string): string[] {
  return [
    path,
    ...edges.flatMap(({ from, to }) => (from === path ? [to] : leadsTo(to, path) ? [from] : [])),
  ];
}
