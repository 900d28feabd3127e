import { appendItem, removeItem } from "../../../formats/edit-jsonc.ts";
import {
  type JsoncContainer,
  type JsoncItem,
  type JsoncNode,
  type JsoncString,
  memberOf,
  parseJsonc,
  valueOf,
} from "../../../formats/parse-jsonc.ts";

const KEY = "plugin";

/** One plugin in a config of OpenCode's: `"name"` or `["name", { options }]`. */
export interface PluginEntry {
  readonly index: number;
  readonly name: JsoncString;
  readonly hasOptions: boolean;
  readonly options: JsoncNode | undefined;
}

export type PluginList =
  | {
      readonly kind: "list";
      readonly root: JsoncContainer;
      /** Absent where the config names no plugins at all, not even none. */
      readonly list: JsoncContainer | undefined;
      readonly entries: readonly PluginEntry[];
    }
  | { readonly kind: "empty" }
  | { readonly kind: "broken"; readonly offset: number; readonly problem: string };

/** Of several lists in one config, the one that OpenCode takes. */
export function readPluginList(text: string): PluginList {
  const parsed = parseJsonc(text);
  if (parsed.kind !== "parsed") return parsed;
  const { root } = parsed;
  if (root.kind !== "object")
    return { kind: "broken", offset: root.start, problem: "an object { … } is expected" };
  const value = memberOf(root, KEY)?.value;
  if (value === undefined) return { kind: "list", root, list: undefined, entries: [] };
  if (value.kind !== "array")
    return { kind: "broken", offset: value.start, problem: `"${KEY}" must be a list [ … ]` };
  return { kind: "list", root, list: value, entries: entriesOf(value) };
}

export function optionsOf(text: string, { options }: PluginEntry): unknown {
  return options && valueOf(text, options);
}

/**
 * The text in which our entry is `name`, once, in the list that counts. One that is there is changed in place: the last
 * that has options, else the last, as OpenCode takes the last of several.
 */
export function putEntry(text: string, name: string, isOurs: (name: string) => boolean): string {
  const read = readPluginList(text);
  if (read.kind !== "list") return text;
  const { root, list } = read;
  const ours = read.entries.filter((entry) => isOurs(entry.name.value));
  const kept = ours.findLast(({ hasOptions }) => hasOptions) ?? ours.at(-1);
  if (kept !== undefined) {
    const spare = ours.findLast((entry) => entry !== kept);
    if (spare !== undefined && list !== undefined) {
      const without = removeItem(text, root, [root.items.findIndex(isList(list)), spare.index]);
      return putEntry(without, name, isOurs);
    }
    if (kept.name.value === name) return text;
    const { start, end } = kept.name;
    return text.slice(0, start) + JSON.stringify(name) + text.slice(end);
  }
  return list === undefined
    ? appendItem(text, root, root, KEY, [name])
    : appendItem(text, root, list, undefined, name);
}

/** The text without any entry of ours, also in lists that OpenCode does not take. */
export function dropEntries(text: string, isOurs: (name: string) => boolean): string {
  const read = readPluginList(text);
  if (read.kind !== "list") return text;
  const { root } = read;
  for (const [at, { key, value }] of [...root.items.entries()].toReversed()) {
    if (key !== KEY || value.kind !== "array") continue;
    const found = entriesOf(value).findLast((entry) => isOurs(entry.name.value));
    if (found === undefined) continue;
    return dropEntries(removeItem(text, root, [at, found.index]), isOurs);
  }
  return text;
}

function isList(list: JsoncContainer): (item: JsoncItem) => boolean {
  return ({ value }) => value === list;
}

function entriesOf(list: JsoncContainer): PluginEntry[] {
  return list.items.flatMap(({ value }, index) => {
    const name = nameOf(value);
    if (name === undefined) return [];
    const options = value.kind === "array" ? value.items[1]?.value : undefined;
    return [{ index, name, hasOptions: value.kind === "array", options }];
  });
}

function nameOf(value: JsoncNode): JsoncString | undefined {
  if (value.kind === "string") return value;
  const first = value.kind === "array" ? value.items[0]?.value : undefined;
  return first?.kind === "string" ? first : undefined;
}
