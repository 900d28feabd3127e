import { ALLOWANCE_MARKER } from "../bank/layout.ts";
import { scanLines } from "../markdown/scan-lines.ts";

/** Rules that a doc switches off for itself, by `<!-- memory-bank-allow: rule -->` outside code fences. */
export function readAllowances(doc: string): ReadonlySet<string> {
  const rules = new Set<string>();
  if (!doc.includes("memory-bank-allow")) return rules;
  for (const { from, to, fence } of scanLines(doc)) {
    if (fence !== undefined) continue;
    const named = ALLOWANCE_MARKER.exec(doc.slice(from, to))?.[1] ?? "";
    for (const rule of named.split(/[\s,]+/)) if (rule !== "") rules.add(rule);
  }
  return rules;
}

/** Allowances that `after` has and `before` has not: the agent must not give itself one. */
export function addedAllowances(before: string, after: string): string[] {
  const known = readAllowances(before);
  return [...readAllowances(after)].filter((rule) => !known.has(rule));
}
