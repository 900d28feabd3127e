import { TEMPLATES } from "../bank/templates/texts.ts";
import { isWithin } from "../markdown/lines.ts";
import type { CheckedDoc } from "./checked-doc.ts";

export interface Twin {
  readonly path: string;
  /** The doc before it that says the same. */
  readonly twin: string;
  readonly isExact: boolean;
}

/** Shorter texts are alike by chance. */
const LEAST_CHARACTERS = 80;
const LEAST_LINES = 6;
const LEAST_SHARE = 0.9;
/**
 * How many of the smallest hashes stand for a doc. Two docs that share nearly all lines nearly always share one of
 * these, so that only docs with a common one have to be compared.
 */
const SKETCH = 4;
const MOST_COMPARED = 20;

/** Docs whose machine blocks say the same as an earlier one, line by line and in whatever layout. */
export function findTwins(docs: readonly CheckedDoc[]): Twin[] {
  const byText = new Map<string, string>();
  const bySketch = new Map<number, CheckedDoc[]>();
  const twins: Twin[] = [];
  for (const doc of docs) {
    const lines = ownLines(doc);
    const text = lines.join("\n");
    if (text.length < LEAST_CHARACTERS) continue;
    const same = byText.get(text);
    if (same !== undefined) {
      twins.push({ path: doc.path, twin: same, isExact: true });
      continue;
    }
    byText.set(text, doc.path);
    const own = new Set(lines);
    if (own.size < LEAST_LINES) continue;
    const sketch = [...own]
      .map(hashOf)
      .toSorted((a, b) => a - b)
      .slice(0, SKETCH);
    const near = [...new Set(sketch.flatMap((hash) => bySketch.get(hash) ?? []))].find(
      (other) => shareOf(own, new Set(ownLines(other))) >= LEAST_SHARE,
    );
    if (near !== undefined) twins.push({ path: doc.path, twin: near.path, isExact: false });
    for (const hash of sketch) {
      const others = bySketch.get(hash);
      if (others === undefined) bySketch.set(hash, [doc]);
      else if (others.length < MOST_COMPARED) others.push(doc);
    }
  }
  return twins;
}

/** What somebody wrote: without headings, blanks and the words of our templates. */
function ownLines({ text, doc }: CheckedDoc): string[] {
  const { user } = doc.blocks;
  return doc.lines.flatMap(({ kind, from, to }) => {
    if (kind !== "text" && kind !== "code" && kind !== "fence") return [];
    if (isWithin(user, from)) return [];
    const line = normalise(text.slice(from, to));
    return line === "" || TEMPLATE_LINES.has(line) ? [] : [line];
  });
}

function normalise(line: string): string {
  return line
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

const TEMPLATE_LINES: ReadonlySet<string> = new Set(
  Object.values(TEMPLATES)
    .flatMap((templates) => Object.values(templates))
    .flatMap((template) => template.replaceAll(/\{\{\w+(?:\|([^}]*))?\}\}/g, "$1").split("\n"))
    .map(normalise),
);

function shareOf(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let common = 0;
  for (const line of one) if (other.has(line)) common += 1;
  return common / (one.size + other.size - common);
}

/** FNV-1a: spread evenly, and the same everywhere. */
function hashOf(line: string): number {
  let hash = 0x81_1c_9d_c5;
  for (let at = 0; at < line.length; at += 1) {
    hash = Math.imul(hash ^ line.charCodeAt(at), 0x01_00_01_93);
  }
  return hash >>> 0;
}
