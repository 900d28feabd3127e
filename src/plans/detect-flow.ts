import type { Flow } from "../types.ts";
import { ENTRY, OLD_ENTRIES, TEMPLATE_VERSION } from "../bank/layout.ts";
import { findVersion, isAtLeast, parseVersion } from "../bank/version.ts";
import type { BankFiles } from "./plan-input.ts";

/** What is there decides what is done. Old files beside an entry change nothing. */
export function detectFlow({
  exists,
  paths,
  read,
}: Pick<BankFiles, "exists" | "paths" | "read">): Flow {
  if (!exists) return "init";
  if (paths.includes(ENTRY)) {
    const placed = findVersion(read(ENTRY) ?? "");
    const wanted = parseVersion(TEMPLATE_VERSION) ?? [];
    return isAtLeast(placed?.version, wanted) ? "refresh" : "upgrade";
  }
  return OLD_ENTRIES.some((name) => paths.includes(name)) ? "migrate" : "init";
}
