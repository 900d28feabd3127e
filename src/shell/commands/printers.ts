import { posix } from "node:path";
import { type Matcher, toFinder, toMatcher } from "../../patterns/automaton.ts";
import { choice, literal } from "../../patterns/pattern.ts";
import { parseExpression } from "../../patterns/regular-expression.ts";
import { type Arguments, hasFlag, splitArguments, valueOf } from "../arguments.ts";
import {
  NO_OUTPUT,
  type Output,
  type Position,
  type Scope,
  UNTOLD,
  textOf,
  toOutput,
} from "../scope.ts";
import { UNKNOWN, isKnown, joinPath } from "../value.ts";
import { type CommandTable, type Evaluate, type Invocation, forAll } from "./invocation.ts";

function told(...lines: readonly string[]): Output {
  return lines.every(isKnown)
    ? { lines, isComplete: true }
    : { lines: lines.filter(isKnown), isComplete: false };
}

/** Options of `cat` and `nl` that leave out nothing. */
const SHOWS_ALL =
  /^(?:[AbeEnstTuv]|show-all|number-nonblank|show-ends|number|squeeze-blank|show-tabs|show-nonprinting)$/;

/** The file is shown from its first to its last line. */
const showFiles: Evaluate = (call, scope, position) => {
  const { operands, flags } = splitArguments(call.args);
  const isWhole =
    position.isProven &&
    position.isShown &&
    !scope.effects.isProofBroken &&
    /^(?:cat|nl|bat|batcat)$/.test(posix.basename(call.name)) &&
    [...flags].every((flag) => SHOWS_ALL.test(flag));
  for (const operand of operands) {
    if (operand === "-" || !isKnown(operand)) continue;
    scope.effects.reads.push({ path: joinPath(scope.cwd, operand), whole: isWhole });
  }
  if (operands.length === 0 || operands[0] === "-") return position.input ?? UNTOLD;
  const texts = operands.map(
    (operand) => scope.effects.streams.get(operand) ?? shown(scope, operand),
  );
  return {
    lines: texts.flatMap(({ lines }) => lines),
    isComplete: texts.every((text) => text.isComplete),
  };
};

function shown(scope: Scope, operand: string): Output {
  const text = isKnown(operand) ? textOf(scope, operand) : undefined;
  return text === undefined ? UNTOLD : toOutput(text);
}

const echo: Evaluate = (call) => {
  const words = call.args.filter((arg, index) => index > 0 || !/^-[neE]+$/.test(arg));
  const text = words.join(" ");
  const isEscaped = call.args[0]?.includes("e") === true && /^-[neE]+$/.test(call.args[0]);
  return told(...(isEscaped ? unescape(text) : text).split("\n"));
};

/** `printf FORMAT ARGS`: `%s` and the escapes; whatever else there is makes it unknown. */
const printf: Evaluate = (call, scope) => {
  const args = call.args[0] === "--" ? call.args.slice(1) : call.args;
  if (args[0] === "-v") {
    scope.variables.set(args[1] ?? "", [format(args[2] ?? "", args.slice(3))]);
    return NO_OUTPUT;
  }
  const text = format(args[0] ?? "", args.slice(1));
  return told(...text.replace(/\n$/, "").split("\n"));
};

function format(pattern: string, args: readonly string[]): string {
  if (/%(?![sbq%]|-?\d*s)/.test(pattern)) return UNKNOWN;
  const rest = [...args];
  const once = () =>
    unescape(pattern).replaceAll(/%(?:-?\d*s|[sbq%])/g, (mark) =>
      mark === "%%" ? "%" : (rest.shift() ?? ""),
    );
  let text = once();
  while (rest.length > 0 && /%(?:-?\d*s|[sbq])/.test(pattern)) text += once();
  return text;
}

function unescape(text: string): string {
  return text.replaceAll(
    /\\(?:x([0-9a-fA-F]{1,2})|0?([0-7]{1,3})|([nrtabfve\\]))/g,
    (_, hex?: string, octal?: string, letter?: string) => {
      if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
      // A null byte only ever separates words, as for `xargs -0`.
      if (octal !== undefined) return String.fromCodePoint(Number.parseInt(octal, 8) || 10);
      return (
        ({ n: "\n", r: "\r", t: "\t", "\\": "\\" } as Record<string, string>)[letter ?? ""] ?? " "
      );
    },
  );
}

/** Names of folders come without their path, as `ls` prints them. */
const list: Evaluate = (call, scope) => {
  const args = splitArguments(call.args, { short: "IwT" });
  if (hasFlag(args, "R", "l", "recursive")) return UNTOLD;
  const operands = args.operands.length === 0 ? ["."] : args.operands;
  const lines = operands.flatMap((operand) => {
    if (!isKnown(operand) || hasFlag(args, "d")) return [operand];
    const path = joinPath(scope.cwd, operand);
    return scope.world.isFolder(path) ? (scope.world.list(path) ?? [UNKNOWN]) : [operand];
  });
  return told(...lines);
};

/** What comes in goes out in other order, or in part: every line may be there. */
const passOn: Evaluate = (call, scope, position) => {
  const { operands } = splitArguments(call.args, { short: "nckstdo" });
  return operands.length === 0 && position.input !== undefined ? position.input : UNTOLD;
};

