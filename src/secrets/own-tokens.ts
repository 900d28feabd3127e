import type { Detector, Hit } from "./hit.ts";
import { isDummy } from "./is-dummy.ts";
import { createLineCounter } from "./searched-text.ts";
import { INNER_TOKENS, TOKEN_FORMATS } from "./token-formats.ts";

interface Format {
  readonly rule: string;
  /** Sticky: asked only where a token may begin. A look-behind would be ten times slower in the host's Bun. */
  readonly pattern: RegExp;
}

const PREFIX = 2;
const EVERYWHERE = "";
const FORMATS_BY_PREFIX = groupByPrefix();

export const findOwnTokens: Detector = ({ runs }) => {
  const hits: Hit[] = [];
  const lineOf = createLineCounter(runs);
  for (let at = nextWord(runs, 0); at < runs.length;) {
    const found =
      findAt(runs, at, FORMATS_BY_PREFIX.get(runs.slice(at, at + PREFIX))) ??
      findAt(runs, at, FORMATS_BY_PREFIX.get(EVERYWHERE));
    if (found !== undefined) {
      const line = lineOf(at);
      hits.push({ ...found, line });
    }
    at = nextWord(runs, endOfWord(runs, at + (found?.value.length ?? 1)));
  }
  return hits;
};

function findAt(runs: string, at: number, formats: readonly Format[] | undefined) {
  for (const { rule, pattern } of formats ?? []) {
    pattern.lastIndex = at;
    const value = pattern.exec(runs)?.[0];
    if (value === undefined || isDummy(value)) continue;
    // `cache-key-5d41…` is no key of its own.
    if (/[-_.]/.test(runs.charAt(at - 1)) && !INNER_TOKENS.includes(rule)) continue;
    return { rule, value };
  }
  return undefined;
}

/** Formats by their first characters, where these are fixed. */
function groupByPrefix(): Map<string, Format[]> {
  const groups = new Map<string, Format[]>();
  for (const [rule, formats] of TOKEN_FORMATS) {
    for (const format of formats) {
      const isFixed = /^[\w/-]{2}/.test(format);
      const prefix = isFixed ? format.slice(0, PREFIX) : EVERYWHERE;
      const pattern = new RegExp(`(?:${format})(?![A-Za-z0-9])`, "y");
      groups.set(prefix, [...(groups.get(prefix) ?? []), { rule, pattern }]);
    }
  }
  return groups;
}

function nextWord(text: string, from: number): number {
  let at = from;
  while (at < text.length && !isWordSign(text.charCodeAt(at))) at += 1;
  return at;
}

function endOfWord(text: string, from: number): number {
  let at = from;
  while (at < text.length && isWordSign(text.charCodeAt(at))) at += 1;
  return at;
}

function isWordSign(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
}
