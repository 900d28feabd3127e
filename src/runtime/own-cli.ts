import { readFileSync, realpathSync } from "node:fs";
import { delimiter, isAbsolute, join, resolve } from "node:path";
import { statOf } from "../io/disk/stat.ts";

const LARGEST_PROGRAM = 4 * 1024 * 1024;

/** Our command line lists its commands; a launcher that a package manager has made names its file. */
const SIGNS = [/\brunProgram\b/, /\buninstall\b/, /\brefresh\b/, /\brestore\b/, /\bexplain\b/];
const LAUNCHER = /agent-memory-bank[\\/]dist[\\/]cli\.js/;

/** Whether a file, or a program on PATH, is our command line, whatever it is called and wherever it was copied to. */
export function isOwnCli(program: string, folder: string): boolean {
  const path =
    program.includes("/") || isAbsolute(program) ? resolve(folder, program) : onPath(program);
  if (path === undefined) return false;
  try {
    const real = realpathSync(withExtension(path));
    const stats = statOf(real);
    if (!stats?.isFile() || stats.size > LARGEST_PROGRAM) return false;
    const text = readFileSync(real, "latin1");
    return SIGNS.every((sign) => sign.test(text)) || LAUNCHER.test(text);
  } catch {
    return false;
  }
}

/** `node dist/cli` finds `dist/cli.js`. */
function withExtension(path: string): string {
  return statOf(path)?.isFile() === true ? path : `${path}.js`;
}

function onPath(name: string): string | undefined {
  return (process.env["PATH"] ?? "")
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((path) => statOf(path)?.isFile());
}
