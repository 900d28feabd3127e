import { below } from "./reads.ts";
import { type Run, SILENT, type Scope, UNTOLD, addPart, addWrite, fork } from "./scope.ts";
import { UNKNOWN, VARYING, hasOption, joinPath, splitArguments, valuesOf } from "./values.ts";
import { asPlace, patchedBy } from "./writers.ts";

/** Subcommands that record, show or send: none of them touches the work tree. */
const HARMLESS = new Set(
  `add commit diff log show status blame shortlog describe branch tag remote fetch push rev-parse rev-list ls-files
  ls-tree ls-remote cat-file config reflog grep help version name-rev for-each-ref show-ref merge-base count-objects
  fsck gc prune notes var check-ignore check-attr hash-object update-index range-diff cherry`.split(
    /\s+/,
  ),
);
/** Subcommands that take paths; without a path they mean the whole tree. */
const WITH_PATHS = /^(?:checkout|restore|rm|mv|clean|stash)$/;

/** Notes the paths that git's arguments name; what git does to the whole tree is found afterwards. */
export const git: Run = (step) => {
  const outer = splitArguments(step.call.args, "C c git-dir work-tree namespace exec-path", true);
  const folders = [...valuesOf(outer, "C"), ...valuesOf(outer, "work-tree")];
  const scope = fork(step.scope, { cwd: folders.reduce(joinPath, step.scope.cwd) });
  const [command = "", ...rest] = outer.operands;
  const inner = { ...step, call: { ...step.call, name: `git ${command}`.trim() }, scope };
  const args = splitArguments(rest, "m b B s S X e exclude message source output output-directory");
  const { operands } = args;
  const [action = ""] = operands;
  const isReading =
    HARMLESS.has(command) || (command === "stash" && /^(?:list|show|drop)$/.test(action));
  scope.found.isReading &&= isReading;
  for (const file of valuesOf(args, "output", "output-directory"))
    addWrite(inner, asPlace(file, scope), "change");
  if (rest.includes("--show-toplevel")) return `${scope.world.root}\n`;
  if (command === "rev-parse" || command === "describe") return VARYING;
  const listed = command === "ls-files" ? operands.map((path) => `${below(path, scope)}\n`) : [];
  if (listed.length > 0) return listed.join("");
  if (isReading) return UNTOLD;
  if (command === "apply" || command === "am") {
    if (hasOption(args, "check", "stat", "numstat", "summary", "cached")) return UNTOLD;
    const texts = operands.map((file) => scope.found.texts.get(joinPath(scope.cwd, file)) ?? "");
    for (const file of patchedBy([step.input ?? "", ...texts].join("\n")))
      addWrite(inner, file, "change");
    addPart("own", inner);
    return UNTOLD;
  }
  const isDry = hasOption(args, "cached", "dry-run", "n") && command !== "stash";
  const isStaged = hasOption(args, "staged", "S") && !hasOption(args, "worktree", "W");
  const isIndex = command === "reset" && !hasOption(args, "hard", "merge", "keep");
  if ((WITH_PATHS.test(command) && (isDry || isStaged)) || isIndex) return SILENT;
  const paths = WITH_PATHS.test(command) ? pathsOf(command, operands, rest, scope) : [];
  for (const path of paths) {
    const isGone = command === "rm" || (command === "mv" && path !== paths.at(-1));
    if (holdsTree(path, scope) && !isGone) addPart("programs", inner);
    else addWrite(inner, isGone ? path : asPlace(path, scope), isGone ? "delete" : "change");
  }
  if (paths.length === 0) addPart("programs", inner);
  return UNTOLD;
};

function holdsTree(path: string, { cwd, world }: Scope): boolean {
  return `${world.root}/`.startsWith(`${joinPath(cwd, path).replace(/\/$/, "")}/`);
}

function pathsOf(
  command: string,
  operands: readonly string[],
  rest: readonly string[],
  { cwd, world }: Scope,
): readonly string[] {
  const at = rest.indexOf("--");
  let given = at === -1 ? operands : rest.slice(at + 1);
  if (at === -1 && command === "stash") given = operands[0] === "push" ? operands.slice(1) : [];
  // A word may also be a branch: it counts as a path if such a path exists.
  const isPath = (word: string) => /^[.:]|\.md$/.test(word) || world.isThere(joinPath(cwd, word));
  if (at === -1 && command === "checkout") given = operands.filter(isPath);
  if (command === "clean" && given.length === 0) given = ["."];
  return given.flatMap((pathspec) => {
    const path = pathspec.replace(/^:(?:\/|\(top\))/, `${world.root}/`);
    // Other pathspec magic excludes something, or picks what cannot be told here.
    if (path.startsWith(":")) return [];
    const glob = path.search(/[*?[]/);
    return [glob === -1 ? path : path.slice(0, glob) + UNKNOWN];
  });
}
