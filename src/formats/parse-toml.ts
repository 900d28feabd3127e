import { parse } from "smol-toml";

/** Throws when it is broken. */
export function parseToml(text: string): unknown {
  return parse(text, { maxDepth: 50 });
}
