import { hasFlag, splitArguments, valueOf } from "../arguments.ts";
import { toGlobTest } from "../glob.ts";
import { NO_OUTPUT, type Output, UNTOLD, addWrite, fork, textOf, toPart } from "../scope.ts";
import { UNKNOWN, UNKNOWN_TEXT, joinPath } from "../value.ts";
import { patchedPaths } from "./editors.ts";
import { type Git, changesTree, writePaths } from "./git-paths.ts";
import {
  followOwnSettings,
  followSetting,
  followWords,
  noteRepository,
  runHooks,
} from "./git-runs.ts";
import type { CommandTable, Evaluate } from "./invocation.ts";
import { trackedDocs } from "./listings.ts";

/** Recording, showing and sending: none of them touches the work tree. */
const HARMLESS = new Set(
  "add commit diff log show status blame shortlog describe branch tag remote fetch push rev-parse rev-list ls-files ls-tree ls-remote cat-file config reflog grep help version whatchanged name-rev for-each-ref show-ref merge-base count-objects fsck gc prune notes bisect-log var check-ignore check-attr hash-object update-index range-diff cherry".split(
    " ",
  ),
);

const GIT_VALUES: Record<string, string> = {
  stash: "m",
  restore: "s",
  clean: "e",
  apply: "pC",
  config: "f",
  clone: "bcjou",
};

const CLONE_VALUES =
  "depth branch origin reference reference-if-able filter jobs template config upload-pack shallow-since shallow-exclude server-option bundle-uri";

/** Each of them may run a hook of the project. */
const RUNS_HOOKS = new Set(["commit", "push"]);

/** Commands of which an option, or the first operands, name files that are written. */
const WRITTEN: Readonly<Record<string, { readonly options?: string; readonly operands?: number }>> =
  {
    "credential-store": { options: "file" },
    "credential-cache": { options: "socket" },
    "fast-export": { options: "export-marks" },
    "fast-import": { options: "export-marks export-pack-edges" },
    bugreport: { options: "o output-directory" },
    diagnose: { options: "o output-directory" },
    mailsplit: { options: "o" },
    mailinfo: { operands: 2 },
    "merge-file": { operands: 1 },
    "index-pack": { options: "o" },
    "pack-objects": { operands: 1 },
    init: { options: "separate-git-dir" },
    clone: { options: "separate-git-dir" },
    "read-tree": { options: "prefix" },
    subtree: { options: "prefix P" },
  };

const git: Evaluate = (call, scope, position) => {
  const outer = splitArguments(call.args, {
    short: "Cc",
    long: ["git-dir", "work-tree", "namespace", "exec-path", "super-prefix"],
    permutes: false,
  });
  const settings = call.args.slice(0, call.args.length - outer.operands.length);
  // Each `-C` counts from the one before.
  const folders = settings.filter((_, index) => settings[index - 1] === "-C");
  const tree = outer.values.get("work-tree") ?? scope.variables.get("GIT_WORK_TREE")?.[0];
  const start = folders.reduce(joinPath, scope.cwd);
  const cwd = tree === undefined ? start : joinPath(start, tree);
  const inner = cwd === scope.cwd ? scope : fork(scope, { cwd });
  const [command = "", ...rest] = outer.operands;
  const args = splitArguments(rest, {
    short: GIT_VALUES[command] ?? "mbBsSoX",
    long: [
      "message",
      "source",
      "output",
      "directory",
      "include",
      "exclude",
      "pathspec-from-file",
      "conflict",
      "file",
      "output-directory",
      "separate-git-dir",
      "export-marks",
      "prefix",
      "format",
      "pretty",
      "socket",
      ...(command === "clone" ? CLONE_VALUES.split(" ") : []),
    ],
    plain: ["export"],
  });
  const git = { args, rest, call, scope: inner, position, hasTree: tree !== undefined };
  const given = settings.filter((_, index) => settings[index - 1] === "-c");
  const inherited = scope.variables.get("GIT_CONFIG_PARAMETERS")?.[0] ?? "";
  const passed = [...inherited.matchAll(/'([^']*)'(?:='([^']*)')?/g)].map(([, key = "", value]) =>
    value === undefined ? key : `${key}=${value}`,
  );
  for (const setting of [...given, ...passed]) {
    const at = setting.indexOf("=");
    if (at === -1) continue;
    const [key, value] = [setting.slice(0, at), setting.slice(at + 1)];
    followSetting(key, value, call, inner, position, key === `alias.${command}` ? rest : undefined);
  }
  for (const word of settings) {
    const [, key = "", name = ""] = /^--config-env=(.+)=(\w+)$/.exec(word) ?? [];
    const value = inner.variables.get(name)?.[0] ?? inner.world.variable(name);
    if (value !== undefined) followSetting(key, value, call, inner, position);
  }
  followOwnSettings(call, inner, position);
  if (settings.some((word) => word.startsWith("--config-env") || word.startsWith("--exec-path=")))
    inner.effects.inline.push(toPart(inner, call.words, position));
  followWords(command, rest, call, inner, position);
  noteRepository(outer.values, call, inner, position);
  runHooks(command, RUNS_HOOKS.has(command) || !HARMLESS.has(command), call, inner, position);
  writeNamed(command, git);
  return evaluateGit(command, git);
};

