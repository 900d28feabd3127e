import { describeTools } from "../shared/host-tools.ts";
import { REFRESH_TOOL } from "./words.ts";

/** Claude Code's own tools. A tool that is not listed belongs to another program. */
export const TOOLS = describeTools({
  looks:
    "glob grep ls toolsearch skill webfetch websearch taskcreate taskget tasklist taskupdate taskstop taskoutput bashoutput killshell listagents sendmessage exitplanmode enterplanmode reportfindings schedulewakeup croncreate crondelete cronlist listmcpresourcestool readmcpresourcetool",
  talks: `askuserquestion ${REFRESH_TOOL}`,
  delegates: "agent task",
  read: "read",
  write: "write",
  edit: "edit notebookedit",
  patch: "",
  shell: "bash monitor",
});

/** What the user typed. Claude Code writes a slash command in tags. */
export function toTyped(text: string): string {
  const name = between(text, "command-name");
  if (name === undefined || !text.startsWith("<command-")) return text.trim();
  return `${name} ${between(text, "command-args") ?? ""}`.trim();
}

/** Reads the prompt by which Claude Code reports a finished background task. A failed task has no answer. */
export function toNotification(prompt: string) {
  if (!prompt.startsWith("<task-notification>")) return undefined;
  const worker = between(prompt, "task-id");
  if (worker === undefined) return undefined;
  const isDone = between(prompt, "status") === "completed";
  const [, answer] = (isDone && /<result>([^]*)<\/result>/.exec(prompt)) || [];
  return { worker, answer };
}

function between(text: string, tag: string): string | undefined {
  return new RegExp(`<${tag}>([^]*?)</${tag}>`).exec(text)?.[1]?.trim();
}
