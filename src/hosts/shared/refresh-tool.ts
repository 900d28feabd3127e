/** Our own tool as a server lists it. */
export function describeRefresh(name: string) {
  return {
    name,
    description:
      "Build, adopt, upgrade, migrate or refresh the project's memory bank. action=plan shows what would be done and changes nothing; action=apply with that plan's id does exactly it, once the user has said yes to it in a later message.",
    inputSchema: {
      type: "object",
      properties: {
        action: { type: "string", enum: ["plan", "apply"] },
        plan: { type: "string" },
      },
      required: ["action"],
    },
  };
}
