import { posix } from "node:path";
import { BUILTINS } from "./builtins.ts";
import { INTERPRETERS } from "./interpreters.ts";
import { git } from "./git.ts";
import { noteOwnCli } from "./own-cli.ts";
import { notePackageWrites } from "./package-managers.ts";
import { cat, listingOf } from "./reads.ts";
import { type Run, type Step, UNTOLD, addPart, fork, grow, isOwnFile } from "./scope.ts";
import { VARYING, isKnown, joinPath, setOf } from "./values.ts";
import { WRAPPERS } from "./wrappers.ts";
import { MOVERS, noteWrites } from "./writers.ts";

const COMMANDS: Readonly<Record<string, Run>> = {
  ...MOVERS,
  ...INTERPRETERS,
  ...WRAPPERS,
  ...BUILTINS,
  git,
};

/** Commands that only show something. */
const READERS = setOf(
  `cat head tail nl bat batcat less more grep egrep fgrep rg ag ack wc ls dir tree du df stat file diff cmp comm cut tr
  tac rev fold paste join column jq od hexdump strings md5sum sha1sum sha256sum sha512sum cksum realpath readlink
  which type whereis seq expr bc sleep ps pgrep kill pkill killall top printenv man info help locate
  base64 cal free uptime lsof ss netstat ping dig getopts jobs fg bg disown ulimit umask times tput clear tty
  zcat zgrep xzcat getconf numfmt history open xdg-open expand fmt pr`,
);
const LISTERS = /^(?:ls|[ef]?grep|rg)$/;
/** These print a word that is never the name of a file in the bank. */
const VARIES = setOf("date uuidgen whoami hostname id nproc uname");
/** Commands that only show something, unless an option says otherwise. */
const MOSTLY_READERS = setOf(
  "sed awk gawk mawk sort uniq find fd xargs xxd git echo printf cd pwd test [ true false : command exit set",
);

/** Runs one command: a function, a reader, a command in a table, or else a program. */
export const callCommand: Run = (step) => {
  const { call, scope, input } = step;
  grow(scope, 5 + call.args.length / 2);
  const body = scope.functions.get(call.name);
  if (body !== undefined) return callFunction(body, step);
  const name = posix.basename(call.name);
  if (VARIES.has(name)) return VARYING;
  const isReader = READERS.has(name);
  if (isReader || MOSTLY_READERS.has(name))
    scope.found.reads.push(...call.args.map((arg) => joinPath(scope.cwd, arg)));
  if (LISTERS.test(name)) return listingOf(step);
  if (isReader) return name === "cat" ? cat(step) : UNTOLD;
  scope.found.isReading &&= MOSTLY_READERS.has(name);
  notePackageWrites(name, step);
  const run = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  // `echo memory-bank refresh` only prints the words.
  if (run === undefined || Object.hasOwn(INTERPRETERS, name)) noteOwnCli(step);
  if (run !== undefined) return run({ ...step, call: { ...call, name } });
  if (noteWrites(name, step)) return input ?? UNTOLD;
  const isFile = call.name.includes("/");
  const script = isFile ? scope.found.texts.get(joinPath(scope.cwd, call.name)) : undefined;
  if (script !== undefined && !/^#!(?!.*sh\b)/.test(script))
    return scope.run(script, fork(scope), input);
  const isOwn = !isKnown(call.name) || (isFile && isOwnFile(call.name, scope));
  addPart(isOwn ? "own" : "programs", step);
  return UNTOLD;
};

/** A function runs in the caller's scope: its `cd` and its assignments stay. */
function callFunction(body: string, { call, scope, input }: Step): string {
  const before = scope.parameters;
  scope.parameters = call.args;
  const output = scope.run(body, scope, input);
  scope.parameters = before;
  return output;
}
