import { parse as parseTomlText } from "smol-toml";
import { parseDocument } from "yaml";
import { parseJsonc, valueOf } from "./parse-jsonc.ts";

/** JSON with comments and trailing commas. Throws when it is broken. */
export function parseJson(text: string): unknown {
  const result = parseJsonc(text);
  if (result.kind === "parsed") return valueOf(text, result.root);
  throw new SyntaxError(result.kind === "empty" ? "there is no text" : result.problem);
}

/** Throws when it is broken. */
export function parseToml(text: string): unknown {
  return parseTomlText(text);
}

/** The first document. Throws when it is broken. */
export function parseYaml(text: string): unknown {
  // `logLevel`: so that a second document is no error.
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

/** The value at the end of a way of keys; names such as `constructor` are no keys unless written down. */
export function valueAt(table: unknown, ...keys: readonly string[]): unknown {
  let value = table;
  for (const key of keys) {
    if (!isTable(value) || !Object.hasOwn(value, key)) return undefined;
    value = value[key];
  }
  return value;
}

export function tableAt(table: unknown, ...keys: readonly string[]): Table {
  const value = valueAt(table, ...keys);
  return isTable(value) ? value : {};
}
