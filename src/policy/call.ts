import type { Target, ToolCall, ToolResult, Write } from "../types.ts";

/** A call that reads and writes nothing. */
export const NO_CALL: ToolCall = {
  via: "tool",
  reads: [],
  writes: [],
  effectCheck: undefined,
  refreshesBank: undefined,
  delegatesTo: undefined,
};

/** A result that says and shows nothing. */
export const NO_RESULT: ToolResult = {
  text: "",
  shown: undefined,
  worker: undefined,
  answers: [],
  planned: undefined,
  applied: [],
};

/** Whether the call would change the bank, as far as can be told. */
export function writesBank(call: ToolCall): boolean {
  const { writes, refreshesBank, appliesPlan } = call;
  if (refreshesBank !== undefined || appliesPlan !== undefined) return true;
  return writes.some(({ target }) => target.doc !== undefined || target.holdsBank);
}

/** The name under which a read of a file counts; undefined if reading the file counts for nothing. */
export function readName({ doc, linkedAs }: Target): string | undefined {
  return doc ?? linkedAs;
}

/** The writes that change a doc. Making a folder does not change a doc. */
export function docWrites({ writes }: ToolCall): readonly Write[] {
  return writes.filter(
    ({ target, effect }) => target.doc !== undefined && effect !== "make-folder",
  );
}

/** Whether the write changes the text of a doc. */
export function changesDoc({ target, effect }: Write): boolean {
  return target.doc !== undefined && (effect === "change" || effect === "replace");
}

/** Whether any rule can have something to say about the call. */
export function isWrite(call: ToolCall): boolean {
  return call.writes.length > 0 || writesBank(call);
}
