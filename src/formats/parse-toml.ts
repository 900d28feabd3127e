import { parse } from "smol-toml";
import { parsePrefix } from "./parse-prefix.ts";

const OPTIONS = { maxDepth: 50 };

/** Throws when it is broken; a cut one gives its part, and the part of a list that the cut goes through. */
export function parseToml(text: string, isCut: boolean): unknown {
  if (isCut) {
    try {
      return parse(`${text}\n]`, OPTIONS);
    } catch {
      // The cut does not go through a list.
    }
  }
  return parsePrefix(text, isCut, (part) => parse(part, OPTIONS));
}
