import { findMarkers } from "./blocks.ts";
import { OLD_ENTRIES } from "./layout.ts";
import { placeOf } from "./roles.ts";
import { findVersion } from "./markers.ts";

/** The other tool whose layout a bank has. */
type Layout = "Cline" | "Roo" | "Cursor" | "Kilo";

const CLINE = [
  "projectbrief.md",
  "productcontext.md",
  "activecontext.md",
  "systempatterns.md",
  "techcontext.md",
  "progress.md",
];
const OLDER_CLINE = ["currenttask.md", "projectroadmap.md", "codebasesummary.md", "techstack.md"];

/** Decided by file names, as roles are. One file alone is not enough: every tool has a brief or a progress. */
export function layoutOf(paths: readonly string[]): Layout | undefined {
  const places = new Set(paths.map(placeOf));
  const has = (place: string) => places.has(place);
  const hasTwo = (names: readonly string[]) => names.filter(has).length >= 2;
  if (hasTwo(CLINE)) {
    const isStaged = ["styleguide.md", "creative/", "reflection/"].some(has);
    if (has("tasks.md") && isStaged) return "Cursor";
    return has("decisionlog.md") ? "Roo" : "Cline";
  }
  const hasKilo = has("brief.md") && has("product.md");
  if (hasKilo && (has("context.md") || has("architecture.md"))) return "Kilo";
  return hasTwo(OLDER_CLINE) ? "Cline" : undefined;
}

/** The entry files of our own older layout: at least two, and no other tool's docs beside them. */
export function oldEntriesIn(paths: readonly string[]): string[] {
  const found = OLD_ENTRIES.filter((name) => paths.includes(name));
  return found.length >= 2 && layoutOf(paths) === undefined ? found : [];
}

/** Whether a bank without an entry has our own older layout: by file names, or by a marker in one of its files. */
export function isOldLayout(
  paths: readonly string[],
  read: (path: string) => string | undefined,
): boolean {
  if (oldEntriesIn(paths).length > 0) return true;
  return OLD_ENTRIES.some((name) => paths.includes(name) && hasMarker(read(name) ?? ""));
}

/** Whether a doc has a marker of ours. */
export function hasMarker(text: string): boolean {
  return findMarkers(text).length > 0 || findVersion(text) !== undefined;
}
