import { posix } from "node:path";
import { splitArguments } from "../arguments.ts";
import { mayHaveChanged } from "../conditions.ts";
import { folderStack, homeOf } from "../expand.ts";
import { FAILED, NO_OUTPUT, SUCCEEDED, type Scope, optionMark } from "../scope.ts";
import { UNKNOWN, isKnown, joinPath } from "../value.ts";
import type { CommandTable, Evaluate } from "./invocation.ts";
import { told } from "./texts.ts";

const changeDirectory: Evaluate = (call, scope) => {
  const [target] = splitArguments(call.args).operands;
  const before = scope.cwd;
  if (target === "-") scope.cwd = scope.variables.get("OLDPWD")?.[0] ?? UNKNOWN;
  else {
    const isPhysical = call.args.some((arg) => /^-[LPe@]*P/.test(arg));
    const hasMoved = move(target ?? homeOf(scope), scope, isPhysical);
    if (hasMoved === false) return FAILED;
    scope.variables.set("OLDPWD", [before]);
    return hasMoved === true ? SUCCEEDED : NO_OUTPUT;
  }
  scope.variables.set("OLDPWD", [before]);
  return told(scope.cwd);
};

/** False where `cd` is certain to fail: the folder is not there, and nothing earlier in the command line can have made it. */
function move(target: string, scope: Scope, isPhysical = false): boolean | undefined {
  const place = searched(target, scope);
  if (place === UNKNOWN) {
    scope.cwd = UNKNOWN;
    return undefined;
  }
  // `cd` takes `..` off the path as text; other commands follow links first, as `cd -P` does.
  const path = isPhysical && isKnown(place) ? scope.world.realPath(place) : plainPath(place);
  const isThere = scope.world.isFolder(path);
  const named = isThere ? undefined : placeNamed(target, scope);
  if (named !== undefined) return move(named, scope, isPhysical);
  const isOpen = !isKnown(path) || mayHaveChanged(path, scope);
  if (!isOpen && !isThere) return false;
  scope.cwd = path.length > LONGEST_PATH ? UNKNOWN : path;
  return isOpen || scope.effects.isMeaningOpen ? undefined : true;
}

/** With `cdable_vars`, a word that is no folder is the name of a variable with one. */
function placeNamed(target: string, { variables, cwd }: Scope): string | undefined {
  const value = variables.has(optionMark("cdable_vars")) ? variables.get(target)?.[0] : undefined;
  return value === undefined ? undefined : joinPath(cwd, value);
}

/** No system takes a longer one. */
const LONGEST_PATH = 4096;

function plainPath(path: string): string {
  const plain = posix.normalize(path);
  return plain.length > 1 && plain.endsWith("/") ? plain.slice(0, -1) : plain;
}

/** Where `CDPATH` is set, a plain name is found in the first of its folders that has it. */
function searched(target: string, scope: Scope): string {
  const { cwd, variables, world } = scope;
  const list = variables.get("CDPATH")?.[0] ?? world.variable("CDPATH") ?? "";
  if (list === "" || /^\.{0,2}(?:\/|$)/.test(target)) return joinPath(cwd, target);
  const places = list.split(":").map((folder) => joinPath(joinPath(cwd, folder), target));
  const isOpen = places.some((place) => !isKnown(place) || mayHaveChanged(place, scope));
  if (isOpen) return UNKNOWN;
  return places.find((place) => world.isFolder(place)) ?? joinPath(cwd, target);
}

/** `+1` counts from where the shell stands, `-1` from the other end; undefined where it is no such word. */
function placeIn(stack: readonly string[], word: string | undefined): number | undefined {
  const [, sign, digits] = /^([-+])(\d{1,4})$/.exec(word ?? "") ?? [];
  if (digits === undefined) return undefined;
  return sign === "+" ? Number(digits) : stack.length - 1 - Number(digits);
}

function setStack(stack: readonly string[], scope: Scope): void {
  const [top = UNKNOWN, ...rest] = stack;
  scope.cwd = top;
  scope.variables.set("DIRSTACK", rest);
}

/** `pushd` remembers where it came from, `pushd +1` turns the stack, and `-n` leaves the shell where it is. */
const pushDirectory: Evaluate = (call, scope, position) => {
  const stack = folderStack(scope);
  const words = call.args.filter((arg) => arg !== "-n");
  const at = words.length === 0 ? 1 : placeIn(stack, words[0]);
  const [top = UNKNOWN, ...rest] = stack;
  if (at !== undefined) {
    const turned =
      words.length === 0
        ? [rest[0] ?? UNKNOWN, top, ...rest.slice(1)]
        : [...stack.slice(at), ...stack.slice(0, at)];
    setStack(turned, scope);
    return NO_OUTPUT;
  }
  if (words.length < call.args.length) {
    setStack([top, joinPath(scope.cwd, words[0] ?? ""), ...rest], scope);
    return NO_OUTPUT;
  }
  scope.variables.set("DIRSTACK", stack);
  return changeDirectory(call, scope, position);
};

/** `popd` goes back, `popd +1` only forgets a folder. */
const popDirectory: Evaluate = (call, scope) => {
  const stack = folderStack(scope);
  const isQuiet = call.args.includes("-n");
  const at =
    placeIn(
      stack,
      call.args.find((arg) => arg !== "-n"),
    ) ?? (isQuiet ? 1 : 0);
  setStack(stack.toSpliced(at, 1), scope);
  return NO_OUTPUT;
};

const showDirectories: Evaluate = (call, scope) => {
  const stack = folderStack(scope);
  if (call.args.includes("-c")) {
    scope.variables.set("DIRSTACK", []);
    return NO_OUTPUT;
  }
  const at = placeIn(
    stack,
    call.args.find((arg) => /\d/.test(arg)),
  );
  return told(...(at === undefined ? stack : [stack[at] ?? UNKNOWN]));
};

export const FOLDERS: CommandTable = {
  cd: changeDirectory,
  chdir: changeDirectory,
  pushd: pushDirectory,
  popd: popDirectory,
  dirs: showDirectories,
};
