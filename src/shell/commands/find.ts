import { posix } from "node:path";
import { splitArguments } from "../arguments.ts";
import {
  type Output,
  type Position,
  type Scope,
  UNTOLD,
  addWrite,
  fork,
  isActing,
  toPart,
} from "../scope.ts";
import { namesIn } from "../disk.ts";
import { UNKNOWN, isKnown, joinPath } from "../value.ts";
import { type Action, type Expression, type Found, parseExpression } from "./find-expression.ts";
import type { CommandTable, Evaluate, Invocation } from "./invocation.ts";

const MOST_FILES = 1000;
const MOST_RUNS = 16;

const find: Evaluate = (call, scope, position) => {
  const followsLinks = call.args[0] === "-L" || call.args[0] === "-H";
  const start = call.args.findIndex((arg) => /^[-!()]/.test(arg) && !/^-[HLPO]/.test(arg));
  const given = start === -1 ? call.args : call.args.slice(0, start);
  const roots = given.filter((arg) => !arg.startsWith("-"));
  const expression = parseExpression(start === -1 ? [] : call.args.slice(start), scope.spend);
  const isPrinting = expression.actions.every(({ kind }) => kind === "print");
  // It only prints, and no command reads that: which files it would find does not matter.
  const isQuiet = expression.actions.every(({ file }) => file === undefined);
  if (isPrinting && isQuiet && position.isShown) return UNTOLD;

  const found = (roots.length === 0 ? ["."] : roots).flatMap((root) =>
    walk(root, scope, followsLinks),
  );
  const files = visible(found, expression, scope);
  for (const action of expression.actions) act(action, files, call, scope, position);
  const prints = expression.actions.filter(
    ({ kind, file }) => kind === "print" && file === undefined,
  );
  const printed = files
    .filter((file) =>
      prints.length === 0
        ? expression.test(file) !== false
        : prints.some((print) => print.test(file) !== false),
    )
    .map(({ path }) => path);
  return isPrinting ? { lines: printed, isComplete: false } : UNTOLD;
};

/** Within the depth asked for, and not below a folder that was pruned. */
function visible(
  files: readonly Found[],
  { tokens, prunes }: Expression,
  scope: Scope,
): readonly Found[] {
  const bound = (name: string, fallback: number) =>
    tokens.includes(name) ? Number(tokens[tokens.indexOf(name) + 1]) : fallback;
  const least = bound("-mindepth", 0);
  const most = bound("-maxdepth", Infinity);
  const pruned = files.filter(
    (file) => file.isFolder && prunes.some((test) => test(file) === true),
  );
  scope.spend((files.length * (1 + pruned.length)) / 20);
  return files.filter(
    ({ path, depth }) =>
      depth >= least &&
      depth <= most &&
      !pruned.some((folder) => path.startsWith(`${folder.path}/`)),
  );
}

function act(
  action: Action,
  files: readonly Found[],
  call: Invocation,
  scope: Scope,
  position: Position,
): void {
  if (action.file !== undefined) addWrite(scope, action.file, "change", call.words, position);
  if (action.kind === "print") return;
  const tryAny = (inner: Scope) => execute(action, UNKNOWN, call, inner, position);
  if (action.kind === "exec" && !isActing(scope, tryAny)) return;
  // A test that cannot be answered here, such as `-mtime`, counts as true where the search began inside the bank; elsewhere it mostly finds other files.
  const hits = files.filter((file) => {
    const answer = action.test(file);
    return answer === true || (answer === undefined && file.isBelowRootInBank);
  });
  // What else it hits cannot be told.
  scope.effects.computed.push(toPart(scope, call.words, position));
  for (const { path } of spread(hits)) {
    if (action.kind === "delete") addWrite(scope, path, "delete", call.words, position);
    else execute(action, path, call, scope, position);
  }
}

