import { NAMES, type SettingsResult } from "../runtime/settings.ts";
import { say } from "./say.ts";

export interface ShownSetting {
  readonly name: string;
  readonly value: unknown;
  /** Where it was set; null for a default. */
  readonly from: string | null;
}

/** The guard mode, and every setting that somebody has set. */
export function listSettings({
  settings,
  sources,
}: Pick<SettingsResult, "settings" | "sources">): ShownSetting[] {
  return NAMES.filter((name) => name === "guardMode" || sources[name] !== undefined).map(
    (name) => ({ name, value: settings[name], from: sources[name] ?? null }),
  );
}

/** In one line: its value, and where that is set. */
export function describeSetting({ name, value, from }: ShownSetting): string {
  const shown = typeof value === "string" ? value : JSON.stringify(value);
  const source = from ?? say({ en: "default", zh: "默认" });
  return say({ en: `${name} ${shown} (${source})`, zh: `${name} ${shown}（${source}）` });
}
