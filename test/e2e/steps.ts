/** Calls of the host's tools as a scripted model makes them. */
import { type Step, call } from "./kit/index.ts";

type More = Parameters<typeof call>[2];

export function read(filePath: string, args: object = {}, more: More = {}): Step {
  return call("read", { filePath, ...args }, more);
}

export function write(filePath: string, content: string): Step {
  return call("write", { filePath, content });
}

export function edit(filePath: string, oldString: string, newString: string, args = {}): Step {
  return call("edit", { filePath, oldString, newString, ...args });
}

/** Of the manifest, a file that is sensitive. */
export function setVersion(from: string, to: string): Step {
  return edit("package.json", `"${from}"`, `"${to}"`);
}

export function editManifest(): Step {
  return setVersion("1.0.0", "2.0.0");
}

export function bash(command: string): Step {
  return call("bash", { command, description: "run" });
}

export function task(agent: string, prompt: string, args: object = {}): Step {
  return call("task", { description: "work", prompt, subagent_type: agent, ...args });
}

/** Only the models that PATCHING names have this tool. */
export function patch(...lines: string[]): Step {
  return call("apply_patch", {
    patchText: ["*** Begin Patch", ...lines, "*** End Patch"].join("\n"),
  });
}

export const PATCHING = { model: "mock/gpt-5-mock" };
