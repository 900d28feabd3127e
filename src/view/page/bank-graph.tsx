import type { RefObject } from "preact";
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { ENTRY } from "../../bank/layout.ts";
import { type MapEdge, type MapNode, ROOM_FOR_NAME } from "../view.ts";
import { type GraphEdge, placeEdges } from "./edges.ts";
import { folderColor, folderName } from "./folders.ts";
import { ago, fit, number, shortName } from "./format.ts";
import { nextNode } from "./next-node.ts";
import { toHash, useShared } from "./state.ts";

interface BankGraphProps {
  readonly shown: readonly MapNode[];
  readonly open: string | undefined;
  readonly pointed: string | undefined;
  readonly onPoint: (path: string | undefined) => void;
}

/** In pixels: as small as can be read. */
const CHARACTER = 6.1;
/** Shorter beginnings of names say nothing. */
const FEWEST_CHARACTERS = 9;
/** With less, the entry's name would cover its neighbours. */
const SMALLEST_ZOOM = 0.55;

export function BankGraph({ shown, open, pointed, onPoint }: BankGraphProps) {
  const { view, say } = useShared();
  const { map } = view;
  const { nodes, width, height } = map;
  const svg = useRef<SVGSVGElement>(null);
  const zoom = useZoom(svg, width, height);
  const scale = 1 / zoom;
  const columns = Math.floor((ROOM_FOR_NAME * 2 * zoom) / CHARACTER);
  const hasNames = map.hasRoomForNames && columns >= FEWEST_CHARACTERS;
  const [current, setCurrent] = useState<string | undefined>();
  const edges = useMemo(() => placeEdges(map), [map]);
  const visible = useMemo(() => new Set(shown.map(({ path }) => path)), [shown]);
  const focus = pointed ?? open;
  const near = useMemo(
    () => (focus === undefined ? undefined : neighbours(map.edges, focus)),
    [map, focus],
  );
  const stop = nodes.find(({ path }) => path === (current ?? open ?? ENTRY)) ?? nodes[0];

  const go = (event: KeyboardEvent, node: MapNode) => {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      location.hash = toHash("map", node.path);
      return;
    }
    const next = nextNode(nodes, node, event.key);
    if (next === undefined) return;
    event.preventDefault();
    setCurrent(next.path);
    svg.current?.querySelector<SVGGElement>(`[data-index="${nodes.indexOf(next)}"]`)?.focus();
  };
  const isDim = (node: MapNode) =>
    !visible.has(node.path) ||
    (near !== undefined && !near.has(node.path) && !isInside(node, near));
  const pointedNode = nodes.find(({ path }) => path === pointed);
  return (
    <svg
      ref={svg}
      viewBox={`0 0 ${width} ${height}`}
      style={{
        // Words stay legible and lines quiet, however much there is.
        "--scale": scale.toFixed(2),
        "--quiet": Math.min(0.36, Math.max(0.07, 24 / map.edges.length)).toFixed(2),
      }}
      role="group"
      aria-label={say("graphLabel", { n: nodes.length })}
      class={near === undefined ? "" : "pointing"}
    >
      {map.folders.map((folder) => (
        <g class="folder" style={{ color: folderColor(map, folder.path) }}>
          <circle cx={folder.x} cy={folder.y} r={folder.r} />
        </g>
      ))}
      <g class="edges" aria-hidden="true">
        {edges.map((edge) => (
          <Edge edge={edge} focus={focus} isShown={visible.has(edge.from)} />
        ))}
      </g>
      {map.folders.map(
        (folder) =>
          folder.path !== "" && (
            <text
              class="folder-name"
              style={{ color: folderColor(map, folder.path) }}
              x={folder.x}
              y={folder.y - folder.r - 6}
              aria-hidden="true"
            >
              {folderName(folder.path, say)}
            </text>
          ),
      )}
      {nodes.map((node, index) => (
        <Node
          node={node}
          index={index}
          isStop={node === stop}
          isOpen={node.path === open}
          isDim={isDim(node)}
          onPoint={onPoint}
          onKey={go}
          onFocus={() => setCurrent(node.path)}
        />
      ))}
      <g class="names" aria-hidden="true">
        {nodes
          .filter(({ path }) => hasNames || (path === ENTRY && zoom > SMALLEST_ZOOM))
          .map((node) => (
            <Name node={node} columns={columns} scale={scale} isDim={isDim(node)} />
          ))}
      </g>
      {pointedNode !== undefined && <Tip node={pointedNode} width={width} scale={scale} />}
    </svg>
  );
}

function Edge({
  edge,
  focus,
  isShown,
}: {
  edge: GraphEdge;
  focus: string | undefined;
  isShown: boolean;
}) {
  const isNear = focus !== undefined && (edge.from === focus || edge.to === focus);
  const look = [edge.kind, isNear && "near", edge.leadsNowhere && "nowhere", !isShown && "dim"];
  return <path class={look.filter(Boolean).join(" ")} d={edge.path} />;
}

