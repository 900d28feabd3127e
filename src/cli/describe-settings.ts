import { NAMES, type SettingsResult } from "../runtime/settings.ts";
import { say } from "./say.ts";

type Given = Pick<SettingsResult, "settings" | "sources">;

/** The guard mode, and every setting that somebody has set, with where that is; null for a default. */
export function listSettings({ settings, sources }: Given) {
  return NAMES.filter((name) => name === "guardMode" || sources[name] !== undefined).map(
    (name) => ({ name, value: settings[name], from: sources[name] ?? null }),
  );
}

/** In one line: its value, and where that is set. */
export function describeSetting({
  name,
  value,
  from,
}: ReturnType<typeof listSettings>[number]): string {
  const shown = typeof value === "string" ? value : JSON.stringify(value);
  const source = from ?? say({ en: "default", zh: "默认" });
  return say({ en: `${name} ${shown} (${source})`, zh: `${name} ${shown}（${source}）` });
}
