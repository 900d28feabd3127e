import { posix } from "node:path";
import { splitArguments } from "./options.ts";
import { joinPath } from "./paths.ts";
import { type Position, type Scope, addWrite } from "./scope.ts";

export interface Invocation {
  readonly name: string | undefined;
  /** Unknown where the word cannot be told. */
  readonly args: readonly (string | undefined)[];
  readonly words: string;
}

type Evaluate = (call: Invocation, scope: Scope, position: Position) => void;

/** Programs whose own exit status and output are those of the program they start. */
const WRAPPERS = new Set(["sudo", "doas", "command", "builtin", "exec", "nohup", "nice", "env"]);
const SHELLS = new Set(["sh", "bash", "dash", "zsh", "ksh"]);

/** Notes what the command reads and writes. Returns the script that it hands to a shell, if any. */
export function evaluateCommand(
  call: Invocation,
  scope: Scope,
  position: Position,
): string | undefined {
  if (call.name === undefined) return undefined;
  const name = posix.basename(call.name);
  if (WRAPPERS.has(name)) return unwrap(call, scope, position);
  if (SHELLS.has(name)) return innerScript(call);
  COMMANDS.get(name)?.(call, scope, position);
  return undefined;
}

/** `sudo -u me FOO=1 cmd …`: the first word that is neither option nor assignment is the program. */
function unwrap(call: Invocation, scope: Scope, position: Position): string | undefined {
  const at = call.args.findIndex(
    (arg) => arg !== undefined && !arg.startsWith("-") && !/^\w+=/.test(arg),
  );
  if (at === -1) return undefined;
  const inner = { name: call.args[at], args: call.args.slice(at + 1), words: call.words };
  return evaluateCommand(inner, scope, position);
}

function innerScript(call: Invocation): string | undefined {
  const at = call.args.findIndex((arg) => arg !== undefined && /^-[a-z]*c[a-z]*$/.test(arg));
  return at === -1 ? undefined : call.args[at + 1];
}

function showsFiles(call: Invocation, scope: Scope, position: Position): void {
  const { operands } = splitArguments(call.args, "");
  for (const operand of operands) {
    const path = operand === undefined ? undefined : joinPath(scope.cwd, operand);
    if (path === undefined) continue;
    scope.reads.push({ path, whole: position.isProven && position.isShown });
  }
}

function changesDirectory(call: Invocation, scope: Scope): void {
  const { operands } = splitArguments(call.args, "");
  if (operands.length === 0) {
    scope.cwd = scope.world.home;
    return;
  }
  const [target] = operands;
  scope.cwd = target === undefined || target === "-" ? undefined : joinPath(scope.cwd, target);
}

/** Every operand is written in the same way. */
function writesOperands(
  effect: "change" | "delete" | "make-folder",
  valueOptions: string,
): Evaluate {
  return (call, scope) => {
    for (const operand of splitArguments(call.args, valueOptions).operands) {
      addWrite(scope, operand, effect, call.words);
    }
  };
}

/** `cp a b`, `cp a b folder`, `cp -t folder a b`; a move also takes its sources away. */
function copies(valueOptions: string, takesSources: boolean): Evaluate {
  return (call, scope) => {
    const { operands, values } = splitArguments(call.args, valueOptions);
    const folder = values.get("t") ?? values.get("target-directory");
    const destination = folder ?? operands.at(-1);
    const sources = folder === undefined ? operands.slice(0, -1) : operands;
    if (takesSources) {
      for (const source of sources) addWrite(scope, source, "move-from", call.words);
    }
    if (sources.length === 0) return;
    const intoFolder = folder !== undefined || sources.length > 1 || isFolder(destination, scope);
    for (const source of sources) {
      const target =
        destination === undefined || (intoFolder && source === undefined)
          ? undefined
          : intoFolder
            ? posix.join(destination, posix.basename(source ?? ""))
            : destination;
      addWrite(scope, target, "change", call.words);
    }
  };
}

function isFolder(path: string | undefined, scope: Scope): boolean {
  if (path === undefined) return false;
  if (/(?:^|\/)\.{0,2}$/.test(path)) return true;
  const place = joinPath(scope.cwd, path);
  return place !== undefined && scope.world.isFolder(place);
}

/** `sed -i`, `perl -i`: files after the script, unless `-e` or `-f` brought the script. */
function editsInPlace(valueOptions: string): Evaluate {
  return (call, scope) => {
    const { operands, values, flags } = splitArguments(call.args, valueOptions);
    if (!flags.some((flag) => /^(?:i|in-place)/.test(flag) || /^[a-hj-z]*i/.test(flag))) return;
    const hasScript = values.has("e") || values.has("f") || values.has("expression");
    for (const file of hasScript ? operands : operands.slice(1)) {
      addWrite(scope, file, "change", call.words);
    }
  };
}

function writesOption(valueOptions: string, ...names: string[]): Evaluate {
  return (call, scope) => {
    const { values } = splitArguments(call.args, valueOptions);
    for (const name of names) {
      if (values.has(name)) addWrite(scope, values.get(name), "change", call.words);
    }
  };
}

function copiesBlocks(call: Invocation, scope: Scope): void {
  for (const arg of call.args) {
    if (arg?.startsWith("of=")) addWrite(scope, arg.slice(3), "change", call.words);
  }
}

const COMMANDS: ReadonlyMap<string, Evaluate> = new Map<string, Evaluate>([
  ["cd", changesDirectory],
  ["pushd", changesDirectory],
  ...["cat", "nl", "bat", "batcat", "less", "more"].map((name): [string, Evaluate] => [
    name,
    showsFiles,
  ]),
  ["tee", writesOperands("change", "")],
  ["touch", writesOperands("change", "drt")],
  ["truncate", writesOperands("change", "sr")],
  ["rm", writesOperands("delete", "")],
  ["rmdir", writesOperands("delete", "")],
  ["unlink", writesOperands("delete", "")],
  ["shred", writesOperands("delete", "ns")],
  ["mkdir", writesOperands("make-folder", "m")],
  ["cp", copies("tS", false)],
  ["install", copies("tSmog", false)],
  ["ln", copies("tS", false)],
  ["rsync", copies("ef", false)],
  ["mv", copies("tS", true)],
  ["dd", copiesBlocks],
  ["sed", editsInPlace("ef")],
  ["perl", editsInPlace("e")],
  ["sort", writesOption("okStT", "o", "output")],
  ["curl", writesOption("oHdXuATbceFm", "o", "output")],
  ["wget", writesOption("OoPUeT", "O", "output-document")],
]);
