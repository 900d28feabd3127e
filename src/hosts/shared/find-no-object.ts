import { memberOf, parseJsonc } from "../../formats/parse-jsonc.ts";
import type { Broken } from "./broken-config.ts";

/** Why nothing can be put below these keys of a config: it does not parse, or what stands there is no object. */
export function findNoObject(text: string, keys: readonly string[]): Broken | undefined {
  const parsed = parseJsonc(text);
  if (parsed.kind === "broken") return parsed;
  if (parsed.kind === "empty") return undefined;
  const { root } = parsed;
  if (root.kind !== "object") return { offset: root.start, problem: "an object { … } is expected" };
  for (const key of keys) {
    const value = memberOf(root, key)?.value;
    if (value !== undefined && value.kind !== "object")
      return { offset: value.start, problem: `"${key}" must be an object { … }` };
  }
  return undefined;
}
