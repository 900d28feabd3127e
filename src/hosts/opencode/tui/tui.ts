import type { TuiPluginApi } from "@opencode-ai/plugin/tui";

/** Wait this long before loading the rest, so that the host can draw its first screen. */
const AFTER_START = 100;

/** What OpenCode's terminal imports at every start, and waits for: next to nothing. */
const plugin = {
  id: "agent-memory-bank",
  /** OpenCode 1. */
  tui: async (given: never): Promise<void> =>
    later(async () => {
      const api: TuiPluginApi = given;
      const { drawBank } = await import("./draw-bank.ts");
      const { ofApi } = await import("./terminal.ts");
      api.lifecycle.onDispose(await drawBank(ofApi(api)));
    }),
  /** OpenCode 2; what is returned ends it. */
  setup(context: never): () => void {
    let close = () => {};
    later(async () => {
      const { drawBank } = await import("./draw-bank.ts");
      const { ofContext } = await import("../v2/terminal.ts");
      close = await drawBank(ofContext(context));
    });
    return () => close();
  },
};

export default plugin;

/** If something fails here, for example on an older host, the terminal goes on without us. */
function later(open: () => Promise<void>): void {
  setTimeout(() => void open().catch(() => undefined), AFTER_START);
}
