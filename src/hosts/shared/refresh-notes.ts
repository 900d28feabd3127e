import { field, textField, textsIn } from "./payload.ts";

/** What our own tool says beside its text: the plan that was made, or the docs of one that was applied. */
export interface RefreshNotes {
  readonly planned?: string | undefined;
  readonly applied?: readonly string[];
}

export function toNotes(meta: unknown): RefreshNotes {
  return {
    planned: textField(meta, "memoryBankPlanned"),
    applied: textsIn(field(meta, "memoryBankApplied")),
  };
}

export function fromNotes({ planned, applied }: RefreshNotes): object {
  return { memoryBankPlanned: planned, memoryBankApplied: applied };
}
