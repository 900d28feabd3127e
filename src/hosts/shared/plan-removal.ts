import { leaveToml, readToml } from "../../formats/edit-toml.ts";
import { leaveConfig } from "../../formats/new-config.ts";
import { parseJsonc } from "../../formats/parse-jsonc.ts";
import { type ConfigFile, readConfig } from "../../io/disk/config-file.ts";
import type { Text } from "../../types.ts";
import type { ConfigChange, SetupPlan } from "../host.ts";
import { type Broken, placeOf, stopAtBroken } from "./broken-config.ts";

const FILE_GOES: Text = {
  en: "the file goes: install made it, and nothing else is in it",
  zh: "删除该文件：它由 install 建立，没有其他内容",
};

/** How a config is read, and what is left of it without our parts: undefined where the file was ours. */
interface ConfigFormat {
  readonly read: (text: string) => { readonly kind: string } | ({ kind: "broken" } & Broken);
  readonly leave: (before: string, after: string) => string | undefined;
}

const JSONC: ConfigFormat = { read: parseJsonc, leave: (_, after) => leaveConfig(after) };
export const TOML: ConfigFormat = { read: readToml, leave: leaveToml };

/** Takes what is ours out of those of these configs that are there. */
export function planRemoval(
  host: string,
  paths: readonly string[],
  what: Text,
  drop: (file: ConfigFile) => string,
  { read, leave } = JSONC,
): Pick<SetupPlan, "changes" | "notes"> {
  const notes: Text[] = [];
  const files = paths.map(readConfig).filter(({ bytes }) => bytes !== undefined);
  // Two names may lead to one file: it can be written only once.
  const unique = files.filter(
    ({ target }, index) => files.findIndex((file) => file.target === target) === index,
  );
  return { changes: unique.flatMap(planFile), notes };

  function planFile(file: ConfigFile): ConfigChange[] {
    const scanned = read(file.text);
    if ("problem" in scanned) {
      notes.push(leaveBroken(host, file, scanned));
      return [];
    }
    const dropped = drop(file);
    if (dropped === file.text) return [];
    const after = leave(file.text, dropped);
    return [{ file, after, what: after === undefined ? FILE_GOES : what }];
  }
}

/** What is said of a file that nobody can read; one with something of ours stops everything. */
function leaveBroken(host: string, file: ConfigFile, broken: Broken): Text {
  if (/memory[-_]bank/i.test(file.text)) stopAtBroken(file, broken);
  const where = placeOf(file, broken.offset);
  return {
    en: `${where}: ${broken.problem}. ${host} cannot read this file; it has nothing of ours and was left alone.`,
    zh: `${where}：${broken.problem}。${host} 读不了这个文件；其中没有我们的内容，未作改动。`,
  };
}
