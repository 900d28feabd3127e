import type { Flow } from "../types.ts";
import { ENTRY, OLD_ENTRIES, TEMPLATE_VERSION } from "../bank/layout.ts";
import { findVersion, isAtLeast, parseVersion } from "../bank/version.ts";
import type { BankFiles } from "./plan-input.ts";

/** The flow by what is in the bank. Files of an older layout beside an entry play no part. */
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
