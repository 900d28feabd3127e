/**
 * What OpenCode imports at every start. It is next to nothing: the rest is read when the host calls `server`,
 * as one file, and what the first request does not need is left out of that.
 */
const plugin: { id: string; server: (input: never, options?: unknown) => Promise<object> } = {
  id: "agent-memory-bank",
  server: async (input, options) => {
    const { server } = await import("./server.ts");
    return server(input, options, new URL("..", import.meta.url));
  },
};

export default plugin;
