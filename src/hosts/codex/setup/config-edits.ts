import { leaveToml } from "../../../formats/edit-toml.ts";
import { readToml } from "../../../formats/edit-toml.ts";
import { type ConfigFile, readConfig } from "../../../io/disk/config-file.ts";
import type { Text } from "../../../types.ts";
import { type ConfigChange, SetupError } from "../../host.ts";
import { stopAtBroken } from "../../shared/broken-config.ts";

type Edit = (text: string | undefined) => string | undefined;

/** Edits of files that are not written yet; several of one file become one change, whatever they call it. */
export interface ConfigEdits {
  /** The text as it will be; undefined where there is no such file. */
  read(path: string): string | undefined;
  edit(path: string, what: Text, edit: Edit): void;
  changes(): ConfigChange[];
}

export function createConfigEdits(): ConfigEdits {
  const files = new Map<string, { file: ConfigFile; text: string | undefined; what: Text[] }>();

  function open(path: string) {
    const file = readConfig(path);
    const opened = files.get(file.target) ?? {
      file,
      text: file.bytes === undefined ? undefined : file.text,
      what: [],
    };
    files.set(file.target, opened);
    return opened;
  }

  return {
    read: (path) => open(path).text,
    edit(path, what, edit) {
      const opened = open(path);
      const after = edit(opened.text);
      if (after === opened.text) return;
      opened.text = after;
      if (!opened.what.includes(what)) opened.what.push(what);
    },
    changes: () =>
      [...files.values()]
        .filter(({ file, text }) => (file.bytes === undefined ? undefined : file.text) !== text)
        .map(({ file, text: after, what }) => ({ file, after, what: joined(what) })),
  };
}

/** An edit of TOML: nothing is begun in a file that nobody can read, and nothing made that nobody could. */
export function editToml(edits: ConfigEdits, path: string, what: Text, edit: Edit): void {
  edits.edit(path, what, (text) => {
    const file = readConfig(path);
    const scanned = readToml(text ?? "");
    if (scanned.kind === "broken") stopAtBroken(file, scanned);
    const after = edit(text);
    const result = readToml(after ?? "");
    if (result.kind === "broken") throw unfit(path, result.problem);
    return text === undefined || after === undefined ? after : leaveToml(text, after);
  });
}

function unfit(path: string, problem: string): SetupError {
  return new SetupError({
    en: `${path}: a table cannot be added to it (${problem}). Write "mcp_servers" and "hooks" there as [tables], then run it again; nothing was changed`,
    zh: `${path}：无法加入表（${problem}）。请把其中的 "mcp_servers" 和 "hooks" 写成 [表]，再运行一次；没有任何改动`,
  });
}

function joined(texts: readonly Text[]): Text {
  return {
    en: texts.map(({ en }) => en).join("; "),
    zh: texts.map(({ zh }) => zh).join("；"),
  };
}
