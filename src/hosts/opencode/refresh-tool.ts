import type { ToolDefinition } from "@opencode-ai/plugin";
import * as z from "zod/mini";
import type { Runtime } from "../../runtime/open-runtime.ts";
import { REFRESH_DESCRIPTION, fromNotes, refresh } from "../shared/refresh-tool.ts";
import type { Agents } from "./agents.ts";
import { REFRESH_TOOL } from "./words.ts";

export function createRefreshTool(
  runtime: Pick<Runtime, "plan" | "apply">,
  agents: Agents,
): ToolDefinition {
  return {
    description: REFRESH_DESCRIPTION,
    args: {
      action: z.enum(["plan", "apply"]),
      plan: z.optional(z.string()),
    },
    async execute(args, context) {
      const { text, notes } = await refresh(runtime, args, async () => ({
        session: context.sessionID,
        tool: REFRESH_TOOL,
        mayEdit: await agents.mayEdit(context.agent, false),
        ask: ({ id, flow, operations }) =>
          context.ask({
            permission: REFRESH_TOOL,
            patterns: [id],
            always: [],
            metadata: { plan: id, flow, operations: operations.length },
          }),
      }));
      return { output: text, metadata: fromNotes(notes) };
    },
  };
}
