import { isRecord } from "../shared/payload.ts";
import { describeTools } from "../shared/host-tools.ts";
import { PLUGIN, REFRESH_TOOL } from "./words.ts";

const NAMES: ReadonlyMap<string, string> = new Map([
  ["file_path", "filePath"],
  ["notebook_path", "filePath"],
  ["old_string", "oldString"],
  ["new_string", "newString"],
  ["replace_all", "replaceAll"],
]);

/** Claude Code's own tools. A tool that is not listed is another program's. */
export const TOOLS = describeTools(
  {
    looks:
      "glob grep ls toolsearch skill webfetch websearch taskcreate taskget tasklist taskupdate taskstop taskoutput bashoutput killshell listagents sendmessage exitplanmode enterplanmode reportfindings schedulewakeup croncreate crondelete cronlist listmcpresourcestool readmcpresourcetool",
    talks: `askuserquestion ${REFRESH_TOOL}`,
    delegates: "agent task",
    read: "read",
    write: "write",
    edit: "edit notebookedit",
    patch: "",
    shell: "bash monitor",
  },
  ["subagent_type"],
  (call) => ({ ...call, args: toArgs(call.args) }),
);

function toArgs(args: unknown): unknown {
  if (!isRecord(args)) return args;
  const entries = Object.entries(args).map(([key, value]): [string, unknown] => [
    NAMES.get(key) ?? key,
    key === "subagent_type" && typeof value === "string" ? toAgent(value) : value,
  ]);
  return Object.fromEntries(entries);
}

/** The name of an agent of ours without the plugin's name before it. */
export function toAgent(name: string): string {
  return name.startsWith(`${PLUGIN}:`) ? name.slice(PLUGIN.length + 1) : name;
}

/** What the user typed. Claude Code writes a command down in tags. */
export function toTyped(text: string): string {
  const name = between(text, "command-name");
  if (name === undefined || !text.startsWith("<command-")) return text.trim();
  return `${name} ${between(text, "command-args") ?? ""}`.trim();
}

export interface Notification {
  readonly worker: string;
  /** What the worker answered; undefined where it did not end well. */
  readonly answer: string | undefined;
}

/** The result of a task in the background comes as a prompt that nobody typed. */
export function toNotification(prompt: string): Notification | undefined {
  if (!prompt.startsWith("<task-notification>")) return undefined;
  const worker = between(prompt, "task-id");
  if (worker === undefined) return undefined;
  const isDone = between(prompt, "status") === "completed";
  const opens = prompt.indexOf("<result>");
  const closes = prompt.lastIndexOf("</result>");
  const answer =
    isDone && opens !== -1 && closes > opens ? prompt.slice(opens + 8, closes) : undefined;
  return { worker, answer };
}

function between(text: string, tag: string): string | undefined {
  const start = text.indexOf(`<${tag}>`);
  const end = text.indexOf(`</${tag}>`, start);
  return start === -1 || end === -1 ? undefined : text.slice(start + tag.length + 2, end).trim();
}
