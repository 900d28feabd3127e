import { field, isRecord, textField } from "./payload.ts";

/** A call that a tool makes for whoever called it. */
export interface InnerCall {
  readonly tool: string;
  readonly args: unknown;
}

const TOOLS = ["tool_name", "toolName", "tool", "recipient_name"];
const ARGUMENTS = ["arguments", "args", "parameters", "params", "tool_input", "toolInput", "input"];
const MOST = 100;
const DEEPEST = 3;

/** Gateways and batches: `{ tool_name: "write_file", arguments: "{…}" }`, one or a list of them, also of each other. */
export function toInnerCalls(args: unknown): InnerCall[] {
  const found: InnerCall[] = [];
  let outer = [args];
  for (let depth = 0; depth < DEEPEST; depth++) {
    const calls = outer.flatMap(callsIn).slice(0, MOST - found.length);
    found.push(...calls);
    outer = calls.map((call) => call.args);
  }
  return found;
}

function callsIn(args: unknown): InnerCall[] {
  if (!isRecord(args)) return [];
  const lists = Object.values(args).filter((value) => Array.isArray(value));
  return [args, ...lists.flat()].slice(0, MOST).flatMap((value: unknown): InnerCall[] => {
    const [tool] = TOOLS.flatMap((key) => textField(value, key) ?? []);
    if (tool === undefined) return [];
    const [given] = ARGUMENTS.flatMap((key) => toRecord(field(value, key)) ?? []);
    return given === undefined ? [] : [{ tool, args: given }];
  });
}

function toRecord(value: unknown): unknown {
  if (isRecord(value)) return value;
  if (typeof value !== "string" || !value.trimStart().startsWith("{")) return undefined;
  try {
    const parsed: unknown = JSON.parse(value);
    return isRecord(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}
