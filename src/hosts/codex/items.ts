import { fileURLToPath } from "node:url";
import { attempt } from "../../io/disk/attempt.ts";
import type { Row } from "../shared/follow-transcript.ts";
import { parseJson } from "../shared/parse-json.ts";
import { field, isRecord, textField, textsIn } from "../shared/payload.ts";

/** Something that the host has done, as it tells others of it. */
export type Item = Readonly<Record<string, unknown>>;

/** The thread that work was handed to. */
export function workerIn(item: Item | undefined): string | undefined {
  return textField(item, "agent_thread_id") ?? textsIn(field(item, "receiver_thread_ids"))[0];
}

export interface Called {
  readonly tool: string;
  readonly args: unknown;
}

/** Calls by a script have ids that the model has not given. */
export function isOfScript(callID: string): boolean {
  return callID.startsWith("exec-");
}

/** A call as a hook would name it. */
export function toCall(row: Row): Called {
  const name = textField(row, "name") ?? "";
  const input = textField(row, "input");
  const args = input === undefined ? parseJson(textField(row, "arguments") ?? "") : undefined;
  if (name === "exec_command") return { tool: "Bash", args: { command: textField(args, "cmd") } };
  const namespace = textField(row, "namespace") ?? "";
  const tool = `${namespace}${namespace.startsWith("mcp__") ? "__" : ""}${name}`;
  return { tool, args: input === undefined ? args : { command: input } };
}

/** What the host has done → the call that it did it for; undefined where no doc can be concerned. */
export function toCalled(item: Item): Called | undefined {
  if (item["status"] === "declined") return undefined;
  switch (item["type"]) {
    case "CommandExecution":
      return { tool: "Bash", args: { command: textsIn(item["command"]).at(-1) ?? "" } };
    case "FileChange":
      return item["status"] === "completed"
        ? { tool: "apply_patch", args: { command: toPatch(field(item, "changes")) } }
        : undefined;
    case "McpToolCall":
      return {
        tool: `mcp__${textField(item, "server")}__${textField(item, "tool")}`,
        args: item["arguments"],
      };
    default:
      return undefined;
  }
}

function toPatch(changes: unknown): string {
  const parts = Object.entries(isRecord(changes) ? changes : {}).map(([path, change]) => {
    const content = textField(change, "content") ?? "";
    const moved = textField(change, "move_path");
    switch (field(change, "type")) {
      case "add":
        return `*** Add File: ${path}\n${content.replaceAll(/^/gm, "+")}`;
      case "delete":
        return `*** Delete File: ${path}`;
      default:
        return `*** Update File: ${path}${moved === undefined ? "" : `\n*** Move to: ${moved}`}`;
    }
  });
  return `*** Begin Patch\n${parts.join("\n")}\n*** End Patch`;
}

export function folderOf(item: Item | undefined): string | undefined {
  const address = textField(item, "cwd");
  return address?.startsWith("file://")
    ? attempt(() => fileURLToPath(address), undefined)
    : address;
}
