import { realpathSync } from "node:fs";
import { delimiter, isAbsolute, join, resolve } from "node:path";
import { attempt, statOf } from "../io/disk/read.ts";

const OWN_FILE = /[\\/]agent-memory-bank[\\/]dist[\\/]cli(?:\.js)?$/;

/** Whether a file, or a program on PATH, is our command line. A link may call it otherwise. */
export function isOwnCli(program: string, folder: string): boolean {
  const isPath = program.includes("/") || isAbsolute(program);
  const path = isPath ? resolve(folder, program) : onPath(program);
  return path !== undefined && OWN_FILE.test(attempt(() => realpathSync(path), path));
}

function onPath(name: string): string | undefined {
  return (process.env["PATH"] ?? "")
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((path) => statOf(path)?.isFile());
}
