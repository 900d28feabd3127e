import { type ChildProcessWithoutNullStreams, type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";

/** A command in a terminal of its own: it can ask. */
export function inTerminal(
  words: readonly string[],
  options: Pick<SpawnOptions, "cwd" | "env">,
): ChildProcessWithoutNullStreams {
  const command = words.map((word) => `'${word}'`).join(" ");
  return spawn("script", ["-qec", command, "/dev/null"], { ...options, stdio: "pipe" });
}

/** What is shown and how it ends, with this typed. */
export async function type(child: ChildProcessWithoutNullStreams, input: string) {
  const ended = once(child, "close");
  child.stdin.write(input);
  let stdout = "";
  for await (const chunk of child.stdout) stdout += String(chunk);
  const [status]: unknown[] = await ended;
  return { status, stdout };
}
