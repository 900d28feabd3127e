import { ALLOWANCE_MARKER } from "../layout.ts";

const FENCE = /^ {0,3}(`{3,}|~{3,})/;

/** Rules that a doc switches off for itself, by `<!-- memory-bank-allow: rule -->` outside code fences. */
export function readAllowances(doc: string): ReadonlySet<string> {
  const rules = new Set<string>();
  let fence = "";
  for (const line of doc.replace(/^\ufeff/, "").split(/\r?\n/)) {
    const mark = FENCE.exec(line)?.[1];
    if (fence !== "") {
      if (mark?.startsWith(fence) && line.trim() === mark) fence = "";
    } else if (mark !== undefined) {
      fence = mark;
    } else {
      const named = ALLOWANCE_MARKER.exec(line)?.[1] ?? "";
      for (const rule of named.split(/[\s,]+/)) if (rule !== "") rules.add(rule);
    }
  }
  return rules;
}

/** Allowances that `after` has and `before` has not: the agent must not give itself one. */
export function addedAllowances(before: string, after: string): string[] {
  const known = readAllowances(before);
  return [...readAllowances(after)].filter((rule) => !known.has(rule));
}
