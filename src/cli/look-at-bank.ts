import { join } from "node:path";
import { DOC_EXTENSION, ENTRY } from "../bank/layout.ts";
import { layoutOf } from "../bank/layouts.ts";
import { readBankState } from "../io/bank/bank-state.ts";
import { readText } from "../io/disk/read.ts";
import { detectFlow } from "../plans/detect-flow.ts";
import { NAMES, type SettingsResult } from "../runtime/settings.ts";
import type { Flow, Text } from "../types.ts";
import { say } from "./say.ts";

/** The docs in a bank's folder, its layout, and which flow refresh would take. */
export function lookAtBank(bank: string) {
  const { exists, paths } = readBankState(bank);
  const read = (path: string) => (paths.includes(path) ? readText(join(bank, path)) : undefined);
  return {
    docs: paths.filter((path) => path.endsWith(DOC_EXTENSION)),
    layout: layoutOf(paths),
    flow: detectFlow({ exists, paths, read }),
    entry: read(ENTRY),
  };
}

/** What refresh would do. */
export const WOULD: Readonly<Record<Flow, Text>> = {
  init: { en: "build the bank", zh: "建立记忆库" },
  upgrade: { en: "upgrade the entry", zh: "升级入口" },
  migrate: { en: "migrate the old layout", zh: "迁移旧结构" },
  adopt: {
    en: "adopt the bank (add MEMORY.md, or take in the one that is there, and change nothing else)",
    zh: "接管记忆库（加入 MEMORY.md，或接管已有的，不改动其他文件）",
  },
  refresh: { en: "bring rows and indexes up to date", zh: "更新各行与索引" },
};

/** The guard mode, and every other setting that is set. `from` says where it is set; null means the default. */
export function listSettings({ settings, sources }: Pick<SettingsResult, "settings" | "sources">) {
  return NAMES.filter((name) => name === "guardMode" || sources[name] !== undefined).map(
    (name) => ({ name, value: settings[name], from: sources[name] ?? null }),
  );
}

/** Shown for a bank without conventions: then nothing has to be read before a write. */
export const UNGATED: Text = { en: "none: nothing is gated", zh: "没有：不设闸门" };

/** One line for each setting: its value, and where it is set. */
export function describeSettings(set: ReturnType<typeof listSettings>): string[] {
  return set.map(({ name, value, from }) => {
    const shown = typeof value === "string" ? value : JSON.stringify(value);
    const source = from ?? say({ en: "default", zh: "默认" });
    return say({
      en: `${name} ${shown} (${source})`,
      zh: `${name} ${shown}（${source.replace("plugin options", "插件选项")}）`,
    });
  });
}
