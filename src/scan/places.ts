import type { Place, PlaceKind } from "./facts.ts";
import { toName } from "./plain-text.ts";
import type { ProjectView } from "./view.ts";

/** A folder with a meaning, where it is there. */
export function findPlaces(
  view: ProjectView,
  source: string,
  ...layout: readonly (readonly [
    folder: string | undefined,
    kind: PlaceKind,
    name?: string | undefined,
  ])[]
): Place[] {
  const places = new Map<string, Place>();
  for (const [folder = "", kind, name] of layout) {
    const path = folder.replace(/^\.\//, "").replace(/\/$/, "");
    if (path === "" || places.has(path) || !view.has(`${path}/`)) continue;
    const words = toName(name);
    places.set(path, {
      paths: [view.folder + path],
      kind,
      ...(words === undefined ? {} : { words }),
      source: view.source(source),
    });
  }
  return [...places.values()];
}
