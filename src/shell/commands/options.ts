import { type OptionSpec, splitArguments } from "../arguments.ts";
import { type Position, type Scope, addWrite, fork, isMade, toPart } from "../scope.ts";
import { UNKNOWN, joinPath } from "../value.ts";
import { followConfig } from "./config-text.ts";
import type { Invocation } from "./invocation.ts";
import { OPTIONS } from "./option-table.ts";
import { UNTOLD_VARIABLE, broughtText, quote, runScript } from "./own-words.ts";

/**
 * What options do beside what their command is for. Each field lists names of options that take a value:
 * a letter is a short one, everything else a long one. With `?` the value is only taken where it is attached.
 */
export interface OptionEffects {
  /** The value is a file that is written. */
  readonly writes?: string;
  /** The value is a folder, or the beginning of names, that is written to. */
  readonly fills?: string;
  /** The value is run as a command. */
  readonly runs?: string;
  /** The same, with arguments behind it. */
  readonly runsOn?: string;
  /** The same, its words separated by commas. */
  readonly runsList?: string;
  /** The value is a setting, `key=value`, of which some name a file or a command. */
  readonly sets?: string;
  /** The value, or the file that it names, is code or further options. */
  readonly obeys?: string;
  /** Options that take a value and do none of this; the letters must all be here. */
  readonly takes?: string;
  /** Long options without a value whose names are the beginning of another's. */
  readonly plain?: string;
  /** Options without a value that make the rest of the words do something else. */
  readonly flags?: string;
  /** What is written where none of the options or operands before names it, unless an option says to write none. */
  readonly unnamed?: { readonly file: string; readonly unless: RegExp };
  readonly isSingleDash?: boolean;
  /** What stands behind the first operand belongs to another command. */
  readonly stopsEarly?: boolean;
}

const USES = ["writes", "fills", "runs", "runsOn", "runsList", "sets", "obeys", "flags"] as const;
type Use = (typeof USES)[number];

interface Compiled {
  readonly spec: OptionSpec;
  readonly uses: ReadonlyMap<string, Use>;
}

const compiled = new Map<string, Compiled>();

function compile(name: string, effects: OptionEffects): Compiled {
  const known = compiled.get(name);
  if (known !== undefined) return known;
  const uses = new Map<string, Use>();
  const optional: string[] = [];
  const takes = listOf(effects.takes);
  for (const use of USES) {
    for (const option of listOf(effects[use])) {
      const name = option.replace(/\?$/, "");
      uses.set(name, use);
      if (use === "flags" || name !== option) optional.push(name);
      else takes.push(name);
    }
  }
  const isLetter = (option: string) => option.length === 1;
  const flags = new Set(listOf(effects.flags));
  const spec = {
    short: takes.filter(isLetter).join(""),
    attached: optional.filter((option) => isLetter(option) && !flags.has(option)).join(""),
    long: takes.filter((option) => !isLetter(option)),
    plain: [...listOf(effects.plain), ...optional.filter((option) => !isLetter(option))],
    permutes: effects.stopsEarly !== true,
    isSingleDash: effects.isSingleDash === true,
  };
  const made = { spec, uses };
  compiled.set(name, made);
  return made;
}

function listOf(names: string | undefined): string[] {
  return names?.split(" ") ?? [];
}

/** Notes what the options of a command write and run. */
export function noteOptions(
  name: string,
  call: Invocation,
  scope: Scope,
  position: Position,
): void {
  const effects = Object.hasOwn(OPTIONS, name) ? OPTIONS[name] : undefined;
  const { unnamed } = effects ?? {};
  if (unnamed !== undefined && !call.args.some((arg) => unnamed.unless.test(arg)))
    addWrite(scope, unnamed.file, "change", call.words, position);
  if (effects === undefined || !call.args.some((arg) => arg.startsWith("-"))) return;
  const { spec, uses } = compile(name, effects);
  for (const { name: option, value = "" } of splitArguments(call.args, spec).given) {
    const use = uses.get(option);
    if (use !== undefined) act(use, value, call, scope, position);
  }
}

function act(use: Use, value: string, call: Invocation, scope: Scope, position: Position): void {
  const later = { ...position, isProven: false, isShown: false, input: undefined };
  scope.effects.isReading = false;
  switch (use) {
    case "writes":
      // `strace -o '|cmd'`: what begins with a bar is run.
      if (/^[|!]/.test(value)) runScript(value.slice(1), call, fork(scope), later);
      else if (value !== "-") addWrite(scope, value, "change", call.words, position);
      break;
    case "fills":
      addWrite(scope, `${value}/${UNKNOWN}`, "change", call.words, position);
      break;
    case "runs":
      if (value !== "") runScript(value, call, fork(scope), later);
      break;
    case "runsOn":
      if (value !== "") runScript(`${value} ${UNTOLD_VARIABLE}`, call, fork(scope), later);
      break;
    case "runsList": {
      const script = [...value.split(",").map(quote), UNTOLD_VARIABLE].join(" ");
      runScript(script, call, fork(scope), later);
      break;
    }
    case "sets": {
      const [, key = "", setting = ""] = /^\s*(\w+)\s*[=\s]\s*([^]*)$/.exec(value) ?? [];
      if (SETS_COMMAND.test(key)) runScript(setting, call, fork(scope), later);
      if (SETS_FILE.test(key)) addWrite(scope, setting, "change", call.words, position);
      break;
    }
    case "obeys":
    case "flags": {
      const text = use === "flags" ? undefined : broughtText(value, scope, position);
      if (text !== undefined) followConfig(text, call, scope, position);
      const isOwn =
        use === "flags" ||
        text !== undefined ||
        isMade(value, scope) ||
        !scope.world.isThere(joinPath(scope.cwd, value));
      const kind = isOwn ? "inline" : "programs";
      scope.effects[kind].push(toPart(scope, call.words, position, call.args));
    }
  }
}

/** `ssh -o ProxyCommand=…`, `tar --checkpoint-action=exec=…`. */
const SETS_COMMAND = /^(?:exec|(?:proxy|local|knownhosts)command)$/i;
const SETS_FILE = /^(?:userknownhostsfile|controlpath|output_?document|log_?file|savecookies)$/i;
