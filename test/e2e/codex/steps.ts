/** Calls of Codex's tools as a scripted model makes them. */
import { type Step, call } from "../kit/index.ts";

export type More = Parameters<typeof call>[2];

export function shell(cmd: string, args: object = {}, more: More = {}): Step {
  return call("exec_command", { cmd, ...args }, more);
}

/** The parts of one patch: `patch(adding("a.txt", "alpha\n"), deleting("b.txt"))`. */
export function patch(...parts: string[]): Step {
  return call("apply_patch", toPatch(parts));
}

export function adding(name: string, text: string): string {
  return `*** Add File: ${name}\n${marked("+", text)}`;
}

export function updating(name: string, before: string, after: string): string {
  return `*** Update File: ${name}\n@@\n${marked("-", before)}${marked("+", after)}`;
}

export function deleting(name: string): string {
  return `*** Delete File: ${name}\n`;
}

export function toPatch(parts: readonly string[]): string {
  return `*** Begin Patch\n${parts.join("")}*** End Patch`;
}

/** A script of code mode; the model sees what it gives to `text`. */
export function script(code: string, more: More = {}): Step {
  return call("exec", code, more);
}

/** The same command or patch in code mode, of which the model sees what it printed. */
export function scriptedShell(cmd: string, more: More = {}): Step {
  return script(
    `const r = await tools.exec_command(${JSON.stringify({ cmd })}); text(r.output);`,
    more,
  );
}

export function scriptedPatch(...parts: string[]): Step {
  return script(`text(await tools.apply_patch(${JSON.stringify(toPatch(parts))}));`);
}

/** Starts a subagent, and waits for its answer. */
export function delegate(message: string, args: object = {}): Step[] {
  return [
    call("multi_agent_v1.spawn_agent", { message, ...args }),
    (request) => {
      const { text = "" } = request.toolResults.at(-1) ?? {};
      const [, id] = /"agent_id":"([^"]+)"/.exec(text) ?? [];
      return call("multi_agent_v1.wait_agent", { targets: [id], timeout_ms: 60_000 });
    },
  ];
}

/** The same in code mode. An answer that was there before is not waited for. */
export function scriptedDelegate(task_name: string, message: string, args: object = {}): Step[] {
  const task = { task_name, message, fork_turns: "none", ...args };
  return [
    call("collaboration.spawn_agent", task),
    ({ turnUserTexts }) =>
      turnUserTexts.some((text) => text.includes(`Sender: /root/${task_name}\n`))
        ? script("text('It is there.');")
        : call("collaboration.wait_agent", { timeout_ms: 60_000 }),
  ];
}

function marked(mark: string, text: string): string {
  const lines = text.replace(/\n$/, "").split("\n");
  return lines.map((line) => `${mark}${line}\n`).join("");
}
