import { parseDocument } from "yaml";
import { parseJsonc } from "./parse-jsonc.ts";

/** Parses JSON with comments and trailing commas. Throws if it is broken. */
export function parseJson(text: string): unknown {
  const result = parseJsonc(text);
  if (result.kind === "parsed") return result.root.value;
  throw new SyntaxError(result.kind === "empty" ? "there is no text" : result.problem);
}

/** Parses the first document of a YAML text. Throws if it is broken. */
export function parseYaml(text: string): unknown {
  // Without `silent`, a second document would be an error.
  const options = { logLevel: "silent", prettyErrors: false, uniqueKeys: false } as const;
  const parsed = parseDocument(text, options);
  const [error] = parsed.errors;
  if (error !== undefined) throw error;
  return parsed.toJS();
}

export type Table = Readonly<Record<string, unknown>>;

export function isTable(value: unknown): value is Table {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value of an own key; an inherited name such as `constructor` is not a key. */
export function valueAt(table: unknown, key: string): unknown {
  return isTable(table) && Object.hasOwn(table, key) ? table[key] : undefined;
}
