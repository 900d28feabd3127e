import { fileURLToPath } from "node:url";
import { attempt } from "../../io/disk/read.ts";
import { field, isRecord, parseJson, textField, textsIn } from "../shared/payload.ts";
import type { Row } from "../shared/follow-transcript.ts";

/** The thread that work was handed to. */
export function workerIn(item: unknown): string | undefined {
  return textField(item, "agent_thread_id") ?? textsIn(field(item, "receiver_thread_ids"))[0];
}

export interface Called {
  readonly tool: string;
  readonly args: unknown;
}

/** Calls by a script have ids of their own. */
export function isOfScript(callID: string): boolean {
  return callID.startsWith("exec-");
}

/** A call as a hook would name it. */
export function toCall(row: Row): Called {
  const name = textField(row, "name") ?? "";
  const input = textField(row, "input");
  const args = input === undefined ? parseJson(textField(row, "arguments") ?? "") : undefined;
  const namespace = textField(row, "namespace") ?? "";
  const tool = `${namespace}${namespace.startsWith("mcp__") ? "__" : ""}${name}`;
  return { tool, args: input === undefined ? args : { command: input } };
}

/** What Codex has done, as its rollout tells it → the call that it did it for; undefined where no doc can be concerned. */
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

/** A patch that names the changed files, without their texts: nobody asks for these afterwards. */
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
