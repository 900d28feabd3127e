import { LENIENT, parseJsonc, valueOf } from "./parse-jsonc.ts";

/** JSON with comments and trailing commas. Throws when it is broken. */
export function parseJson(text: string): unknown {
  const result = parseJsonc(text, LENIENT);
  if (result.kind === "parsed") return valueOf(text, result.root);
  throw new SyntaxError(result.kind === "empty" ? "there is no text" : result.problem);
}
