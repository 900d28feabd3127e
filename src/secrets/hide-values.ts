import { findHits } from "./find-hits.ts";

const MASK = "▒▒▒";

/** Masks every secret in a text. Whatever is said, shown or stored goes through here, before it is shortened. */
export function hideValues(text: string): string {
  const parts: string[] = [];
  let at = 0;
  for (const { from, to } of findHits(text)) {
    parts.push(text.slice(at, from), MASK);
    at = to;
  }
  return parts.join("") + text.slice(at);
}
