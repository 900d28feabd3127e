/**
 * What OpenCode imports at every start. It is next to nothing: the rest is read when the host calls `server`,
 * as one file, and what the first request does not need is left out of that.
 */
const plugin = {
  id: "agent-memory-bank",
  /** OpenCode 1. */
  server: async (input: never, options?: unknown): Promise<object> => {
    const { server } = await import("./server.ts");
    return server(input, options, new URL("..", import.meta.url));
  },
  /** OpenCode 2. */
  setup: async (context: unknown): Promise<(() => Promise<void>) | undefined> => {
    const { setup } = await import("./v2/setup.ts");
    return setup(context, new URL("..", import.meta.url));
  },
};

export default plugin;
