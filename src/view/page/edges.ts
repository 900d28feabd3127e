import type { BankMap, Circle, MapEdge } from "../view.ts";

/** How far a line bends, so that the lines of both directions do not overlap. */
const BEND = 0.14;

/** Each edge with its line, as an SVG path. */
export function placeEdges({ nodes, folders, edges }: BankMap): { edge: MapEdge; path: string }[] {
  const places = new Map<string, Circle>([
    ...folders.map((folder) => [`${folder.path}/`, folder] as const),
    ...nodes.map((node) => [node.path, node] as const),
  ]);
  return edges.flatMap((edge) => {
    const from = places.get(edge.from);
    const to = places.get(edge.to === "./" ? "/" : edge.to);
    return from && to ? [{ edge, path: curve(from, to) }] : [];
  });
}

/** The line from the border of one circle to that of the other. */
function curve(from: Circle, to: Circle): string {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const distance = Math.hypot(dx, dy) || 1;
  const [x, y] = [dx / distance, dy / distance];
  const start = { x: from.x + x * from.r, y: from.y + y * from.r };
  const end = { x: to.x - x * (to.r + 2), y: to.y - y * (to.r + 2) };
  const middle = {
    x: (start.x + end.x) / 2 - (end.y - start.y) * BEND,
    y: (start.y + end.y) / 2 + (end.x - start.x) * BEND,
  };
  const at = ({ x: left, y: top }: { x: number; y: number }) =>
    `${left.toFixed(1)} ${top.toFixed(1)}`;
  return `M${at(start)}Q${at(middle)} ${at(end)}`;
}
