import { readAllowances } from "./allowances.ts";
import { findHits } from "./find-hits.ts";

/** A secret in added text: its rule, and its line in the doc. Never the value. */
export interface FoundSecret {
  readonly rule: string;
  /** 1-based, in the doc as it would be. */
  readonly line: number;
}

/**
 * The secrets that `after` has and `before` does not: a secret that is in the doc already does not block an
 * edit of its own line, or a move. Secrets that the doc on disk allows are left out.
 */
export function findAddedSecrets(before: string, after: string): FoundSecret[] {
  if (before === after) return [];
  const known = squash(before);
  return findAll(withoutLines(after, before), before)
    .filter(({ value }) => !known.includes(squash(value)))
    .map(({ rule, line }) => ({ rule, line }));
}

/** The secrets in a doc, except those that the doc allows. */
export function findDocSecrets(doc: string): FoundSecret[] {
  return findAll(withoutLines(doc, ""), doc).map(({ rule, line }) => ({ rule, line }));
}

/** Empties the lines of the old text. Heads of a private key and of a table stay, because the lines below may be new. */
function withoutLines(text: string, old: string): string {
  const known = new Set(old.split(/\r?\n/));
  const isKnown = (line: string) => known.has(line) && !/PRIVATE KEY|^[ \t>]{0,8}\|/.test(line);
  const lines = text.split(/\r?\n/).map((line) => (isKnown(line) ? "" : line));
  return lines.join("\n");
}

/** Makes texts equal that differ only in line ends, indentation and quotes, as an old secret of several lines may. */
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
