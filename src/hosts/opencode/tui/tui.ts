import type { TuiPluginApi } from "@opencode-ai/plugin/tui";
import type { findBank } from "../../../io/bank/find-bank.ts";

type Api = TuiPluginApi;

/** The host draws its first screen meanwhile. */
const AFTER_START = 100;

/**
 * What OpenCode's terminal imports at every start, and waits for: next to nothing. A moment later it looks for a
 * bank. Without one it looks again whenever a turn has ended, since a turn may build one, and does nothing else.
 */
const plugin = {
  id: "agent-memory-bank",
  /** OpenCode 1. */
  tui: async (api: never): Promise<void> => void setTimeout(() => void open(api), AFTER_START),
  /** OpenCode 2; what is returned ends it. */
  setup(context: never): () => void {
    const closing: (() => void)[] = [];
    setTimeout(() => void openSecond(context, closing), AFTER_START);
    return () => closing.forEach((close) => close());
  },
};

export default plugin;

async function open(api: Api): Promise<void> {
  try {
    // An older host has neither places to draw in nor a state to read.
    if (typeof api.slots?.register !== "function" || api.state?.path === undefined) return;
    const { findBank: find } = await import("../../../io/bank/find-bank.ts");
    if (hasBank(api, find)) return await draw(api);
    const off = api.event.on("session.idle", () => {
      if (!hasBank(api, find)) return;
      off();
      void draw(api).catch(() => undefined);
    });
  } catch {
    // Whatever fails here, the terminal goes on without us.
  }
}

/** A bank that a setting puts elsewhere is found once the settings are read. */
function hasBank({ state }: Api, find: typeof findBank): boolean {
  const { directory, worktree } = state.path;
  if (!directory) return false;
  const isNamed = JSON.stringify(state.config?.plugin ?? []).includes('"bank"');
  return (
    isNamed || process.env["MEMORY_BANK_DIR"] !== undefined || find({ directory, worktree }).exists
  );
}

async function draw(api: Api): Promise<void> {
  const { drawBank } = await import("./draw-bank.ts");
  const { ofApi } = await import("./terminal.ts");
  await drawBank(ofApi(api));
}

async function openSecond(context: never, closing: (() => void)[]): Promise<void> {
  try {
    const { ofContext } = await import("../v2/terminal.ts");
    const { drawBank } = await import("./draw-bank.ts");
    await drawBank(ofContext(context, closing));
  } catch {
    // Whatever fails here, the terminal goes on without us.
  }
}
