import type { Log } from "../../../runtime/project.ts";
import { field, listIn, textField } from "../../shared/payload.ts";
import { allowsEdit } from "../agents.ts";
import type { Context } from "./context.ts";

/** Which agents may edit the bank: who may not has nothing to offer. */
export function createAgents(ctx: Context, bankPath: () => string, log: Log) {
  return {
    async mayEdit(name: string | undefined, ifUnknown = true): Promise<boolean> {
      const listed = await ctx.agent.list().catch((error: unknown) => {
        log.error("could not load the host's agents", error);
        return undefined;
      });
      const agent = listIn(listed, "data").find((each) => textField(each, "id") === name);
      if (agent === undefined) return ifUnknown;
      const rules = listIn(agent, "permissions").map((rule) => ({
        permission: field(rule, "action"),
        pattern: field(rule, "resource"),
        action: field(rule, "effect"),
      }));
      return name !== "plan" && allowsEdit(rules, bankPath());
    },
  };
}
