import type { MapNode } from "../view.ts";

const DIRECTIONS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The doc that an arrow key goes to: the nearest in its direction, what is aside counts as farther. */
export function nextNode(
  nodes: readonly MapNode[],
  from: MapNode,
  key: string,
): MapNode | undefined {
  if (key === "Home") return nodes[0];
  if (key === "End") return nodes.at(-1);
  const direction = DIRECTIONS[key];
  if (direction === undefined) return undefined;
  const [x, y] = direction;
  const costOf = (node: MapNode) => {
    const [dx, dy] = [node.x - from.x, node.y - from.y];
    const ahead = dx * x + dy * y;
    return ahead <= 0.5 ? Infinity : ahead + 2 * Math.abs(dx * y + dy * x);
  };
  return nodes
    .filter((node) => costOf(node) < Infinity)
    .toSorted((a, b) => costOf(a) - costOf(b))[0];
}
