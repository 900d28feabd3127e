import { posix } from "node:path";
import { type Position, type Scope, addWrite, fork, ownText, toPart } from "../scope.ts";
import { UNKNOWN, joinPath } from "../value.ts";
import { followConfig } from "./config-text.ts";
import type { Invocation } from "./invocation.ts";
import { UNTOLD_VARIABLE, broughtBy, quote, runScript } from "./own-words.ts";

/** Settings whose value git runs. */
const COMMAND_SETTING =
  /^(?:alias\..*|pager\..*|.*\.(?:editor|pager|command|cmd|clean|smudge|process|driver|helper|program|textconv|uploadpack|receivepack|vcs|difffilter|defaultkeycommand|packobjectshook|browser)|diff\.external|core\.(?:sshcommand|askpass|gitproxy|alternaterefscommand|fsmonitor)|submodule\..*\.update|sendemail\..*cmd)$/i;
/** Settings that name a place with programs, other settings or another work tree. */
const PLACE_SETTING =
  /^(?:core\.(?:hookspath|worktree|attributesfile)|include(?:if\..*)?\.path|init\.templatedir|protocol\..*|(?:diff|merge)tool\..*)$/i;

/**
 * `-c key=value`, `git config key value`: what git would run is the agent's own words, with those that
 * stand behind an alias.
 */
export function followSetting(
  key: string,
  value: string,
  call: Invocation,
  scope: Scope,
  position: Position,
  words?: readonly string[],
): void {
  if (/^trace2\.\w+target$/i.test(key) && value.startsWith("/"))
    addWrite(scope, value, "change", call.words, position);
  if (/^core\.worktree$/i.test(key)) {
    const tree = joinPath(`${scope.world.root}/.git`, value);
    addWrite(scope, `${posix.normalize(tree)}/${UNKNOWN}`, "change", call.words, position);
  }
  // A single word, such as `cat`, only chooses a program.
  if (PLACE_SETTING.test(key) || /\s/.test(value))
    scope.effects.inline.push(toPart(scope, call.words, position));
  if (/^(?:core\.hookspath|init\.templatedir)$/i.test(key)) {
    for (const text of broughtBy(value, scope, position)) run(text, call, scope, position);
  } else if (/^include.*path$/i.test(key)) {
    for (const text of broughtBy(value, scope, position)) followConfig(text, call, scope, position);
  }
  // `false` and `true` switch a setting off and on.
  if (!COMMAND_SETTING.test(key) || /^(?:true|false|)$/.test(value)) return;
  const isShell = value.startsWith("!") || !/^alias\./i.test(key);
  const command = isShell ? value.replace(/^!/, "") : `git ${value}`;
  // Commands of git's run at the top of the work tree.
  const rest = words === undefined ? UNTOLD_VARIABLE : words.map(quote).join(" ");
  run(`${command} ${rest}`, call, fork(scope, { cwd: scope.world.root }), position);
}

function run(script: string, call: Invocation, scope: Scope, position: Position): void {
  const inner = { ...position, isProven: false, isShown: false, input: undefined };
  runScript(script, call, fork(scope), inner);
}

/** Options with a command that git is to run: `--exec=…`, `-x …`, `--tree-filter …`. */
const RUN_OPTION =
  /^(?:--(?:upload-pack|receive-pack|exec|open-files-in-pager|extcmd|[a-z]+-filter)(?:=([^]*))?|-O([^]+))$/;

/** What git runs by the words behind its command. */
export function followWords(
  command: string,
  rest: readonly string[],
  call: Invocation,
  scope: Scope,
  position: Position,
): void {
  const scripts: string[] = [];
  for (const [index, word] of rest.entries()) {
    const next = rest[index + 1] ?? "";
    const match = RUN_OPTION.exec(word);
    if (match !== null) scripts.push(match[1] ?? match[2] ?? next);
    if (word === "-x" && /^(?:rebase|difftool)$/.test(command)) scripts.push(next);
    // A transport of its own: blanks in its words are written `% `.
    if (word.startsWith("ext::")) {
      const words = word.slice(5).match(/(?:% |\S)+/g) ?? [];
      scripts.push(words.map((part) => quote(part.replaceAll("% ", " "))).join(" "));
    }
  }
  const [action, ...words] = rest;
  const isRun = `${command} ${action}`;
  if (isRun === "bisect run") scripts.push(words.map(quote).join(" "));
  if (isRun === "submodule foreach")
    scripts.push(words.filter((word) => !word.startsWith("-")).join(" "));
  if (scripts.length === 0) return;
  scope.effects.inline.push(toPart(scope, call.words, position));
  for (const script of scripts) {
    if (script !== "") run(`${script} ${UNTOLD_VARIABLE}`, call, scope, position);
  }
}

/** A hook is a program of the project, unless this very command has written it. */
export function runHooks(
  command: string,
  mayRun: boolean,
  call: Invocation,
  scope: Scope,
  position: Position,
): void {
  const { world, effects } = scope;
  const place = `${world.root}/.git/hooks`;
  // Not all of its words: a commit message that mentions the bank does not write to it.
  const part = toPart(scope, `git ${command}`, position);
  const written = effects.writes.filter(({ path }) => path.startsWith(`${place}/`));
  if (written.length > 0) {
    effects.inline.push(part);
    for (const { path } of written) {
      const text = effects.files.get(path);
      if (text !== undefined) run(text, call, scope, position);
    }
  } else if (mayRun) {
    const isThere =
      (world.list(place) ?? [place]).some((name) => !name.endsWith(".sample")) ||
      /hookspath/i.test(world.read(`${world.root}/.git/config`) ?? "");
    if (isThere) effects.programs.push(part);
  }
}

/** Settings in a file that this very command has written. */
export function followOwnSettings(call: Invocation, scope: Scope, position: Position): void {
  const text = ownText(`${scope.world.root}/.git/config`, scope);
  if (text !== undefined) followConfig(text, call, scope, position);
}

/** Where git is told to keep what belongs to a repository. */
export function noteRepository(
  given: ReadonlyMap<string, string>,
  call: Invocation,
  scope: Scope,
  position: Position,
): void {
  const variable = (name: string) => scope.variables.get(name)?.[0];
  const folders = [given.get("git-dir"), variable("GIT_DIR"), variable("GIT_OBJECT_DIRECTORY")];
  for (const folder of folders) {
    if (folder === undefined) continue;
    const path = joinPath(scope.cwd, folder).replace(/\/$/, "");
    if (path !== `${scope.world.root}/.git`)
      addWrite(scope, `${folder}/${UNKNOWN}`, "change", call.words, position);
  }
  const index = variable("GIT_INDEX_FILE");
  if (index !== undefined) addWrite(scope, index, "change", call.words, position);
}