interface NodeProps {
  readonly node: MapNode;
  readonly index: number;
  readonly isStop: boolean;
  readonly isOpen: boolean;
  readonly isDim: boolean;
  readonly onPoint: (path: string | undefined) => void;
  readonly onKey: (event: KeyboardEvent, node: MapNode) => void;
  readonly onFocus: () => void;
}

function Node({ node, index, isStop, isOpen, isDim, onPoint, onKey, onFocus }: NodeProps) {
  const { view, say } = useShared();
  const { x, y, r, path, kind } = node;
  const words = [
    node.title,
    path,
    kind === "missing"
      ? say("missing")
      : say(node.freshness === "stale" ? "staleOne" : node.freshness),
    node.isOrphan && say("orphan"),
  ];
  return (
    <g
      class={`node ${kind} ${node.freshness} ${isDim ? "dim" : ""} ${isOpen ? "open" : ""}`}
      style={{ color: folderColor(view.map, node.folder) }}
      role="button"
      aria-label={words.filter(Boolean).join(", ")}
      tabIndex={isStop ? 0 : -1}
      data-index={index}
      data-current={isOpen ? "" : undefined}
      onClick={() => (location.hash = toHash("map", path))}
      onKeyDown={(event) => onKey(event, node)}
      onMouseEnter={() => onPoint(path)}
      onMouseLeave={() => onPoint(undefined)}
      onFocus={() => {
        onFocus();
        onPoint(path);
      }}
      onBlur={() => onPoint(undefined)}
    >
      <circle class="reach" cx={x} cy={y} r={Math.max(r + 3, 11)} />
      {node.isOrphan && <circle class="orphan" cx={x} cy={y} r={r + 4} />}
      <circle class="body" cx={x} cy={y} r={r} />
      {path === ENTRY && (
        <path class="star" d={`M${x - 9} ${y + 7}v-14l9 9 9-9v14`} aria-hidden="true" />
      )}
      {kind === "missing" && (
        <path class="cross" d={`M${x - 3} ${y - 3}l6 6m0-6l-6 6`} aria-hidden="true" />
      )}
    </g>
  );
}

/** Beside the circles, not in them: a name that is cut short must not stand for one that is read aloud. */
function Name({ node, columns, scale, isDim }: NameProps) {
  const { x, y, r, path, kind } = node;
  const isEntry = path === ENTRY;
  return (
    <text class={`${isEntry ? "entry" : kind} ${isDim ? "dim" : ""}`} x={x} y={y + r + 12 * scale}>
      {isEntry ? shortName(path) : fit(node.title, columns)}
    </text>
  );
}

interface NameProps {
  readonly node: MapNode;
  readonly columns: number;
  readonly scale: number;
  readonly isDim: boolean;
}

/** What the circle is, beside it and inside the picture. */
function Tip({ node, width, scale }: { node: MapNode; width: number; scale: number }) {
  const { view, say, locale } = useShared();
  const facts = [
    node.kind === "missing" ? say("missingHint") : say("chars", { n: number(node.chars, locale) }),
    node.changedAt !== undefined && ago(node.changedAt, view.builtAt, locale),
    node.isOrphan && say("orphanHint"),
  ];
  const line = 15 * scale;
  const isLow = node.y < 5 * line;
  const y = isLow ? node.y + node.r + 1.4 * line : node.y - node.r - 1.8 * line;
  const side = node.x < width * 0.2 ? "start" : node.x > width * 0.8 ? "end" : "middle";
  return (
    <g class={`tip ${side}`} aria-hidden="true">
      <text x={node.x} y={y}>
        {fit(node.title, 48)}
      </text>
      <text x={node.x} y={y + line} class="facts">
        {facts.filter(Boolean).join(" · ")}
      </text>
    </g>
  );
}

/** How many pixels a unit of the picture has on this screen. */
function useZoom(svg: RefObject<SVGSVGElement | null>, width: number, height: number): number {
  const [size, setSize] = useState({ width: 900, height: 520 });
  useLayoutEffect(() => {
    const element = svg.current;
    if (element === null) return undefined;
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return Math.max(0.1, Math.min(size.width / width, size.height / height));
}

/** What it leads to and what leads to it; a folder stands for all docs in it. */
function neighbours(edges: readonly MapEdge[], path: string): Set<string> {
  const near = new Set([path]);
  for (const { from, to } of edges) {
    if (from === path) near.add(to);
    if (to === path || (to.endsWith("/") && path.startsWith(to))) near.add(from);
  }
  return near;
}

function isInside({ path }: MapNode, near: ReadonlySet<string>): boolean {
  for (const lead of near) if (lead.endsWith("/") && path.startsWith(lead)) return true;
  return false;
}