/** Options that leave whole lines, as they came. */
const KEEPS_LINES =
  /^(?:[viyEFGPxhsae]|invert-match|ignore-case|(?:extended|basic|perl)-regexp|fixed-strings|line-regexp|no-filename|no-messages|text|regexp)$/;

/** Keeps or drops the lines that match; which ones those are cannot be told of every pattern. */
const filter: Evaluate = (call, scope, position) => {
  const args = splitArguments(call.args, {
    short: "efmABCdD",
    long: ["regexp", "file", "max-count", "after-context", "before-context", "context"],
  });
  const given = valueOf(args, "e", "regexp");
  const [pattern, ...files] = given === undefined ? args.operands : [given, ...args.operands];
  if (hasFlag(args, "l", "files-with-matches", "L"))
    return namesBelow(
      files.flatMap((file) => file ?? []),
      scope,
    );
  if (position.input === undefined || files.length > 0 || pattern === undefined) return UNTOLD;
  const patterns = call.args.filter((arg) => /^(?:-[a-zA-Z]*e|--regexp)/.test(arg));
  if (![...args.flags].every((flag) => KEEPS_LINES.test(flag)) || patterns.length > 1)
    return UNTOLD;
  const matcher = isKnown(pattern) ? toLineTest(pattern, call, args) : undefined;
  if (matcher === undefined) return UNTOLD;
  const isInverted = hasFlag(args, "v", "invert-match");
  // A line that is known in part may match as well as not.
  const keeps = (line: string) => !isKnown(line) || matcher.matches(line) !== isInverted;
  return { ...position.input, lines: position.input.lines.filter(keeps) };
};

function toLineTest(pattern: string, call: Invocation, args: Arguments): Matcher | undefined {
  const ignoresCase = hasFlag(args, "i", "y", "ignore-case");
  const isFixed = hasFlag(args, "F", "fixed-strings") || call.name.endsWith("fgrep");
  const isExtended =
    hasFlag(args, "E", "P", "extended-regexp", "perl-regexp") || call.name.endsWith("egrep");
  // Each line of a pattern is one of its own.
  const parts = pattern
    .split("\n")
    .map((line) =>
      isFixed ? literal(line, ignoresCase) : parseExpression(line, { isExtended, ignoresCase }),
    );
  const known = parts.filter((part) => part !== undefined);
  if (known.length < parts.length) return undefined;
  const isWhole = hasFlag(args, "x", "line-regexp");
  return isWhole ? toMatcher(choice(known)) : toFinder(choice(known));
}

/** `grep -rl x folder` prints names of files in the folder, which ones only it knows. */
function namesBelow(files: readonly string[], scope: Scope): Output {
  const lines = files.map((file) =>
    scope.world.isFolder(joinPath(scope.cwd, file)) ? `${file}/${UNKNOWN}` : file,
  );
  return { lines, isComplete: false };
}

const pathPart =
  (take: (path: string) => string): Evaluate =>
  (call) => {
    const [path = ""] = splitArguments(call.args, { short: "s" }).operands;
    return isKnown(path) ? told(take(path)) : UNTOLD;
  };

const whereWeAre: Evaluate = (_, scope) => told(scope.cwd);

const realPath: Evaluate = (call, scope) => {
  const args = splitArguments(call.args);
  if (hasFlag(args, "relative-to", "relative-base")) return UNTOLD;
  return told(...args.operands.map((path) => joinPath(scope.cwd, path)));
};

/** Where a program is: its name says which one. */
const locate: Evaluate = (call) => told(...splitArguments(call.args).operands);

const reverse: Evaluate = (_, __, position) =>
  position.input === undefined
    ? UNTOLD
    : {
        ...position.input,
        lines: position.input.lines.map((line) => [...line].toReversed().join("")),
      };

const decode: Evaluate = (call, _, position) => {
  const { flags } = splitArguments(call.args);
  const isDecoding = flags.has("d") || flags.has("D") || flags.has("decode");
  if (!isDecoding || position.input?.isComplete !== true) return UNTOLD;
  try {
    return toOutput(atob(position.input.lines.join("")));
  } catch {
    return UNTOLD;
  }
};

function look(_call: Invocation, _scope: Scope, _position: Position): Output {
  return UNTOLD;
}

export const PRINTERS: CommandTable = {
  ...forAll("cat nl bat batcat less more", showFiles),
  ...forAll("grep egrep fgrep", filter),
  ...forAll("head tail tac", passOn),
  ...forAll("realpath readlink", realPath),
  which: locate,
  rev: reverse,
  base64: decode,
  echo,
  printf,
  ls: list,
  pwd: whereWeAre,
  basename: pathPart((path) => posix.basename(path)),
  dirname: pathPart((path) => posix.dirname(path)),
  ...forAll(
    "rg ag ack wc dir tree stat file du df diff cmp comm cut tr fold fmt column jq test [ sleep date whereis seq yes expr printenv id whoami uname hostname ps top pgrep kill pkill killall md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum cksum sum base32 od hexdump strings paste join nproc free uptime help times man info locate getent arch tty stty clear tput numfmt factor tsort expand unexpand pr look cal lsof netstat ss ping dig nslookup zcat bzcat xzcat zgrep vdir",
    look,
  ),
};
