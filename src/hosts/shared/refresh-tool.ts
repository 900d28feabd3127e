import type { Runtime } from "../../runtime/open-runtime.ts";
import { field, textField, textsIn } from "./payload.ts";

/** The description of our own tool, for models. */
export const REFRESH_DESCRIPTION =
  "Build, adopt, upgrade, migrate or refresh the project's memory bank. action=plan shows what would be done and changes nothing; action=apply with that plan's id does exactly it, once the user has said yes to it in a later message.";

export const REFRESH = "refresh";

/** Our own tool, as a server lists it. */
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

/** What our own tool returns beside its text: the id of the plan made, or the docs of the plan applied. */
export interface RefreshNotes {
  readonly planned?: string | undefined;
  readonly applied?: readonly string[];
}

type Asked = Parameters<Runtime["apply"]>[0];

/** Makes a plan, or applies exactly that plan, as `memory-bank refresh` does in the shell. No host validates `args`. */
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

/** The notes in the form that hosts keep with the result; `toNotes` reads it. */
export function fromNotes({ planned, applied }: RefreshNotes): Record<string, unknown> {
  return { memoryBankPlanned: planned, memoryBankApplied: applied };
}
