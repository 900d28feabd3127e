import { type Arguments, valueOf } from "../arguments.ts";
import { type Output, type Position, type Scope, UNTOLD, addWrite, toPart } from "../scope.ts";
import { UNKNOWN, joinPath } from "../value.ts";
import { toGlobTest } from "../glob.ts";
import type { Invocation } from "./invocation.ts";
import { broughtText } from "./own-words.ts";

/** One command of git, and where it stands. */
export interface Git {
  readonly args: Arguments;
  readonly rest: readonly string[];
  readonly call: Invocation;
  readonly scope: Scope;
  readonly position: Position;
  /** The command names a work tree of its own. */
  readonly hasTree: boolean;
}

/** `switch`, `merge`, `rebase`, `pull` and their like: what they change is seen afterwards. */
export function changesTree({ scope, call, position, hasTree }: Git): Output {
  // A work tree that the command names may be the bank's own folder.
  if (hasTree) addWrite(scope, `${scope.cwd}/${UNKNOWN}`, "change", call.words, position);
  scope.effects.programs.push(toPart(scope, call.words, position, call.args));
  return UNTOLD;
}

/** A path that holds the whole tree makes it an operation on the tree, which is a program. */
export function writePaths(
  git: Git,
  paths: readonly string[],
  effect: "change" | "delete",
): Output {
  for (const path of paths) {
    // `:/`, `:(top)x` and `:!x` are pathspecs with magic.
    const plain = path
      .replace(/^:\((?:glob|literal|attr:[^)]*)\)/, "")
      .replace(/^:\(icase\)(.*)$/, (_, name: string) => name.toLowerCase())
      .replace(/^:(?:\/|\(top\))/, `${git.scope.world.root}/`);
    if (plain.startsWith(":")) {
      // Which files other magic selects cannot be told.
      if (isExclusion(plain)) continue;
      git.scope.effects.computed.push(toPart(git.scope, git.call.words, git.position));
      continue;
    }
    if (matchesBank(plain, git.scope))
      addWrite(git.scope, git.scope.world.bank, effect, git.call.words, git.position);
    const isTree =
      effect === "change" && holdsTree(joinPath(git.scope.cwd, plain), git.scope.world.root);
    if (isTree) changesTree(git);
    else addWrite(git.scope, toFolder(plain), effect, git.call.words, git.position);
  }
  const list = valueOf(git.args, "pathspec-from-file");
  const isListed = list !== undefined;
  if (isListed) {
    const listed = broughtText(list, git.scope, git.position)?.split("\n") ?? [];
    for (const path of listed) addWrite(git.scope, path, effect, git.call.words, git.position);
    git.scope.effects.computed.push(toPart(git.scope, git.call.words, git.position));
  }
  // Without a path, and with nothing but exceptions, all of the tree is meant.
  else if (paths.length > 0 && effect === "delete" && paths.every(isExclusion))
    addWrite(git.scope, git.scope.world.root, effect, git.call.words, git.position);
  else if (paths.every(isExclusion)) changesTree(git);
  return UNTOLD;
}

function isExclusion(pathspec: string): boolean {
  return /^:(?:[!^]|\(exclude\))/.test(pathspec);
}

/** A glob whose first name fits the bank's, or one for docs: a star of git's goes through folders. */
function matchesBank(pathspec: string, { cwd, world }: Scope): boolean {
  const at = pathspec.search(/[*?[]/);
  if (at === -1) return false;
  const glob = joinPath(cwd, pathspec);
  if (!glob.startsWith(`${world.root}/`)) return false;
  const bank = world.bank.slice(world.root.length + 1);
  const inRoot = glob.slice(world.root.length + 1);
  const isOfDocs = /^\*+(?:\/\*+)?\.md$/.test(inRoot);
  const [first = ""] = inRoot.split("/");
  const isOfBank = /[*?[]/.test(first) && /[^*?[\]]/.test(first) && !bank.includes("/");
  return isOfDocs || (isOfBank && toGlobTest(first)(bank) === true);
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
