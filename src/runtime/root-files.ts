import { readdirSync } from "node:fs";
import { join } from "node:path";
import { attempt, stampOf, statOf } from "../io/disk/read.ts";
import { NO_CALL } from "../policy/call.ts";
import { decide } from "../policy/decide.ts";
import type { Notice, ToolCall, Write } from "../types.ts";
import type { Project } from "./project.ts";

/** The stamp of each file, by name. */
export type RootFiles = ReadonlyMap<string, string>;

/** Watches the sensitive files at the project's root: a command that changed one counts, whatever its words say. */
export function createRootFiles({ root, bank, policy, sessions }: Project) {
  function look(): RootFiles {
    const names = attempt(() => readdirSync(root), []).filter(
      (name) => policy.assessRisk(changingFiles([name])).level === "high",
    );
    return new Map(
      names.flatMap((name) => {
        const stats = statOf(join(root, name));
        return stats?.isFile() === true ? [[name, stampOf(stats)] as const] : [];
      }),
    );
  }

  return {
    look,

    /** What the model is told if a command changed one of these files and the conventions were not read. */
    changedSince(before: RootFiles, id: string): Notice | undefined {
      const present = look();
      const names = [...new Set([...before.keys(), ...present.keys()])];
      const changed = names.filter((name) => before.get(name) !== present.get(name));
      if (changed.length === 0) return undefined;
      // The change has happened: `block` can only warn.
      const given = { ...policy, guardMode: policy.guardMode === "off" ? "off" : "warn" } as const;
      const { decision } = decide(changingFiles(changed), sessions.stateOf(id), bank, given);
      return decision.kind === "warn" ? decision.notice : undefined;
    },
  };
}

/** The files as a command's writes: a command may change what programs generate. */
export function changingFiles(names: readonly string[]): ToolCall {
  const writes = names.map((path): Write => {
    const target = { path, place: "project", doc: undefined, holdsBank: false } as const;
    return { target, effect: "change", by: "" };
  });
  return { ...NO_CALL, via: "shell", writes };
}