function execute(
  action: Action,
  path: string,
  call: Invocation,
  scope: Scope,
  position: Position,
): void {
  const name = action.inFolder ? `./${posix.basename(path)}` : path;
  const cwd = action.inFolder ? joinPath(scope.cwd, posix.dirname(path)) : scope.cwd;
  const [program = "", ...args] = action.command.map((word) => word.replaceAll("{}", name));
  scope.runCommand({ name: program, args, words: call.words }, fork(scope, { cwd }), position);
}

/** Of very many files every n-th, so that all parts of the tree are among those that are tried. */
function spread(files: readonly Found[]): readonly Found[] {
  if (files.length <= MOST_RUNS) return files;
  const step = files.length / MOST_RUNS;
  return files.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
}

/** Only the bank matters: of a tree that holds it, only the bank's part is walked. */
export function walk(root: string, scope: Scope, followsLinks: boolean): Found[] {
  if (!isKnown(root) || !isKnown(scope.cwd)) return [];
  const { world } = scope;
  const absolute = posix.resolve(scope.cwd, root);
  // A link at the root is not followed, unless it ends in a slash.
  if (!followsLinks && !root.endsWith("/") && world.isLink(absolute)) {
    return [{ path: root, depth: 0, isFolder: false, isBelowRootInBank: false }];
  }
  const isAbove = world.bank.startsWith(absolute === "/" ? "/" : `${absolute}/`);
  const below = isAbove ? posix.relative(absolute, world.bank) : "";
  const start = below === "" ? root : `${root.replace(/\/$/, "")}/${below}`;
  const depth = below === "" ? 0 : below.split("/").length;
  const found: Found[] = [];
  const isBelowRootInBank = `${absolute}/`.startsWith(`${world.bank}/`);
  const toFound = (path: string, level: number): Found => {
    const isFolder = world.isFolder(joinPath(scope.cwd, path));
    return { path, depth: level, isFolder, isBelowRootInBank };
  };
  const queue: Found[] = [toFound(start, depth)];
  for (
    let file = queue.shift();
    file !== undefined && found.length < MOST_FILES;
    file = queue.shift()
  ) {
    found.push(file);
    if (!file.isFolder) continue;
    for (const name of namesIn(joinPath(scope.cwd, file.path), scope) ?? []) {
      if (name === ".git" || name === "node_modules") continue;
      const path = file.path.endsWith("/") ? `${file.path}${name}` : `${file.path}/${name}`;
      queue.push(toFound(path, file.depth + 1));
    }
  }
  return found;
}

const FD_OPTIONS = {
  short: "EetdScjoC",
  long: "exclude extension type max-depth min-depth exact-depth size color threads owner changed-within changed-before changed-after newer older format ignore-file max-results path-separator batch-size base-directory search-path".split(
    " ",
  ),
};

/** `fd PATTERN ROOT -x CMD`: what it finds depends on the pattern, which root it searches does not. */
const fd: Evaluate = (call, scope, position): Output => {
  const at = call.args.findIndex((arg) => /^(?:-x|-X|--exec|--exec-batch)$/.test(arg));
  if (at === -1) return UNTOLD;
  const { operands, given } = splitArguments(call.args.slice(0, at), FD_OPTIONS);
  const named = given.flatMap(({ name, value }) =>
    /^(?:C|base-directory|search-path)$/.test(name) ? (value ?? []) : [],
  );
  const roots = [...operands.slice(1), ...named];
  for (const root of roots.length === 0 ? ["."] : roots) {
    const [program = "", ...args] = call.args.slice(at + 1);
    const path = `${root}/${UNKNOWN}`;
    const given = args.some((arg) => arg.includes("{}"))
      ? args.map((arg) => arg.replaceAll("{}", path))
      : [...args, path];
    scope.runCommand({ name: program, args: given, words: call.words }, fork(scope), position);
  }
  return UNTOLD;
};

export const FIND: CommandTable = { find, gfind: find, fd, fdfind: fd };
