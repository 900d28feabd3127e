import { findHits } from "./find-hits.ts";
import type { Hit } from "./hit.ts";
import { isDrawn } from "./prefixed-tokens.ts";
import { toLines, toSearchedText } from "./searched-text.ts";

const MASK = "▒▒▒";
/** What belongs to a value that a rule has seen the beginning of, also across `''` between two halves. */
const TAIL = /^(?:[^\s"'`<>|]|["']{2})*/;
/** What is shown of a command loses nothing by hiding what cannot be read, whatever it is. */
const RUN = /[A-Za-z0-9]{24,200}/g;
const SHORTEST_RUN = 24;

/**
 * The same text with every secret in it hidden: what is stored, said or shown of a command's words, a path
 * or an answer goes through here, before it is shortened.
 */
export function hideValues(text: string): string {
  return hideFound(text).replaceAll(RUN, (run) => (isDrawn(run, SHORTEST_RUN) ? MASK : run));
}

function hideFound(text: string): string {
  const hits = hitsIn(text);
  if (hits.length === 0) return text;
  const lines = text.split(/\r?\n/);
  const literal: Hit[] = [];
  for (const hit of hits) {
    if (lines[hit.line]?.includes(hit.value) === true) literal.push(hit);
    else for (let at = hit.line; at <= (hit.lastLine ?? hit.line); at++) lines[at] = hidden(hit);
  }
  const longestFirst = literal.toSorted((a, b) => b.value.length - a.value.length);
  const shown = longestFirst.reduce((rest, { value }) => hideAll(rest, value), lines.join("\n"));
  // What stands in the place of a value may let another rule see the rest.
  const left = hitsIn(shown);
  if (left.length === 0) return shown;
  const whole = shown.split("\n");
  for (const hit of left) whole[hit.line] = hidden(hit);
  return whole.join("\n");
}

function hitsIn(text: string): Hit[] {
  return findHits(toSearchedText(toLines(text), []));
}

function hidden({ rule }: Hit): string {
  return `${MASK} (${rule})`;
}

function hideAll(text: string, value: string): string {
  const [first = "", ...rest] = text.split(value);
  return rest.reduce((shown, part) => shown + MASK + part.replace(TAIL, ""), first);
}