function writeNamed(command: string, { args, scope, call, position }: Git): void {
  const written = Object.hasOwn(WRITTEN, command) ? WRITTEN[command] : undefined;
  if (written === undefined || hasFlag(args, "stdout", "p", "print")) return;
  const values = written.options?.split(" ").flatMap((name) => args.values.get(name) ?? []) ?? [];
  for (const path of [...values, ...args.operands.slice(0, written.operands ?? 0)]) {
    addWrite(scope, path, "change", call.words, position);
  }
}

function evaluateGit(command: string, git: Git): Output {
  const { args, scope, call, position } = git;
  const output = valueOf(args, "output");
  if (output !== undefined) addWrite(scope, output, "change", call.words, position);
  switch (command) {
    case "rev-parse":
      return hasFlag(args, "show-toplevel")
        ? { lines: [scope.world.root], isComplete: true }
        : UNTOLD;
    case "diff":
    case "show":
      return printsPatch(git);
    case "init":
    case "clone":
      return makesRepository(git, command === "clone");
    case "log":
    case "for-each-ref":
      return printsFormat(git);
    case "ls-files":
      return listsFiles(git);
    case "grep":
      return findsFiles(git);
    case "config":
      return configures(git);
    case "rm":
      return hasFlag(args, "cached", "n", "dry-run")
        ? NO_OUTPUT
        : writePaths(git, args.operands, "delete");
    case "mv":
      return moves(git);
    case "restore":
      if (hasFlag(args, "staged", "S") && !hasFlag(args, "worktree", "W")) return NO_OUTPUT;
      return writePaths(git, args.operands, "change");
    case "checkout":
      return checksOut(git);
    case "checkout-index": {
      const prefix = valueOf(args, "prefix");
      const listed = hasFlag(args, "stdin") ? (position.input?.lines ?? []) : [];
      for (const path of listed) addWrite(scope, path, "change", call.words, position);
      return writePaths(git, prefix === undefined ? args.operands : [`${prefix}x`], "change");
    }
    case "clean":
      return cleans(git);
    case "stash":
      return stashes(git);
    case "reset":
      // With paths it only unstages; without `--hard`, `--merge` or `--keep` it leaves the files alone.
      return hasFlag(args, "hard", "merge", "keep") ? changesTree(git) : NO_OUTPUT;
    case "apply":
    case "am":
      return applies(git);
    case "archive":
      exports(command, git);
      return printsPatch(git);
    case "bundle":
    case "format-patch":
      return exports(command, git);
    case "interpret-trailers":
      return hasFlag(args, "in-place") ? writePaths(git, args.operands, "change") : UNTOLD;
    case "worktree":
    case "submodule":
    case "sparse-checkout":
      return runsElsewhere(git);
    default:
      return HARMLESS.has(command) ? UNTOLD : changesTree(git);
  }
}

