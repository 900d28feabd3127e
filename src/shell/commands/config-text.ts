import { findShellLiterals, findWrittenLiterals, toReadable } from "../inline-code.ts";
import { type Position, type Scope, addWrite, fork, ownText } from "../scope.ts";
import { joinPath } from "../value.ts";
import type { Invocation } from "./invocation.ts";
import { runScript } from "./own-words.ts";

/** A longer text is not read: what it does is seen afterwards. */
const LONGEST_TEXT = 10_000;

/** Lines that run a command: `!cmd`, `shell cmd`, `.system cmd`, `x = !cmd`, `ProxyCommand cmd`. */
const RUNS =
  /^[ \t]*(?::?!|shell +|\.(?:shell|system) +|(?:proxy|local|knownhosts)command[ =]+|[\w.-]+[ \t]*=[ \t]*!|(?:[\w.-]*(?:command|cmd|editor|pager|external|textconv|fsmonitor|clean|smudge))[ \t]*=)[ \t]*(.+)$/gim;
/** Lines that name a file which is written: `output = file`. */
const WRITES =
  /^[ \t]*-{0,2}(?:o|output|output[-_]document|trace|trace-ascii|stderr|dump-header|cookie-jar|libcurl|etag-save|hsts|logfile|log-file|\.(?:output|once|log|save|backup))[ \t=]+["']?([^\s"']+)/gim;

/** Options, aliases and commands that a program reads from a text, in one of the common forms. */
export function followConfig(
  text: string,
  call: Invocation,
  scope: Scope,
  position: Position,
): void {
  if (text.length > LONGEST_TEXT) return;
  const inner = { ...position, isProven: false, isShown: false, input: undefined };
  for (const [, command = ""] of text.matchAll(RUNS)) runScript(command, call, fork(scope), inner);
  for (const [, path = ""] of text.matchAll(WRITES))
    addWrite(scope, path, "change", call.words, position);
}

/** Code or settings that a program loads, in whichever language it is: names that stand where it writes, and what it runs. */
export function followBrought(
  text: string,
  call: Invocation,
  scope: Scope,
  position: Position,
): void {
  followConfig(text, call, scope, position);
  const code = toReadable(text);
  const inner = { ...position, isProven: false, isShown: false, input: undefined };
  for (const { path, effect } of findWrittenLiterals(code))
    addWrite(scope, path, effect, call.words, position);
  const scripts = text.matchAll(/\$\(shell\s+([^)]*)\)/g);
  for (const command of [
    ...findShellLiterals(code, false),
    ...[...scripts].map(([, each = ""]) => each),
  ])
    runScript(command, call, fork(scope), inner);
}

/** What programs read in the home folder before anything else. */
const START_FILES: Readonly<Record<string, readonly string[]>> = {
  curl: [".curlrc"],
  wget: [".wgetrc"],
  vim: [".vimrc"],
  vi: [".vimrc", ".exrc"],
  ex: [".vimrc", ".exrc"],
  gdb: [".gdbinit"],
  sqlite3: [".sqliterc"],
  psql: [".psqlrc"],
  git: [".gitconfig"],
  ssh: [".ssh/config"],
};

/** A start file that this very command has written is its own words. */
export function followStartFiles(
  name: string,
  call: Invocation,
  scope: Scope,
  position: Position,
): void {
  const files = Object.hasOwn(START_FILES, name) ? START_FILES[name] : undefined;
  if (files === undefined || scope.effects.files.size === 0) return;
  const home = scope.variables.get("HOME")?.[0] ?? scope.world.home ?? "~";
  for (const file of files) {
    const text = ownText(joinPath(home, file), scope);
    if (text !== undefined) followConfig(text, call, scope, position);
  }
}
