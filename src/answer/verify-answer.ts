import { hasQuote, normaliseText } from "./find-quote.ts";
import type { Answer, Evidence } from "./schema.ts";

/** What a lookup found under a path. */
export type Source =
  | {
      readonly kind: "text";
      readonly text: string;
      /** When the file last changed, as ISO 8601. */
      readonly mtime: string;
    }
  | { readonly kind: "missing" | "outside" | "secret" | "too-large" | "unreadable" };

export type Lookup = (path: string) => Source;

export interface CheckedClaim {
  readonly id: string;
  /** The path that the claim names, without a line number. */
  readonly path: string;
  /** `unchecked`: the file was not opened, because it is secret, outside, too large or not named. */
  readonly outcome: "verified" | "not-found" | "unchecked";
  /** The day on which the file last changed, if it was read. */
  readonly day?: string;
}

/** Twice what memory-reader may read, so that an answer slightly over its limit is still checked. */
const MOST_FILES = 20;
/** A line or section after a path: `:12-14`, `#L3-L5`, ` (line 3)`. */
const PLACE = /(?::\d+(?:[-–:]\d+)?|#L?\d+(?:-L?\d+)?|#[^#/]*|\s*[(（][^()（）]*[)）])$/i;

/** Looks for each quote in the file that the claim names. */
export function verifyAnswer({ evidence }: Answer, lookup: Lookup): CheckedClaim[] {
  const opened = new Map<string, Source>();
  const open = (path: string): Source => {
    const known = opened.get(path);
    if (known !== undefined || opened.size >= MOST_FILES) return known ?? { kind: "too-large" };
    const source = lookup(path);
    const found = source.kind === "text" ? { ...source, text: normaliseText(source.text) } : source;
    opened.set(path, found);
    return found;
  };
  return evidence.map((claim, index) => checkClaim(claim, index, open));
}

function checkClaim(claim: Evidence, index: number, open: Lookup): CheckedClaim {
  const id = claim.claim_id || `C${index + 1}`;
  const named = claim.path.replaceAll(/^["'`<]+|["'`>]+$/g, "").replace(/^(?:\.\/)+/, "");
  if (named === "") return { id, path: "", outcome: "unchecked" };
  const bare = named.replace(PLACE, "");
  const [path, source] = firstThere([named, bare], open);
  if (source.kind === "missing") return { id, path, outcome: "not-found" };
  if (source.kind !== "text") return { id, path, outcome: "unchecked" };
  const outcome = hasQuote(source.text, claim.quote) ? "verified" : "not-found";
  return { id, path, outcome, day: source.mtime.slice(0, 10) };
}

function firstThere([named, bare]: readonly [string, string], open: Lookup): [string, Source] {
  const source = open(named);
  return source.kind === "missing" && bare !== named ? [bare, open(bare)] : [named, source];
}
