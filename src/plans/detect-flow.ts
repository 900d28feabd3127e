import type { Flow } from "../types.ts";
import { DOC_EXTENSION, ENTRY } from "../bank/layout.ts";
import { hasMarker, isOldLayout, layoutOf } from "../bank/layouts.ts";
import { findVersion } from "../bank/markers.ts";
import type { BankFiles } from "./plan-input.ts";

/** Chooses the flow by what is in the bank. Files of an older layout are ignored if there is an entry of ours. */
export function detectFlow({
  exists,
  paths,
  read,
}: Pick<BankFiles, "exists" | "paths" | "read">): Flow {
  if (!exists || !paths.some((path) => path.endsWith(DOC_EXTENSION))) return "init";
  if (paths.includes(ENTRY)) {
    const text = read(ENTRY);
    const isOthers = layoutOf(paths) !== undefined;
    if (isOthers && text !== undefined && !hasMarker(text)) return "adopt";
    return findVersion(text ?? "")?.isCurrent === true ? "refresh" : "upgrade";
  }
  return isOldLayout(paths, read) ? "migrate" : "adopt";
}
