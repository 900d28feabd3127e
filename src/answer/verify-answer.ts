import { groupBy } from "../bank/group-by.ts";
import { toPaths } from "./clean-path.ts";
import { type Haystack, findQuote, toHaystack } from "./find-quote.ts";
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

export type Outcome =
  | "verified"
  | "text-not-found"
  | "no-such-file"
  | "outside"
  | "secret"
  | "not-readable"
  | "too-large"
  | "no-path"
  | "no-quote"
  | "too-short"
  | "denied"
  /** The answer names more files than anybody should open for it. */
  | "unchecked";

export interface CheckedClaim {
  readonly id: string;
  /** As it could be made out; empty where the claim names none. */
  readonly path: string;
  readonly outcome: Outcome;
  /** Of the file, where it was read. */
  readonly mtime?: string;
}

/** Nobody has looked for the words: that is neither a yes nor a no. */
const NOT_CHECKED: ReadonlySet<Outcome> = new Set([
  "outside",
  "secret",
  "not-readable",
  "too-large",
  "no-path",
  "no-quote",
  "unchecked",
]);

export interface CheckedAnswer {
  readonly claims: readonly CheckedClaim[];
  readonly verified: number;
  /** Claims whose quote was not looked for. */
  readonly unchecked: number;
  /** Claims that rest on one and the same quote, where these are many. */
  readonly sameQuote: readonly string[];
  readonly duplicateIds: readonly string[];
}

/** Twice what the reader may read: enough to check an answer that is a little over. */
const MOST_FILES = 20;

type Opened =
  | { readonly kind: "text"; readonly hay: Haystack; readonly mtime: string; readonly path: string }
  | { readonly kind: "none"; readonly outcome: Outcome; readonly path: string };

/** Looks each quote up in the file that it is said to be from. */
export function verifyAnswer(answer: Answer, lookup: Lookup): CheckedAnswer {
  const opened = new Map<string, Opened>();
  const open = (written: string): Opened => {
    const known = opened.get(written);
    if (known !== undefined) return known;
    const paths = toPaths(written);
    const found: Opened =
      opened.size < MOST_FILES
        ? openFirst(paths, lookup)
        : { kind: "none", outcome: "unchecked", path: paths[0] ?? "" };
    opened.set(written, found);
    return found;
  };
  const claims = answer.evidence.map((claim) => checkClaim(claim, open));
  const ids = claims.map(({ id }) => id);
  return {
    claims,
    verified: claims.filter(({ outcome }) => outcome === "verified").length,
    unchecked: claims.filter(({ outcome }) => NOT_CHECKED.has(outcome)).length,
    sameQuote: findSameQuote(answer.evidence),
    duplicateIds: [...new Set(ids.filter((id, at) => ids.indexOf(id) !== at))],
  };
}

/** One sentence may bear out two claims; from here on it is more likely to bear out none. */
const MANY = 3;

function findSameQuote(evidence: readonly Evidence[]): readonly string[] {
  const quoted = evidence.filter(({ quote }) => quote !== undefined);
  const groups = groupBy(quoted, ({ path, quote }) => `${path}\n${quote?.replaceAll(/\s+/g, " ")}`);
  const [largest = []] = [...groups.values()].toSorted((a, b) => b.length - a.length);
  return largest.length < MANY ? [] : largest.map(({ claim_id: id = "?" }) => id);
}

function checkClaim(
  { claim_id: id = "?", path, quote }: Evidence,
  open: (path: string) => Opened,
): CheckedClaim {
  if (path === undefined) return { id, path: "", outcome: "no-path" };
  const file = open(path);
  if (file.kind === "none") return { id, path: file.path, outcome: file.outcome };
  const { mtime } = file;
  if (quote === undefined) return { id, path: file.path, outcome: "no-quote", mtime };
  const found = findQuote(quote, file.hay);
  return { id, path: file.path, outcome: MATCHES[found], mtime };
}

const MATCHES = {
  found: "verified",
  "not-found": "text-not-found",
  "too-short": "too-short",
  denied: "denied",
} as const;

const OUTCOMES = {
  missing: "no-such-file",
  outside: "outside",
  secret: "secret",
  "too-large": "too-large",
  unreadable: "not-readable",
} as const;

function openFirst(paths: readonly string[], lookup: Lookup): Opened {
  const refused: Opened[] = [];
  for (const path of paths) {
    const source = lookup(path);
    if (source.kind === "text")
      return { kind: "text", hay: toHaystack(source.text), mtime: source.mtime, path };
    const none: Opened = { kind: "none", outcome: OUTCOMES[source.kind], path };
    if (source.kind === "missing") continue;
    // A secret file must not be opened under another spelling of its name.
    if (source.kind === "secret") return none;
    refused.push(none);
  }
  return (
    refused[0] ?? {
      kind: "none",
      outcome: paths.length === 0 ? "no-path" : "no-such-file",
      path: paths.at(-1) ?? "",
    }
  );
}