/** It prints names below the paths it is given: the bank's docs are looked up, and what else there is cannot be told. */
function listsFiles({ args, rest, scope, position }: Git): Output {
  const at = rest.indexOf("--");
  const paths = at === -1 ? args.operands : rest.slice(at + 1);
  const isOther = hasFlag(args, "o", "others", "m", "modified", "d", "deleted", "u", "unmerged");
  const docs = position.isShown || isOther ? [] : trackedDocs(paths, scope);
  const lines = paths.map((path) => (/[*?[:]/.test(path) ? UNKNOWN_TEXT : `${path}/${UNKNOWN}`));
  return { lines: [...docs, ...lines], isComplete: false };
}

/** `git grep -l text`: the bank's docs that have it are among what it prints. */
function findsFiles({ args, rest, scope, position }: Git): Output {
  const [pattern = "", ...named] = args.operands;
  if (position.isShown || !hasFlag(args, "l", "files-with-matches", "name-only")) return UNTOLD;
  const at = rest.indexOf("--");
  const docs = trackedDocs(at === -1 ? named : rest.slice(at + 1), scope);
  const words = hasFlag(args, "i", "ignore-case") ? ["-li"] : ["-l"];
  const call = { name: "grep", args: [...words, "-e", pattern, "--", ...docs], words: "git grep" };
  return docs.length === 0 ? UNTOLD : scope.runCommand(call, scope, position);
}

/** An alias, a pager or a hook makes git run the agent's own words later: that counts as inline code here. */
function configures({ args, rest, scope, call, position }: Git): Output {
  const global = hasFlag(args, "global")
    ? scope.variables.get("GIT_CONFIG_GLOBAL")?.[0]
    : undefined;
  const file = valueOf(args, "f", "file") ?? global ?? scope.variables.get("GIT_CONFIG")?.[0];
  const isReading = rest.some((word) => /^(?:-l|--list|--get.*)$/.test(word));
  if (file !== undefined && !isReading && args.operands.length > 1)
    addWrite(scope, file, "change", call.words, position);
  for (const [index, word] of args.operands.entries()) {
    const value = args.operands[index + 1];
    if (value !== undefined && !isReading) followSetting(word, value, call, scope, position);
  }
  if (hasFlag(args, "e", "edit")) scope.effects.inline.push(toPart(scope, call.words, position));
  return UNTOLD;
}

function moves({ args, scope, call, position }: Git): Output {
  if (hasFlag(args, "n", "dry-run")) return NO_OUTPUT;
  const destination = args.operands.at(-1);
  for (const source of args.operands.slice(0, -1))
    addWrite(scope, source, "move-from", call.words, position);
  if (destination !== undefined) addWrite(scope, destination, "change", call.words, position);
  return NO_OUTPUT;
}

/** `git checkout [tree] -- paths`; without `--` a second word, or one that is a path, names files. */
function checksOut(git: Git): Output {
  const at = git.rest.indexOf("--");
  if (at !== -1) return writePaths(git, git.rest.slice(at + 1), "change");
  if (valueOf(git.args, "pathspec-from-file") !== undefined) return writePaths(git, [], "change");
  const { operands } = git.args;
  if (hasFlag(git.args, "b", "B", "orphan", "t", "track", "detach")) return changesTree(git);
  const isOne = operands.length === 1;
  const paths = isOne ? operands.filter((word) => isFile(word, git)) : operands.slice(1);
  return paths.length > 0 ? writePaths(git, paths, "change") : changesTree(git);
}

/** A single word may as well be a branch: it is a file where there is one, or was a doc. */
function isFile(word: string, { scope }: Git): boolean {
  const path = joinPath(scope.cwd, word);
  return /^[.:]|\.md$/.test(word) || scope.world.isThere(path);
}

function cleans(git: Git): Output {
  const { args } = git;
  if (hasFlag(args, "n", "dry-run")) return NO_OUTPUT;
  // Without a path it cleans where it stands.
  const paths = args.operands.length === 0 ? ["."] : args.operands;
  return writePaths(git, paths, "change");
}

function stashes(git: Git): Output {
  const [action = "push", ...paths] = git.args.operands;
  if (/^(?:list|show|drop|clear|create|store)$/.test(action)) return UNTOLD;
  const at = git.rest.indexOf("--");
  const named = at === -1 ? (action === "push" ? paths : []) : git.rest.slice(at + 1);
  return named.length > 0 ? writePaths(git, named, "change") : changesTree(git);
}

function applies(git: Git): Output {
  const { args, scope, call, position } = git;
  if (hasFlag(args, "check", "stat", "numstat", "summary", "cached")) return UNTOLD;
  const folder = valueOf(args, "directory");
  if (folder !== undefined) addWrite(scope, `${folder}/`, "change", call.words, position);
  const texts = args.operands.map((file) => textOf(scope, file)?.split("\n") ?? []);
  const excluded = valueOf(args, "exclude");
  const included = valueOf(args, "include");
  const excludes = excluded === undefined ? undefined : toGlobTest(excluded);
  const includes = included === undefined ? undefined : toGlobTest(included);
  for (const path of patchedPaths([...(position.input?.lines ?? []), ...texts.flat()], 1)) {
    if (excludes?.(path) === true || includes?.(path) === false) continue;
    addWrite(
      scope,
      joinPath(joinPath(scope.world.root, folder ?? ""), path),
      "change",
      call.words,
      position,
    );
  }
  scope.effects.inline.push(toPart(scope, call.words, position));
  return UNTOLD;
}

function exports(command: string, { args, scope, call, position }: Git): Output {
  const isSeries = command === "format-patch" && !hasFlag(args, "stdout");
  const target =
    valueOf(args, "o", "output", "output-directory") ??
    (args.operands[0] === "create" ? args.operands[1] : undefined) ??
    (isSeries ? `0001-${UNKNOWN}` : undefined);
  if (target !== undefined) addWrite(scope, target, "change", call.words, position);
  return UNTOLD;
}

/** A patch for the paths it was asked for, which `git apply` and `patch` would write. */
function printsPatch({ rest, args }: Git): Output {
  const at = rest.indexOf("--");
  const paths = at === -1 ? args.operands : rest.slice(at + 1);
  const start = hasFlag(args, "name-only") ? "" : "+++ b/";
  return { lines: paths.map((path) => `${start}${path}/${UNKNOWN}`), isComplete: false };
}

/** A format is printed as it stands, but for what it asks of each commit. */
function printsFormat({ args }: Git): Output {
  const format = valueOf(args, "format", "pretty")?.replace(/^t?format:/, "");
  if (format === undefined) return UNTOLD;
  const lines = format.replaceAll(/%(?:\([^)]*\)|\w+)/g, UNKNOWN_TEXT).split("\n");
  return { lines, isComplete: false };
}

function makesRepository(git: Git, isClone: boolean): Output {
  const { args, scope, call, position } = git;
  const target = isClone ? args.operands[1] : args.operands[0];
  if (target !== undefined) addWrite(scope, target, "make-folder", call.words, position);
  // Where there is a repository already, `git init` changes next to nothing.
  else if (!isClone && !scope.world.isThere(`${scope.cwd}/.git`))
    addWrite(scope, ".git", "make-folder", call.words, position);
  return isClone ? changesTree(git) : NO_OUTPUT;
}

function runsElsewhere(git: Git): Output {
  if (git.args.operands[0] !== "add") return changesTree(git);
  const [, first, second] = git.args.operands;
  const target = /\bsubmodule\b/.test(git.call.words) ? second : first;
  if (target !== undefined)
    addWrite(git.scope, target, "make-folder", git.call.words, git.position);
  return changesTree(git);
}

export const GIT: CommandTable = { git };
