/** What comes before the name of a server's tool: `mcp__server__tool`. */
export function serversOf(tool: string): readonly string[] {
  const end = tool.startsWith("mcp__") ? tool.indexOf("__", 5) : -1;
  return end === -1 ? [] : [tool.slice(0, end + 1)];
}
