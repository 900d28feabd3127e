import { type Arguments, hasFlag, splitArguments, valueOf } from "../arguments.ts";
import { toGlobTest } from "../glob.ts";
import {
  NO_OUTPUT,
  type Output,
  type Position,
  type Scope,
  UNTOLD,
  addWrite,
  fork,
  textOf,
  toPart,
} from "../scope.ts";
import { UNKNOWN, UNKNOWN_TEXT, joinPath } from "../value.ts";
import { patchedPaths } from "./editors.ts";
import type { CommandTable, Evaluate, Invocation } from "./invocation.ts";

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
};

/** Options with a command that git is to run, and commands that run what follows. */
const RUNS_OPTION =
  /^(?:--(?:upload-pack|receive-pack|exec|open-files-in-pager|extcmd|[a-z]+-filter)(?:=|$)|-O)/;
const RUNS_WORDS = /^(?:bisect run|submodule foreach|(?:rebase|difftool)(?= .*\s-x)) /;
/** Each of them may run a hook of the project. */
const RUNS_HOOKS = new Set(["commit", "push"]);

interface Git {
  readonly args: Arguments;
  readonly rest: readonly string[];
  readonly call: Invocation;
  readonly scope: Scope;
  readonly position: Position;
}

const git: Evaluate = (call, scope, position) => {
  const outer = splitArguments(call.args, {
    short: "Cc",
    long: ["git-dir", "work-tree", "namespace", "exec-path", "super-prefix"],
    permutes: false,
  });
  const settings = call.args.slice(0, call.args.length - outer.operands.length);
  // Each `-C` counts from the one before.
  const folders = settings.filter((_, index) => settings[index - 1] === "-C");
  const tree = outer.values.get("work-tree");
  const cwd = [...folders, ...(tree === undefined ? [] : [tree])].reduce(joinPath, scope.cwd);
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
    ],
  });
  const git = { args, rest, call, scope: inner, position };
  const runsOwn =
    settings.some((word) => RUNS_LATER.test(word.slice(0, word.indexOf("=")))) ||
    rest.some((word) => RUNS_OPTION.test(word)) ||
    RUNS_WORDS.test(`${outer.operands.join(" ")} `);
  if (runsOwn) inner.effects.inline.push(toPart(inner, call.words, position));
  if (RUNS_HOOKS.has(command) || !HARMLESS.has(command)) runHooks(command, git);
  return evaluateGit(command, git);
};

/** A hook is a program of the project, unless this very command has written it. */
function runHooks(command: string, { scope, position }: Git): void {
  const { world, effects } = scope;
  const place = `${world.root}/.git/hooks`;
  const isOwn = effects.writes.some(({ path }) => path.startsWith(`${place}/`));
  const isThere =
    (world.list(place) ?? [place]).some((name) => !name.endsWith(".sample")) ||
    /hookspath/i.test(world.read(`${world.root}/.git/config`) ?? "");
  // Not all of its words: a commit message that mentions the bank does not write to it.
  const part = toPart(scope, `git ${command}`, position);
  if (isOwn) effects.inline.push(part);
  else if (isThere) effects.programs.push(part);
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
    case "ls-files":
      return listsFiles(git);
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
    case "bundle":
    case "format-patch":
      return exports(command, git);
    case "worktree":
    case "submodule":
    case "sparse-checkout":
      return runsElsewhere(git);
    default:
      return HARMLESS.has(command) ? UNTOLD : changesTree(git);
  }
}

/** It prints names below the paths it is given; which names a pattern matches is not looked up. */
function listsFiles({ args }: Git): Output {
  const lines = args.operands.map((path) =>
    /[*?[:]/.test(path) ? UNKNOWN_TEXT : `${path}/${UNKNOWN}`,
  );
  return { lines, isComplete: false };
}

const RUNS_LATER =
  /^(?:alias\..*|.*\.(?:editor|pager|command|cmd|clean|smudge|process|driver|helper|program|textconv)|diff\.external|core\.(?:hookspath|fsmonitor|sshcommand)|(?:diff|merge)tool\..*)$/i;

/** An alias, a pager or a hook makes git run the agent's own words later: that counts as inline code here. */
function configures({ args, rest, scope, call, position }: Git): Output {
  const file = valueOf(args, "f", "file");
  const isReading = rest.some((word) => /^(?:-l|--list|--get.*)$/.test(word));
  if (file !== undefined && !isReading && args.operands.length > 1)
    addWrite(scope, file, "change", call.words, position);
  const runsLater = rest.some((word) => RUNS_LATER.test(word));
  if (runsLater && rest.length > 1) scope.effects.inline.push(toPart(scope, call.words, position));
  return UNTOLD;
}

/** `switch`, `merge`, `rebase`, `pull` and their like: what they change is seen afterwards. */
function changesTree({ scope, call, position }: Git): Output {
  scope.effects.programs.push(toPart(scope, call.words, position, call.args));
  return UNTOLD;
}

/** A path that holds the whole tree makes it an operation on the tree, which is a program. */
function writePaths(git: Git, paths: readonly string[], effect: "change" | "delete"): Output {
  for (const path of paths) {
    // `:/`, `:(top)x` and `:!x` are pathspecs with magic.
    const plain = path
      .replace(/^:\((?:glob|literal|attr:[^)]*)\)/, "")
      .replace(/^:(?:\/|\(top\))/, `${git.scope.world.root}/`);
    if (plain.startsWith(":")) {
      // Which files other magic selects cannot be told.
      if (isExclusion(plain)) continue;
      git.scope.effects.computed.push(toPart(git.scope, git.call.words, git.position));
      continue;
    }
    const isTree =
      effect === "change" && holdsTree(joinPath(git.scope.cwd, plain), git.scope.world.root);
    if (isTree) changesTree(git);
    else addWrite(git.scope, toFolder(plain), effect, git.call.words, git.position);
  }
  const isListed = valueOf(git.args, "pathspec-from-file") !== undefined;
  if (isListed) git.scope.effects.computed.push(toPart(git.scope, git.call.words, git.position));
  // Without a path, and with nothing but exceptions, all of the tree is meant.
  else if (paths.length > 0 && effect === "delete" && paths.every(isExclusion))
    addWrite(git.scope, git.scope.world.root, effect, git.call.words, git.position);
  else if (paths.every(isExclusion)) changesTree(git);
  return UNTOLD;
}

function isExclusion(pathspec: string): boolean {
  return /^:(?:[!^]|\(exclude\))/.test(pathspec);
}

/** Whether the path is the work tree's root or above it. */
function holdsTree(path: string, root: string): boolean {
  return `${root}/`.startsWith(path.endsWith("/") ? path : `${path}/`);
}

/** A pathspec's glob reaches what its fixed beginning names. */
function toFolder(pathspec: string): string {
  const at = pathspec.search(/[*?[]/);
  return at === -1 ? pathspec : pathspec.slice(0, at) + UNKNOWN;
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
  return { lines: paths.map((path) => `+++ b/${path}/${UNKNOWN}`), isComplete: false };
}

function makesRepository(git: Git, isClone: boolean): Output {
  const { args, scope, call, position } = git;
  const target = isClone ? args.operands[1] : args.operands[0];
  if (target !== undefined) addWrite(scope, target, "make-folder", call.words, position);
  return isClone ? changesTree(git) : NO_OUTPUT;
}

function runsElsewhere(git: Git): Output {
  const target = git.args.operands.find((word) => word.includes("/"));
  if (target !== undefined && !/:/.test(target))
    addWrite(git.scope, target, "make-folder", git.call.words, git.position);
  return changesTree(git);
}

export const GIT: CommandTable = { git };
