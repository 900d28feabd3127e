import type { ToolCall } from "../types.ts";

/** Whether the call would change the bank, as far as can be told. */
export function writesBank({ writes, lateWrite, refreshesBank }: ToolCall): boolean {
  if (lateWrite !== undefined || refreshesBank !== undefined) return true;
  return writes.some(({ target }) => target.doc !== undefined || target.holdsBank);
}

/** Whether any rule can have something to say about the call. */
export function isWrite(call: ToolCall): boolean {
  return call.writes.length > 0 || call.unknownWrite !== undefined || writesBank(call);
}
