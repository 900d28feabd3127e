import type { Runtime } from "../../runtime/open-runtime.ts";
import { field, textField, textsIn } from "./payload.ts";

/** What our own tool is for, as models read it. */
export const REFRESH_DESCRIPTION =
  "Build, adopt, upgrade, migrate or refresh the project's memory bank. action=plan shows what would be done and changes nothing; action=apply with that plan's id does exactly it, once the user has said yes to it in a later message.";

export const REFRESH = "refresh";

/** Our own tool as a server lists it. */
export const REFRESH_LISTED = {
  name: REFRESH,
  description: REFRESH_DESCRIPTION,
  inputSchema: {
    type: "object",
    properties: {
      action: { type: "string", enum: ["plan", "apply"] },
      plan: { type: "string" },
    },
    required: ["action"],
  },
};

/** What our own tool says beside its text: the plan that was made, or the docs of one that was applied. */
export interface RefreshNotes {
  readonly planned?: string | undefined;
  readonly applied?: readonly string[];
}

type Asked = Parameters<Runtime["apply"]>[0];

/** Plan, then apply exactly that plan: the same engine as `memory-bank refresh` in the shell. No host validates `args`. */
export async function refresh(
  runtime: Pick<Runtime, "plan" | "apply">,
  args: unknown,
  asked: Omit<Asked, "id">,
): Promise<{ readonly text: string; readonly notes: RefreshNotes }> {
  const action = field(args, "action");
  if (action === "plan") {
    const { text, id } = await runtime.plan();
    return { text, notes: { planned: id } };
  }
  if (action !== "apply") throw new Error('[Memory Bank] action must be "plan" or "apply".');
  const { text, docs } = await runtime.apply({ ...asked, id: textField(args, "plan") });
  return { text, notes: { applied: docs } };
}

export function toNotes(meta: unknown): RefreshNotes {
  return {
    planned: textField(meta, "memoryBankPlanned"),
    applied: textsIn(field(meta, "memoryBankApplied")),
  };
}

/** The form in which the host keeps them with the result. */
export function fromNotes({ planned, applied }: RefreshNotes): Record<string, unknown> {
  return { memoryBankPlanned: planned, memoryBankApplied: applied };
}
