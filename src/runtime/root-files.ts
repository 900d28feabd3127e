import { readdirSync } from "node:fs";
import { join } from "node:path";
import { attempt } from "../io/disk/attempt.ts";
import { stampOf, statOf } from "../io/disk/stat.ts";
import { NO_CALL } from "../policy/call.ts";
import { decide } from "../policy/decide.ts";
import type { Notice, ToolCall, Write } from "../types.ts";
import type { Project } from "./project.ts";

const MOST_FILES = 64;

/** The sensitive files at the project's root: what a command did to them counts, whatever its words say. */
export function createRootFiles({ root, bank, policy, sessions }: Project) {
  let known: { readonly at: number; readonly names: readonly string[] } | undefined;
  const before = new Map<string, ReadonlyMap<string, string>>();

  /** A name that comes or goes changes the folder's time. */
  function sensitiveNames(): readonly string[] {
    const at = statOf(root)?.mtimeMs ?? 0;
    if (known?.at === at) return known.names;
    const names = attempt(() => readdirSync(root), [])
      .filter((name) => policy.assessRisk(writing([name])).level === "high")
      .slice(0, MOST_FILES);
    known = { at, names };
    return names;
  }

  function look(): ReadonlyMap<string, string> {
    return new Map(
      sensitiveNames().flatMap((name) => {
        const stats = statOf(join(root, name));
        return stats?.isFile() === true ? [[name, stampOf(stats)] as const] : [];
      }),
    );
  }

  return {
    /** A command that is not all readers will run. */
    begin: (key: string) => void before.set(key, look()),

    forget: (key: string) => void before.delete(key),

    /** What the model is told if the command changed one of them and the conventions were not read. */
    finish(key: string, id: string): Notice | undefined {
      const old = before.get(key);
      before.delete(key);
      if (old === undefined) return undefined;
      const present = look();
      const names = [...new Set([...old.keys(), ...present.keys()])];
      const changed = names.filter((name) => old.get(name) !== present.get(name));
      if (changed.length === 0) return undefined;
      // It has happened: there is nothing left to refuse.
      const mode = policy.guardMode === "block" ? "warn" : policy.guardMode;
      const given = { ...policy, guardMode: mode };
      const { decision } = decide(writing(changed), sessions.stateOf(id), bank, given);
      return decision.kind === "warn" ? decision.notice : undefined;
    },
  };
}

function writing(names: readonly string[]): ToolCall {
  const writes = names.map((path): Write => {
    const target = { path, place: "project", doc: undefined, holdsBank: false } as const;
    return { target, effect: "change", by: "" };
  });
  return { ...NO_CALL, via: "shell", writes };
}
