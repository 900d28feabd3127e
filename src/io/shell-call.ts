import { homedir } from "node:os";
import { resolve } from "node:path";
import { analyzeCommand } from "../shell/analyze.ts";
import type { ToolCall } from "../types.ts";
import { statOf } from "./find-bank.ts";
import type { Paths } from "./paths.ts";

/** A shell command, run in `folder`, as the files it reads and writes. */
export function toShellCall(command: string, folder: string, paths: Paths): ToolCall {
  const effects = analyzeCommand(command, {
    home: homedir(),
    isFolder: (path) => statOf(resolve(folder, path))?.isDirectory() ?? false,
  });
  return {
    via: "shell",
    reads: effects.reads.map(({ path, whole }) => ({
      target: paths.toTarget(path, folder),
      whole,
    })),
    writes: effects.writes.map(({ path, effect }) => ({
      target: paths.toTarget(path, folder),
      effect,
    })),
    unknownWrite: effects.unknownWrite,
    delegatesTo: undefined,
  };
}
