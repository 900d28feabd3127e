/**
 * What OpenCode imports at every start. It is next to nothing, so that a host that has us in its config and
 * serves another project, or has switched us off, does not read the rest.
 */
const plugin: { id: string; server: (input: never, options?: unknown) => Promise<object> } = {
  id: "agent-memory-bank",
  server: async (input, options) => {
    const { server } = await import("./server.ts");
    return server(input, options, new URL("..", import.meta.url));
  },
};

export default plugin;
