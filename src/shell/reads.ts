import { type Run, type Scope, UNTOLD } from "./scope.ts";
import { UNKNOWN, hasOption, isKnown, joinPath, splitArguments } from "./values.ts";

/** What a command goes through if it is given this path: all files of a folder, or the file itself. */
export function below(path: string, { cwd, world }: Scope): string {
  return world.isFolder(joinPath(cwd, path)) ? `${path}/${UNKNOWN}` : path;
}

/** The names that a command prints: `ls a/*.md`, `grep -rl x folder`. */
export const listingOf: Run = ({ call, scope }) => {
  const args = splitArguments(call.args, "e m A B C g t include exclude exclude-dir regexp glob");
  const isLs = call.name.endsWith("ls");
  if (!isLs && !hasOption(args, "l", "L", "files", "files-with-matches")) return UNTOLD;
  const paths = args.operands.slice(isLs || hasOption(args, "e", "regexp", "files") ? 0 : 1);
  const names = paths.map((path) => (isLs && hasOption(args, "d") ? path : below(path, scope)));
  // For a folder, `ls` prints bare names.
  const told = isLs ? names.filter(isKnown) : names;
  return told.length === 0 ? UNTOLD : told.map((name) => `${name}\n`).join("");
};

/** `cat` without a file passes its input on; with one, it prints the text if the command itself wrote the file. */
export const cat: Run = ({ call, scope, input = UNTOLD }) => {
  const [file = "-", ...others] = splitArguments(call.args).operands;
  if (others.length > 0) return UNTOLD;
  return file === "-" ? input : readFile(file, scope);
};

/** The text of a file that the command itself wrote. */
export function readFile(name: string, { found, cwd }: Scope): string {
  const file = joinPath(cwd, name);
  found.reads.push(file);
  return found.texts.get(file) ?? UNTOLD;
}
