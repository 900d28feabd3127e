import type { ToolDefinition } from "@opencode-ai/plugin";
import * as z from "zod/mini";
import type { Runtime } from "../../runtime/open-runtime.ts";
import { field, textField } from "../shared/payload.ts";
import type { Agents } from "./agents.ts";
import { APPLIED, PLANNED } from "./tool-result.ts";
import { REFRESH_TOOL } from "./words.ts";

/** Plan, then apply exactly that plan: the same engine as `memory-bank refresh` in the shell. */
export function createRefreshTool(
  runtime: Pick<Runtime, "plan" | "apply">,
  agents: Agents,
): ToolDefinition {
  return {
    description:
      "Build, adopt, upgrade, migrate or refresh the project's memory bank. action=plan shows what would be done and changes nothing; action=apply with that plan's id does exactly it, once the user has said yes to it in a later message.",
    args: {
      action: z.enum(["plan", "apply"]),
      plan: z.optional(z.string()),
    },
    async execute(args, context) {
      // The host does not validate a plugin's arguments.
      const action = field(args, "action");
      if (action === "plan") {
        const { text, id } = await runtime.plan();
        return { output: text, metadata: id === undefined ? {} : { [PLANNED]: id } };
      }
      if (action !== "apply") throw new Error(`[Memory Bank] action must be "plan" or "apply".`);
      const { text, docs } = await runtime.apply({
        session: context.sessionID,
        tool: REFRESH_TOOL,
        id: textField(args, "plan"),
        mayEdit: await agents.mayEdit(context.agent, false),
        ask: ({ id, flow, operations }) =>
          context.ask({
            permission: REFRESH_TOOL,
            patterns: [id],
            always: [],
            metadata: { plan: id, flow, operations: operations.length },
          }),
      });
      return { output: text, metadata: { [APPLIED]: docs } };
    },
  };
}
