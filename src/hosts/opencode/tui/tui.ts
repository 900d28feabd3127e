import type { TuiPluginApi } from "@opencode-ai/plugin/tui";
import { findBank } from "../../../io/bank/find-bank.ts";

type Api = TuiPluginApi;

/**
 * What OpenCode's terminal imports at every start. Without a bank it does next to nothing: it looks for one,
 * and again whenever a turn has ended, since a turn may build one.
 */
const plugin: { id: string; tui: (api: never) => Promise<void> } = {
  id: "agent-memory-bank",
  tui: async (api) => open(api),
};

export default plugin;

async function open(api: Api): Promise<void> {
  try {
    // An older host has neither places to draw in nor a state to read.
    if (typeof api.slots?.register !== "function" || api.state?.path === undefined) return;
    if (hasBank(api)) return await draw(api);
    const off = api.event.on("session.idle", () => {
      if (!hasBank(api)) return;
      off();
      void draw(api).catch(() => undefined);
    });
  } catch {
    // Whatever fails here, the terminal goes on without us.
  }
}

/** A bank that a setting puts elsewhere is found once the settings are read. */
function hasBank({ state }: Api): boolean {
  const { directory, worktree } = state.path;
  if (!directory) return false;
  const isNamed = JSON.stringify(state.config?.plugin ?? []).includes('"bank"');
  return (
    isNamed ||
    process.env["MEMORY_BANK_DIR"] !== undefined ||
    findBank({ directory, worktree }).exists
  );
}

async function draw(api: Api): Promise<void> {
  const { drawBank } = await import("./draw-bank.ts");
  await drawBank(api);
}
