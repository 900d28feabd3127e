export type Table = Readonly<Record<string, unknown>>;

const EMPTY: Table = {};

export function toTable(value: unknown): Table {
  return isTable(value) ? value : EMPTY;
}

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
  return toTable(valueAt(table, ...keys));
}
