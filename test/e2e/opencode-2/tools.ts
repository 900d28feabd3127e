import { join } from "node:path";
import { REPO_ROOT } from "../kit/host-home.ts";
import { call } from "../kit/index.ts";

export const recordingOf = (name: string) =>
  join(REPO_ROOT, "test", "fixtures", "opencode-2", `${name}.jsonl`);

/** On a recording what the model says is ignored. */
export const TOOLS = {
  words: {
    read: 'read({ path: "{address}" })',
    hand: 'subagent({ agent: "{agent}"',
    writes: "write, edit or patch",
    refresh: "/memory-bank-refresh",
  },
  reader: "memory-reader",
  writer: "memory-bank-writer",
  read: (path: string) => [call("read", { path })],
  edit: (path: string, oldString: string, newString: string) => [
    call("edit", { path, oldString, newString }),
  ],
  write: (path: string, content: string) => [call("write", { path, content })],
  shell: (command: string) => [call("shell", { command })],
  hand: (prompt: string, agent = "general") => [
    call("subagent", { agent, description: "work", prompt }),
  ],
  refresh: (args: object) => [call("memory_bank_refresh", args)],
};
