import { forceCollide, forceSimulation, forceX, forceY } from "d3-force";
import { packEnclose, packSiblings } from "d3-hierarchy";
import { groupBy } from "../bank/group-by.ts";
import { ENTRY } from "../bank/layout.ts";
import {
  type BankMap,
  type Circle,
  type MapEdge,
  type MapFolder,
  type MapNode,
  ROOM_FOR_NAME,
} from "./view.ts";

export type Placeless = Omit<MapNode, keyof Circle>;

const SMALLEST = 5;
const LARGEST = 19;
/** With few docs, circles are larger. */
const ROOMY = 1.4;
const ENTRY_RADIUS = 26;
/** In characters. A longer doc gets no larger circle, because it is too long, not more important. */
const LONGEST = 12_000;
/** With at most this many docs, each has room for its name. */
const MOST_NAMES = 36;
const MISSING_RADIUS = 6.5;
const GAP = 4;
/** Circles of equal size are packed unevenly: each gets a little larger than the one before. */
const HAIR = 1e-6;
const FOLDER_PADDING = 12;
/** The gap around each folder; between two folders there are two such gaps. */
const FOLDER_GAP = 16;
/** The height of a folder's name, in pixels of a picture of the usual width. */
const NAME_HEIGHT = 24;
const USUAL_WIDTH = 860;
const MARGIN = 30;
/** A screen is wider than it is high. */
const ASPECT = 1.65;
const PULL = 0.05;
const TICKS = 150;
/** Neighbours in the list start in different directions from the centre. */
const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));
/** How many starting angles are tried; the smallest picture is taken. */
const BEGINNINGS = 6;
/** How much larger the picture is than the squares around its folders. */
const LOOSE = 1.5;

interface Cluster extends MapFolder {
  readonly nodes: readonly MapNode[];
}

/** Packs the docs of each folder into a circle, with the bank's own folder in the middle. Nothing is random. */
export function layOut(nodes: readonly Placeless[], edges: readonly MapEdge[]): BankMap {
  const hasRoomForNames = nodes.length <= MOST_NAMES;
  const clusters = [...groupBy(nodes, ({ folder }) => folder)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, inFolder]) => packFolder(path, inFolder, hasRoomForNames));
  return { ...frame(spread(clusters)), edges, hasRoomForNames };
}

function packFolder(path: string, nodes: readonly Placeless[], isRoomy: boolean): Cluster {
  const sized = nodes
    .map((node) => ({ node, r: radiusOf(node) * (isRoomy && node.path !== ENTRY ? ROOMY : 1) }))
    .toSorted((a, b) => b.r - a.r);
  const slots = packSiblings(
    sized.map(({ node, r }, index) => ({
      node,
      drawn: r,
      r: Math.max(r + GAP, isRoomy || node.path === ENTRY ? ROOM_FOR_NAME : 0) * (1 + index * HAIR),
    })),
  );
  const enclosing = packEnclose(slots);
  return {
    path,
    x: 0,
    y: 0,
    r: enclosing.r + FOLDER_PADDING,
    nodes: slots
      .map(({ node, drawn, x, y }) => ({
        ...node,
        x: x - enclosing.x,
        y: y - enclosing.y,
        r: drawn,
      }))
      .toSorted((a, b) => (a.path < b.path ? -1 : 1)),
  };
}

function radiusOf({ path, kind, chars }: Placeless): number {
  if (kind === "missing") return MISSING_RADIUS;
  if (path === ENTRY) return ENTRY_RADIUS;
  return SMALLEST + (LARGEST - SMALLEST) * Math.sqrt(Math.min(chars, LONGEST) / LONGEST);
}

/** Places folders around the bank's own, as close as they and their names fit, in the shape of a screen. */
function spread(clusters: readonly Cluster[]): Cluster[] {
  // A larger picture is scaled down, but its letters are not, so they need larger gaps.
  const area = clusters.reduce((sum, { r }) => sum + (2 * r) ** 2, 0);
  const shrunk = Math.sqrt(area * LOOSE * ASPECT) / USUAL_WIDTH;
  const gap = Math.max(FOLDER_GAP, (NAME_HEIGHT * shrunk) / 2);
  const tries = Array.from({ length: BEGINNINGS }, (_, index) =>
    pullTogether(clusters, (2 * Math.PI * index) / BEGINNINGS, gap),
  );
  return tries.toSorted((a, b) => screenFor(a) - screenFor(b))[0] ?? [];
}

/** How wide a screen must be to show the circles. */
function screenFor(clusters: readonly Circle[]): number {
  const { left, top, right, bottom } = boundsOf(clusters);
  return Math.max(right - left, (bottom - top) * ASPECT);
}

function pullTogether(clusters: readonly Cluster[], beginning: number, gap: number): Cluster[] {
  const placed = clusters.map((cluster, index) => {
    const angle = beginning + index * GOLDEN_ANGLE;
    const distance = 120 + cluster.r;
    const [x, y] = [Math.cos(angle) * distance * ASPECT, Math.sin(angle) * distance];
    return cluster.path === "" ? { ...cluster, fx: 0, fy: 0 } : { ...cluster, x, y };
  });
  forceSimulation(placed)
    .force("x", forceX(0).strength(PULL))
    .force("y", forceY(0).strength(PULL * ASPECT ** 2))
    .force("apart", forceCollide<Cluster>(({ r }) => r + gap).iterations(3))
    .stop()
    .tick(TICKS);
  return placed;
}

function boundsOf(circles: readonly Circle[]) {
  return {
    left: Math.min(0, ...circles.map(({ x, r }) => x - r)),
    top: Math.min(0, ...circles.map(({ y, r }) => y - r)),
    right: Math.max(0, ...circles.map(({ x, r }) => x + r)),
    bottom: Math.max(0, ...circles.map(({ y, r }) => y + r)),
  };
}

function frame(clusters: readonly Cluster[]) {
  const bounds = boundsOf(clusters);
  const [left, top] = [bounds.left - MARGIN, bounds.top - MARGIN];
  const move = <Placed extends Circle>(circle: Placed, { x, y }: { x: number; y: number }) => ({
    ...circle,
    x: circle.x + x,
    y: circle.y + y,
  });
  const placed = clusters.map((cluster) => move(cluster, { x: -left, y: -top }));
  return {
    width: Math.ceil(bounds.right + MARGIN - left),
    height: Math.ceil(bounds.bottom + MARGIN - top),
    folders: placed.map(({ path, x, y, r }) => ({ path, x, y, r })),
    nodes: placed.flatMap((cluster) => cluster.nodes.map((node) => move(node, cluster))),
  };
}
