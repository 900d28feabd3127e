import {
  type ItemPath,
  type JsonValue,
  appendItem,
  removeItem,
} from "../../../formats/edit-jsonc.ts";
import { newConfig } from "../../../formats/new-config.ts";
import { type JsoncString, memberOf, objectIn } from "../../../formats/parse-jsonc.ts";
import { type Broken, findNoObject } from "../../shared/broken-config.ts";

/** The keys of lists of plugins. OpenCode 1 reads the first alone, OpenCode 2 reads both. */
const KEYS = ["plugin", "plugins"];

/** One plugin in a config: `"name"`, `["name", { options }]`, or `{ "package": "name", "options": { … } }`. */
export interface PluginEntry {
  readonly at: ItemPath;
  readonly isForSecondOnly: boolean;
  readonly name: JsoncString;
  readonly options: unknown;
}

/** Undefined for a config that is broken: see `findBroken`. */
export function readPluginList(text: string) {
  const root = objectIn(text);
  if (root === undefined) return undefined;
  const lists = KEYS.map((key) => memberOf(root, key));
  const entries = lists.flatMap((list): PluginEntry[] => {
    if (list?.value.kind !== "array") return [];
    const index = root.items.indexOf(list);
    return list.value.items.flatMap(({ value }, place) => {
      const [name, options] =
        value.kind === "array"
          ? value.items.map((item) => item.value)
          : [memberOf(value, "package")?.value ?? value, memberOf(value, "options")?.value];
      if (name?.kind !== "string") return [];
      const written = { name, options: options?.value };
      return [{ ...written, at: [index, place], isForSecondOnly: list !== lists[0] }];
    });
  });
  /** The list that OpenCode 1 and 2 both read. */
  const list = lists[0]?.value;
  const noList = lists.find((each) => each !== undefined && each.value.kind !== "array");
  return { root, list: list?.kind === "array" ? list : undefined, entries, noList };
}

/** Why a config can be neither read nor changed. An empty file is not broken. */
export function findBroken(text: string): Broken | undefined {
  const noList = readPluginList(text)?.noList;
  if (noList === undefined) return findNoObject(text, []);
  return { offset: noList.value.start, problem: `"${noList.key}" must be a list [ … ]` };
}

type IsOurs = (name: string) => boolean;

/**
 * The text in which our entry is `name`, once, in the list that both lines of OpenCode read. One that is there is changed
 * in place: the last that has options, else the last, as OpenCode takes the last of several.
 */
export function putEntry(text: string, name: string, isOurs: IsOurs, schema: string): string {
  const read = readPluginList(text);
  if (read === undefined) return newConfig(text, { $schema: schema, plugin: [name] });
  const ours = read.entries.filter((entry) => isOurs(entry.name.value));
  const inFirst = ours.filter(({ isForSecondOnly }) => !isForSecondOnly);
  const kept = inFirst.findLast(({ options }) => options !== undefined) ?? inFirst.at(-1);
  if (kept === undefined) {
    const options = ours.findLast((entry) => entry.options !== undefined)?.options;
    const value: JsonValue = JSON.parse(JSON.stringify(options ? [name, options] : name));
    return addEntry(dropEntries(text, isOurs), value);
  }
  const spare = ours.findLast((entry) => entry !== kept);
  if (spare !== undefined)
    return putEntry(removeItem(text, read.root, spare.at), name, isOurs, schema);
  if (kept.name.value === name) return text;
  return text.slice(0, kept.name.start) + JSON.stringify(name) + text.slice(kept.name.end);
}

function addEntry(text: string, value: JsonValue): string {
  const read = readPluginList(text);
  if (read === undefined) return text;
  const { root, list } = read;
  return list === undefined
    ? appendItem(text, root, root, KEYS[0], [value])
    : appendItem(text, root, list, undefined, value);
}

/** The config's text without our entries. */
export function dropEntries(text: string, isOurs: IsOurs): string {
  const read = readPluginList(text);
  const found = read?.entries.findLast(({ name }) => isOurs(name.value));
  if (read === undefined || found === undefined) return text;
  return dropEntries(removeItem(text, read.root, found.at), isOurs);
}
