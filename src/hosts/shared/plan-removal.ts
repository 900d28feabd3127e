import { leaveToml, readToml } from "../../formats/edit-toml.ts";
import { leaveConfig } from "../../formats/new-config.ts";
import { parseJsonc } from "../../formats/parse-jsonc.ts";
import { type ConfigFile, readConfig } from "../../io/disk/config-file.ts";
import type { Text } from "../../types.ts";
import type { ConfigChange } from "../host.ts";
import { type Broken, stopAtBroken } from "./broken-config.ts";

const FILE_GOES: Text = {
  en: "the file goes: install made it, and nothing else is in it",
  zh: "删除该文件：它由 install 建立，没有其他内容",
};

/** How a config is parsed, and what remains without our parts: undefined if we made the file. */
interface ConfigFormat {
  readonly read: (text: string) => { readonly kind: string } | ({ kind: "broken" } & Broken);
  readonly leave: (before: string, after: string) => string | undefined;
}

const JSONC: ConfigFormat = { read: parseJsonc, leave: (_, after) => leaveConfig(after) };
export const TOML: ConfigFormat = { read: readToml, leave: leaveToml };

/** Removes our parts from the configs that exist. Stops with an error if one that names us cannot be parsed. */
export function planRemoval(
  paths: readonly string[],
  what: Text,
  drop: (file: ConfigFile) => string,
  { read, leave } = JSONC,
): ConfigChange[] {
  return [...new Set(paths)].flatMap((path): ConfigChange[] => {
    const file = readConfig(path);
    const scanned = read(file.text);
    if ("problem" in scanned && /memory[-_]bank/i.test(file.text)) stopAtBroken(file, scanned);
    const dropped = "problem" in scanned ? file.text : drop(file);
    if (dropped === file.text) return [];
    const after = leave(file.text, dropped);
    return [{ file, after, what: after === undefined ? FILE_GOES : what }];
  });
}
