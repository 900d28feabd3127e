import { posix } from "node:path";
import {
  type Output,
  type Position,
  type Scope,
  UNTOLD,
  toPart,
  withParameters,
} from "../scope.ts";
import { isKnown, joinPath } from "../value.ts";
import { ARCHIVES } from "./archives.ts";
import { BUILTINS } from "./builtins.ts";
import { COPIERS } from "./copiers.ts";
import { EDITORS } from "./editors.ts";
import { FIND } from "./find.ts";
import { GIT } from "./git.ts";
import { INTERPRETERS } from "./interpreters.ts";
import type { CommandTable, Invocation } from "./invocation.ts";
import { noteOutputs } from "./outputs.ts";
import { PRINTERS } from "./printers.ts";
import { WRAPPERS } from "./wrappers.ts";
import { WRITERS } from "./writers.ts";

const COMMANDS: CommandTable = {
  ...BUILTINS,
  ...PRINTERS,
  ...WRITERS,
  ...COPIERS,
  ...EDITORS,
  ...ARCHIVES,
  ...FIND,
  ...GIT,
  ...INTERPRETERS,
  ...WRAPPERS,
};

export function evaluateCommand(call: Invocation, scope: Scope, position: Position): Output {
  const called = scope.functions.get(call.name);
  if (called !== undefined) {
    return callFunction(called, call, scope, position);
  }
  const name = posix.basename(call.name);
  const evaluate = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  return evaluate === undefined
    ? runProgram(call, scope, position)
    : evaluate(call, scope, position);
}

/** A program that we do not know may write anything; where its options name an output, that is certain. */
function runProgram(call: Invocation, scope: Scope, position: Position): Output {
  if (!isKnown(call.name) && call.args.length === 0) {
    scope.findings.computed.push(toPart(scope, call.words, position));
    return UNTOLD;
  }
  const own = scope.findings.files.get(joinPath(scope.cwd, call.name));
  if (own !== undefined) return scope.run(own, scope, position);
  noteOutputs(call, scope, position);
  if (isManager(call)) scope.findings.refreshes ??= call.words;
  scope.findings.programs.push(toPart(scope, call.words, position, call.args));
  return UNTOLD;
}

/** Our own command line writes into the bank; an agent has a tool for that, which asks the user. */
function isManager({ name, args }: Invocation): boolean {
  if (!/^(?:agent-)?memory-bank$/.test(posix.basename(name))) return false;
  const words = new Set(args);
  if (words.has("--dry-run") || words.has("--help") || words.has("-h")) return false;
  // Without an id, `restore` only lists what is kept.
  const restores = words.has("restore") && args.some((word) => word.startsWith("k-"));
  return words.has("refresh") || restores || (words.has("check") && words.has("--fix"));
}

type ShellFunction = NonNullable<ReturnType<Scope["functions"]["get"]>>;

/** A function runs where it is called: its `cd` and its assignments stay. */
function callFunction(
  { node: { body }, source }: ShellFunction,
  call: Invocation,
  scope: Scope,
  position: Position,
): Output {
  const { pos, end } = body;
  const command =
    body.type === "CompoundList" ? ({ type: "BraceGroup", pos, end, body } as const) : body;
  const statement = { type: "Statement", pos, end, command, background: undefined } as const;
  const script = {
    type: "Script",
    pos,
    end,
    shebang: undefined,
    commands: [statement],
    source,
  } as const;
  return withParameters(scope, call.args, () => scope.run(script, scope, position));
}
