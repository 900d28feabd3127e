import { LENIENT, parseJsonc, valueOf } from "./parse-jsonc.ts";

/** JSON with comments and trailing commas. A cut text gives everything up to the cut; a broken one throws. */
export function parseJson(text: string, isCut: boolean): unknown {
  const result = parseJsonc(text, LENIENT);
  if (result.kind === "parsed") return valueOf(text, result.root);
  const whole = result.kind === "empty" ? "" : result.whole;
  if (!isCut || whole === undefined)
    throw new SyntaxError(result.kind === "empty" ? "there is no text" : result.problem);
  return whole === "" ? undefined : parseJson(whole, false);
}
