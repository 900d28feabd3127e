import { readdirSync } from "node:fs";
import { join } from "node:path";
import { attempt, stampOf, statOf } from "../io/disk/read.ts";
import { NO_CALL } from "../policy/call.ts";
import { decide } from "../policy/decide.ts";
import type { Notice, ToolCall, Write } from "../types.ts";
import type { Project } from "./project.ts";

const MOST_FILES = 64;

/** By name, the stamp of each. */
export type RootFiles = ReadonlyMap<string, string>;

/** The sensitive files at the project's root: what a command did to them counts, whatever its words say. */
export function createRootFiles({ root, bank, policy, sessions }: Project) {
  function look(): RootFiles {
    const names = attempt(() => readdirSync(root), []).filter(
      (name) => policy.assessRisk(changingFiles([name])).level === "high",
    );
    return new Map(
      names.slice(0, MOST_FILES).flatMap((name) => {
        const stats = statOf(join(root, name));
        return stats?.isFile() === true ? [[name, stampOf(stats)] as const] : [];
      }),
    );
  }

  return {
    look,

    /** What the model is told if a command changed one of them and the conventions were not read. */
    changedSince(before: RootFiles, id: string): Notice | undefined {
      const present = look();
      const names = [...new Set([...before.keys(), ...present.keys()])];
      const changed = names.filter((name) => before.get(name) !== present.get(name));
      if (changed.length === 0) return undefined;
      // It has happened: there is nothing left to refuse.
      const mode = policy.guardMode === "block" ? "warn" : policy.guardMode;
      const given = { ...policy, guardMode: mode };
      const { decision } = decide(changingFiles(changed), sessions.stateOf(id), bank, given);
      return decision.kind === "warn" ? decision.notice : undefined;
    },
  };
}

/** As a command would change them, so that what programs generate counts for nothing. */
export function changingFiles(names: readonly string[]): ToolCall {
  const writes = names.map((path): Write => {
    const target = { path, place: "project", doc: undefined, holdsBank: false } as const;
    return { target, effect: "change", by: "" };
  });
  return { ...NO_CALL, via: "shell", writes };
}
