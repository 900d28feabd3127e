import { ALLOWANCE_MARKER } from "../bank/layout.ts";
import { scanLines } from "../markdown/scan-lines.ts";

/** Rules that a doc switches off for itself, by `<!-- memory-bank-allow: rule -->` outside code fences. */
export function readAllowances(doc: string): ReadonlySet<string> {
  if (!doc.includes("memory-bank-allow")) return new Set();
  const named = [...scanLines(doc)].flatMap(({ from, to, fence }) =>
    fence === undefined
      ? (ALLOWANCE_MARKER.exec(doc.slice(from, to))?.[1] ?? "").split(/[\s,]+/)
      : [],
  );
  return new Set(named);
}
