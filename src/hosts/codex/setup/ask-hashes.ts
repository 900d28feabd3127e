import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { removeFolder } from "../../shared/closed-home.ts";
import { listHooks } from "../app-server.ts";
import { closedEnvironment, codexHomeIn, makeHome } from "../doctor/closed-home.ts";
import { HOOKS } from "./codex-places.ts";
import type { Hooks } from "./our-hooks.ts";

/** A hook of ours, as its table has it, and the hash by which Codex knows what it does. */
export interface HookHash {
  /** As Codex writes it: `pre_tool_use`. */
  readonly event: string;
  /** Which of our groups of this event, and which hook of it. */
  readonly group: number;
  readonly index: number;
  readonly hash: string;
}

/**
 * Asks the user's own Codex, in a home of its own, so that what it is to trust can be shown before anything is
 * written. The hash is that of a hook alone, wherever it stands.
 */
export async function askHashes(codex: string, hooks: Hooks): Promise<HookHash[]> {
  const home = makeHome("trust");
  try {
    const cwd = join(home, "project");
    mkdirSync(cwd);
    const file = join(codexHomeIn(home), HOOKS);
    writeFileSync(file, JSON.stringify({ hooks }));
    const listed = await listHooks(codex, { cwd, env: closedEnvironment(home) });
    const [problem] = listed.problems;
    if (problem !== undefined) throw new Error(problem);
    if (listed.hooks.length === 0) throw new Error("it lists no hooks");
    return listed.hooks.map(({ key, hash }) => {
      const [event = "", group, index] = key.slice(file.length + 1).split(":");
      return { event, group: Number(group), index: Number(index), hash };
    });
  } finally {
    removeFolder(home);
  }
}
