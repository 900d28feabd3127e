/**
 * Calls of Claude Code's tools as a scripted model makes them. Names are meant from the project's folder; the host is
 * given whole paths, as real models do it: with others its messages differ.
 */
import { isAbsolute, join } from "node:path";
import { type ModelRequest, type Step, call, shownTo } from "../kit/index.ts";

type More = Parameters<typeof call>[2];

/** The tool of our server. */
export const REFRESH = "mcp__plugin_memory-bank_bank__refresh";

export function read(name: string, args: object = {}, more: More = {}): Step {
  return at(name, (file_path) => call("Read", { file_path, ...args }, more));
}

export function write(name: string, content: string): Step {
  return at(name, (file_path) => call("Write", { file_path, content }));
}

export function edit(name: string, old_string: string, new_string: string, args = {}): Step {
  return at(name, (file_path) => call("Edit", { file_path, old_string, new_string, ...args }));
}

export function bash(command: string, args: object = {}, more: More = {}): Step {
  return call("Bash", { command, description: "run", ...args }, more);
}

/** In the foreground, unless said otherwise. */
export function agent(subagent_type: string, prompt: string, args: object = {}): Step {
  const foreground = { run_in_background: false };
  return call("Agent", { description: "work", prompt, subagent_type, ...foreground, ...args });
}

function at(name: string, use: (path: string) => Step): Step {
  return isAbsolute(name) ? use(name) : (request) => use(join(projectOf(request), name));
}

/** The agent may have gone to a folder of it. */
function projectOf(request: ModelRequest): string {
  const [, project] =
    /Primary working directory: (\/\S+\/projects\/project-\w+)/.exec(shownTo(request)) ?? [];
  if (project === undefined) throw new Error("no project in the request");
  return project;
}
