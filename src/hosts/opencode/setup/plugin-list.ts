import { type ItemPath, appendItem, removeItem } from "../../../formats/edit-jsonc.ts";
import { newConfig } from "../../../formats/new-config.ts";
import {
  type JsoncContainer,
  type JsoncNode,
  type JsoncString,
  memberOf,
  parseJsonc,
  valueOf,
} from "../../../formats/parse-jsonc.ts";
import { type ConfigFile, readConfig } from "../../../io/disk/config-file.ts";
import type { Scope } from "../../host.ts";
import { type Broken, stopAtBroken } from "../../shared/broken-config.ts";
import type { HostPlaces } from "./places.ts";

/** The keys of lists of plugins. OpenCode 1 reads the first alone, OpenCode 2 reads both. */
const KEYS = ["plugin", "plugins"];

/** One plugin in a config: `"name"`, `["name", { options }]`, or `{ "package": "name", "options": { … } }`. */
export interface PluginEntry {
  readonly at: ItemPath;
  readonly isForSecondOnly: boolean;
  readonly name: JsoncString;
  readonly options: unknown;
}

export type PluginList =
  | {
      readonly kind: "list";
      readonly root: JsoncContainer;
      readonly list: JsoncContainer | undefined;
      readonly entries: readonly PluginEntry[];
    }
  | { readonly kind: "empty" }
  | ({ readonly kind: "broken" } & Broken);

export function readPluginList(text: string): PluginList {
  const parsed = parseJsonc(text);
  if (parsed.kind !== "parsed") return parsed;
  const { root } = parsed;
  if (root.kind !== "object")
    return { kind: "broken", offset: root.start, problem: "an object { … } is expected" };
  const lists = KEYS.flatMap((key) => memberOf(root, key) ?? []);
  const bad = lists.find(({ value }) => value.kind !== "array");
  if (bad !== undefined) {
    const problem = `"${bad.key}" must be a list [ … ]`;
    return { kind: "broken", offset: bad.value.start, problem };
  }
  const entries = lists.flatMap((list) => {
    const items = list.value.kind === "array" ? list.value.items : [];
    const index = root.items.indexOf(list);
    return items.flatMap(({ value }, place) =>
      toEntry(text, value, [index, place], list.key === "plugins"),
    );
  });
  const list = lists.find(({ key }) => key === "plugin")?.value;
  return { kind: "list", root, list: list?.kind === "array" ? list : undefined, entries };
}

function toEntry(
  text: string,
  value: JsoncNode,
  at: ItemPath,
  isForSecondOnly: boolean,
): PluginEntry[] {
  const [name, options] =
    value.kind === "array"
      ? value.items.map((item) => item.value)
      : [memberOf(value, "package")?.value ?? value, memberOf(value, "options")?.value];
  if (name?.kind !== "string") return [];
  return [{ at, isForSecondOnly, name, options: options && valueOf(text, options) }];
}

/**
 * The text in which our entry is `name`, once. One that is there is changed in place: the last that has options, else
 * the last, as OpenCode takes the last of several.
 */
export function putEntry(text: string, name: string, isOurs: (name: string) => boolean): string {
  const read = readPluginList(text);
  if (read.kind !== "list") return text;
  const { root, list } = read;
  const ours = read.entries.filter((entry) => isOurs(entry.name.value));
  const kept = ours.findLast(({ options }) => options !== undefined) ?? ours.at(-1);
  const spare = ours.findLast((entry) => entry !== kept);
  if (spare !== undefined) return putEntry(removeItem(text, root, spare.at), name, isOurs);
  if (kept === undefined)
    return list === undefined
      ? appendItem(text, root, root, "plugin", [name])
      : appendItem(text, root, list, undefined, name);
  if (kept.name.value === name) return text;
  return text.slice(0, kept.name.start) + JSON.stringify(name) + text.slice(kept.name.end);
}

/** The text without any entry of ours. */
export function dropEntries(text: string, isOurs: (name: string) => boolean): string {
  const read = readPluginList(text);
  const found =
    read.kind === "list" ? read.entries.findLast(({ name }) => isOurs(name.value)) : undefined;
  if (read.kind !== "list" || found === undefined) return text;
  return dropEntries(removeItem(text, read.root, found.at), isOurs);
}

/** A config of OpenCode's that is there, and could be read. */
export interface HostConfig {
  readonly file: ConfigFile;
  readonly entries: readonly PluginEntry[];
  /** It names plugins, or that there are none. */
  readonly hasList: boolean;
}

/** Undefined where there is no such file, and where it is broken and `onBroken` does not throw. */
export function readHostConfig(
  path: string,
  onBroken: (file: ConfigFile, broken: Broken) => void,
): HostConfig | undefined {
  const file = readConfig(path);
  if (file.bytes === undefined) return undefined;
  const read = readPluginList(file.text);
  if (read.kind === "broken") {
    onBroken(file, read);
    return undefined;
  }
  if (read.kind === "empty") return { file, entries: [], hasList: false };
  return { file, entries: read.entries, hasList: read.list !== undefined };
}

/** Throws at a broken config: nobody can tell what would have to change in it. */
export function readSoundConfigs(paths: readonly string[]): HostConfig[] {
  return paths.flatMap((path) => readHostConfig(path, stopAtBroken) ?? []);
}

/** The configs of a scope whose lists of plugins OpenCode takes. */
export function readCounting(
  host: HostPlaces,
  scope: Scope,
  readAll: (paths: readonly string[]) => HostConfig[],
): HostConfig[] {
  const last =
    scope === "global" ? readAll(host.user).findLast(({ hasList }) => hasList) : undefined;
  return [...(last === undefined ? [] : [last]), ...readAll(host.more[scope])];
}

/** The text of this config with our entry, where it has none yet. */
export function addEntry({ file }: HostConfig, name: string, schema: string): string {
  const isEmpty = readPluginList(file.text).kind === "empty";
  return isEmpty
    ? newConfig(file.text, { $schema: schema, plugin: [name] })
    : putEntry(file.text, name, () => false);
}
