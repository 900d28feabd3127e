import { serveTools } from "../shared/tool-server.ts";
import { PLUGIN, REFRESH } from "./words.ts";

const TOOL = {
  name: REFRESH,
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
  // A tool that must be looked for first is not found by the command that needs it.
  _meta: { "anthropic/alwaysLoad": true },
};

const mayBeOff = process.env["MEMORY_BANK_DISABLED"] !== undefined;

/** One for each Claude Code, which starts it, and ends it with a signal. */
serveTools({ name: PLUGIN, tools: [TOOL], mayBeOff }, async () => {
  const { serveBank } = await import("./serve-bank.ts");
  return serveBank();
});
