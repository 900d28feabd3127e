import type { Target, ToolCall, ToolResult, Write } from "../types.ts";

/** Reads and writes nothing. */
export const NO_CALL: ToolCall = {
  via: "tool",
  reads: [],
  writes: [],
  effectCheck: undefined,
  refreshesBank: undefined,
  delegatesTo: undefined,
};

/** Says and shows nothing. */
export const NO_RESULT: ToolResult = {
  text: "",
  exit: undefined,
  isCut: false,
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

/** The name under which a read of a file counts; undefined where it counts for nothing. */
export function readName({ doc, linkedAs }: Target): string | undefined {
  return doc ?? linkedAs;
}

/** The writes that change a doc. Making a folder for one changes none. */
export function docWrites({ writes }: ToolCall): readonly Write[] {
  return writes.filter(
    ({ target, effect }) => target.doc !== undefined && effect !== "make-folder",
  );
}

/** Whether the text of a doc becomes another one. */
export function changesDoc({ target, effect }: Write): boolean {
  return target.doc !== undefined && (effect === "change" || effect === "replace");
}

/** Whether any rule can have something to say about the call. */
export function isWrite(call: ToolCall): boolean {
  return call.writes.length > 0 || writesBank(call);
}
