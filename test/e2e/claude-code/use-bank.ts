import { fileURLToPath } from "node:url";
import { type ClaudeBench, type Install, useClaude } from "./use-claude.ts";

const PLUGIN = fileURLToPath(new URL("../../../dist/claude-code", import.meta.url));

/** The built plugin, from its folder. */
const installPlugin: Install = () => ["--plugin-dir", PLUGIN];

/** With our plugin; settings are environment variables here. */
export function useBank(env: Readonly<Record<string, string>> = {}): ClaudeBench {
  return useClaude({ install: installPlugin, env });
}

export const BLOCK = { MEMORY_BANK_GUARD_MODE: "block" };
