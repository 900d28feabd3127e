import { fileURLToPath } from "node:url";
import { attempt } from "../../io/disk/read.ts";
import { field, isRecord, parseJson, textField, textsIn } from "../shared/payload.ts";
import type { Row } from "../shared/follow-transcript.ts";

/** The thread of the subagent that an item names. */
export function workerIn(item: unknown): string | undefined {
  return textField(item, "agent_thread_id") ?? textsIn(field(item, "receiver_thread_ids"))[0];
}

export interface Called {
  readonly tool: string;
  readonly args: unknown;
}

/** Whether a script made the call: such calls have their own kind of id. */
export function isOfScript(callID: string): boolean {
  return callID.startsWith("exec-");
}

/** A call in a rollout, with the names that a hook uses. */
export function toCall(row: Row): Called {
  const name = textField(row, "name") ?? "";
  const input = textField(row, "input");
  const args = input === undefined ? parseJson(textField(row, "arguments") ?? "") : undefined;
  const namespace = textField(row, "namespace") ?? "";
  const tool = `${namespace}${namespace.startsWith("mcp__") ? "__" : ""}${name}`;
  return { tool, args: input === undefined ? args : { command: input } };
}

/** An item of a rollout → the call that it came from; undefined if it cannot concern a doc. */
export function toCalled(item: Row): Called | undefined {
  if (item["status"] === "declined") return undefined;
  switch (item["type"]) {
    case "CommandExecution":
      return { tool: "Bash", args: { command: textsIn(item["command"]).at(-1) ?? "" } };
    case "FileChange":
      return item["status"] === "completed"
        ? { tool: "apply_patch", args: { command: toPatch(item["changes"]) } }
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

/** A patch that only names the changed files: their texts are not needed after the call. */
function toPatch(changes: unknown): string {
  const heads = Object.entries(isRecord(changes) ? changes : {}).flatMap(([path, change]) => {
    const verb = { add: "Add", delete: "Delete" }[String(field(change, "type"))] ?? "Update";
    const moved = textField(change, "move_path");
    return [`${verb} File: ${path}`, ...(moved === undefined ? [] : [`Move to: ${moved}`])];
  });
  return heads.map((head) => `*** ${head}`).join("\n");
}

export function folderOf(item: Row | undefined): string | undefined {
  const address = textField(item, "cwd");
  return address?.startsWith("file://")
    ? attempt(() => fileURLToPath(address), undefined)
    : address;
}
