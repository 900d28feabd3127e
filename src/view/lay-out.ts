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
/** With few docs there is room for larger circles. */
const ROOMY = 1.4;
const ENTRY_RADIUS = 26;
/** A longer doc gets no larger circle: it is only too long, not more important. */
const LONGEST = 12_000;
/** Up to so many docs, each has room for its name. */
const MOST_NAMES = 36;
const MISSING_RADIUS = 6.5;
const GAP = 4;
/** Circles of exactly one size are packed into lopsided heaps: each gets a little larger than the one before. */
const HAIR = 1e-6;
const FOLDER_PADDING = 12;
/** Between two folders there are two. */
const FOLDER_GAP = 16;
/** What the name of a folder takes of it, in pixels of a picture that is so wide. */
const NAME_HEIGHT = 24;
const USUAL_WIDTH = 860;
const MARGIN = 30;
/** A screen is wider than it is high. */
const ASPECT = 1.65;
const PULL = { x: 0.05, y: 0.05 * ASPECT ** 2 };
const TICKS = 150;
/** So that neighbours at the start are not on one line from the centre. */
const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));
/** How many starting angles are tried for the smallest picture. */
const BEGINNINGS = 6;
/** How much larger the picture is than the squares around its folders. */
const LOOSE = 1.5;

interface Cluster extends MapFolder {
  readonly nodes: readonly MapNode[];
}

/** Circles for docs, packed into a circle for each folder, the bank's own in the middle. No chance is involved. */
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
    .toSorted((a, b) => b.r - a.r || (a.node.path < b.node.path ? -1 : 1));
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
    docs: nodes.filter(({ kind }) => kind === "doc").length,
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

/** Folders around the bank's own, as near as they and their names fit, in the shape of a screen. */
function spread(clusters: readonly Cluster[]): Cluster[] {
  // The more there is, the smaller it is shown, while letters keep their size.
  const area = clusters.reduce((sum, { r }) => sum + (2 * r) ** 2, 0);
  const shrunk = Math.sqrt(area * LOOSE * ASPECT) / USUAL_WIDTH;
  const gap = Math.max(FOLDER_GAP, (NAME_HEIGHT * shrunk) / 2);
  const tries = Array.from({ length: BEGINNINGS }, (_, index) =>
    pullTogether(clusters, (2 * Math.PI * index) / BEGINNINGS, gap),
  );
  return tries.toSorted((a, b) => screenFor(a) - screenFor(b))[0] ?? [];
}

/** How wide a screen must be to hold them. */
function screenFor(clusters: readonly Circle[]): number {
  const { left, top, right, bottom } = boundsOf(clusters);
  return Math.max(right - left, (bottom - top) * ASPECT);
}

function pullTogether(clusters: readonly Cluster[], beginning: number, gap: number): Cluster[] {
  const places = clusters.map(({ path, r }, index) => {
    const angle = beginning + index * GOLDEN_ANGLE;
    const distance = 120 + r;
    return {
      r,
      ...(path === ""
        ? { x: 0, y: 0, fx: 0, fy: 0 }
        : { x: Math.cos(angle) * distance * ASPECT, y: Math.sin(angle) * distance }),
    };
  });
  forceSimulation(places)
    .force("x", forceX(0).strength(PULL.x))
    .force("y", forceY(0).strength(PULL.y))
    .force("apart", forceCollide<(typeof places)[number]>(({ r }) => r + gap).iterations(3))
    .stop()
    .tick(TICKS);
  return clusters.map((cluster, index) => {
    const { x, y } = places[index] ?? cluster;
    return { ...cluster, x, y };
  });
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
  const [right, bottom] = [bounds.right + MARGIN, bounds.bottom + MARGIN];
  const place = <Placed extends Circle>(circle: Placed, x: number, y: number): Placed => ({
    ...circle,
    x: round(circle.x + x - left),
    y: round(circle.y + y - top),
    r: round(circle.r),
  });
  return {
    width: Math.ceil(right - left),
    height: Math.ceil(bottom - top),
    folders: clusters.map(({ path, docs, x, y, r }) => place({ path, docs, x, y, r }, 0, 0)),
    nodes: clusters.flatMap(({ nodes, x, y }) => nodes.map((node) => place(node, x, y))),
  };
}

/** To a tenth of a unit, which nobody sees and which halves the page's data. */
function round(value: number): number {
  return Math.round(value * 10) / 10;
}
