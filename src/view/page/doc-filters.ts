import type { MapNode } from "../view.ts";

/** Which of what is on the map a list shows. */
export const DOC_FILTERS = [
  { name: "all", label: "all", isIt: () => true },
  { name: "docs", label: "docs", isIt: ({ kind }: MapNode) => kind === "doc" },
  { name: "stale", label: "stale", isIt: ({ freshness }: MapNode) => freshness === "stale" },
  { name: "orphan", label: "orphans", isIt: ({ isOrphan }: MapNode) => isOrphan },
  { name: "missing", label: "missings", isIt: ({ kind }: MapNode) => kind === "missing" },
] as const;

export type DocFilter = (typeof DOC_FILTERS)[number]["name"];

export function toDocFilter(name: string): DocFilter {
  return DOC_FILTERS.find((each) => each.name === name)?.name ?? "all";
}
