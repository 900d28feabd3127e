import { readAllowances } from "./allowances.ts";
import { findHits } from "./find-hits.ts";

/** A secret in added text: which rule, and on which line of the doc. Never the value. */
export interface FoundSecret {
  readonly rule: string;
  /** 1-based, in the doc as it would be. */
  readonly line: number;
}

/**
 * The secrets that `after` has and `before` has not: one that stands in the doc already blocks neither an
 * edit of its own line nor a move. What the doc on disk allows is left out.
 */
export function findAddedSecrets(before: string, after: string): FoundSecret[] {
  if (before === after) return [];
  const known = squash(before);
  return findAll(withoutLines(after, before), before)
    .filter(({ value }) => !known.includes(squash(value)))
    .map(({ rule, line }) => ({ rule, line }));
}

/** The secrets that stand in a doc, without those that it allows. */
export function findDocSecrets(doc: string): FoundSecret[] {
  return findAll(withoutLines(doc, ""), doc).map(({ rule, line }) => ({ rule, line }));
}

/** The lines of the old text made empty. The heads of a private key and of a table stay: what is below may be new. */
function withoutLines(text: string, old: string): string {
  const known = new Set(old.split(/\r?\n/));
  const isKnown = (line: string) => known.has(line) && !/PRIVATE KEY|^[ \t>]{0,8}\|/.test(line);
  const lines = text.split(/\r?\n/).map((line) => (isKnown(line) ? "" : line));
  return lines.join("\n");
}

/** Line ends, indentation and quotes change a secret of several lines as little as they change its lines. */
function squash(text: string): string {
  return text.replaceAll(/[\s>]/g, "");
}

function findAll(text: string, allowedBy: string) {
  const allowed = readAllowances(allowedBy);
  let line = 1;
  let at = 0;
  return findHits(text)
    .map(({ rule, from, to }) => {
      line += text.slice(at, from).split("\n").length - 1;
      at = from;
      return { rule, line, value: text.slice(from, to) };
    })
    .filter(({ rule }) => !allowed.has(rule));
}
