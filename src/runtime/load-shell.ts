import type * as shellCall from "./shell-call.ts";

type ShellCalls = typeof shellCall;

let loaded: ShellCalls | undefined;

/** The analysis of shell commands: a third of all our code, loaded with the first command. */
export async function loadShell(): Promise<ShellCalls> {
  loaded ??= await import("./shell-call.ts");
  return loaded;
}

export function isShellLoaded(): boolean {
  return loaded !== undefined;
}

/** Throws where nobody has loaded it: a command must not pass unjudged. */
export function shellCalls(): ShellCalls {
  if (loaded === undefined) throw new Error("the analysis of shell commands is not loaded");
  return loaded;
}
