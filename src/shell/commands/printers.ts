import { posix } from "node:path";
import { type Matcher, toFinder, toMatcher } from "../../patterns/automaton.ts";
import { choice, literal } from "../../patterns/pattern.ts";
import { parseExpression } from "../../patterns/regular-expression.ts";
import { type Search, escapeExpression, toSearch } from "../../patterns/search.ts";
import { type Arguments, hasFlag, splitArguments, valueOf } from "../arguments.ts";
import {
  NO_OUTPUT,
  type Output,
  type Position,
  type Scope,
  UNTOLD,
  addWrite,
  followLinks,
  toOutput,
} from "../scope.ts";
import { isFolderNow, namesIn } from "../disk.ts";
import { FILTERS } from "./filters.ts";
import { filesWithMatch } from "./listings.ts";
import { TEXTS, textGiven, told } from "./texts.ts";
import { UNKNOWN, UNKNOWN_NUMBER, UNKNOWN_TEXT, isKnown, joinPath, joinValues } from "../value.ts";
import { type CommandTable, type Evaluate, type Invocation, forAll } from "./invocation.ts";

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
    // Another `cat`, from a folder of one's own, may show anything.
    /^(?:\/(?:usr\/)?bin\/)?(?:cat|nl|bat|batcat)$/.test(call.name) &&
    [...flags].every((flag) => SHOWS_ALL.test(flag));
  for (const operand of operands) {
    if (operand === "-" || !isKnown(operand)) continue;
    scope.spend(10);
    scope.effects.reads.push({ path: joinPath(scope.cwd, operand), whole: isWhole });
  }
  return textGiven(operands, scope, position);
};

/** Names of folders come without their path, as `ls` prints them. */
const list: Evaluate = (call, scope) => {
  const args = splitArguments(call.args, { short: "IwT" });
  if (hasFlag(args, "R", "l", "recursive")) return UNTOLD;
  const operands = args.operands.length === 0 ? ["."] : args.operands;
  const lines = operands.flatMap((operand) => {
    if (!isKnown(operand) || hasFlag(args, "d")) return [operand];
    const path = joinPath(scope.cwd, operand);
    return isFolderNow(path, scope) ? (namesIn(path, scope) ?? [UNKNOWN]) : [operand];
  });
  // In any other order the first and the last line are other ones.
  const isSorted = [...args.flags].every((flag) => /^[aAdFp1]$/.test(flag));
  return isSorted && lines.every(isKnown)
    ? told(...lines.toSorted())
    : { lines, isComplete: false };
};

/** Options that leave whole lines, as they came. */
const KEEPS_LINES =
  /^(?:[viyEFGPxhsaeom]|max-count|only-matching|invert-match|ignore-case|(?:extended|basic|perl)-regexp|fixed-strings|line-regexp|no-filename|no-messages|text|regexp)$/;

/** Keeps or drops the lines that match; which ones those are cannot be told of every pattern. */
const filter: Evaluate = (call, scope, position) => {
  const args = splitArguments(call.args, {
    short: "efmABCdD",
    long: ["regexp", "file", "max-count", "after-context", "before-context", "context", "include"],
  });
  if (hasFlag(args, "q", "quiet", "silent")) return NO_OUTPUT;
  const given = valueOf(args, "e", "regexp");
  const [pattern, ...files] = given === undefined ? args.operands : [given, ...args.operands];
  if (hasFlag(args, "l", "files-with-matches", "L")) {
    // Shown to nobody but the caller, it does not matter which they are.
    const isAsked = !position.isShown && !hasFlag(args, "L") && pattern !== undefined;
    const matcher = isAsked && isKnown(pattern) ? toLineTest(pattern, call, args) : undefined;
    const included = args.given.flatMap(({ name, value }) =>
      name === "include" ? [value ?? ""] : [],
    );
    const named = files.length === 0 && hasFlag(args, "r", "R", "recursive") ? ["."] : files;
    return filesWithMatch(named, matcher, included, scope);
  }
  const isTree = hasFlag(args, "r", "R", "recursive");
  if (pattern === undefined || files.length > 1 || isTree) return UNTOLD;
  const input = textGiven(files, scope, position);
  const isOnly = hasFlag(args, "o", "only-matching") && !hasFlag(args, "v", "invert-match");
  const patterns = call.args.filter((arg) => /^(?:-[a-zA-Z]*e|--regexp)/.test(arg));
  if (![...args.flags].every((flag) => KEEPS_LINES.test(flag)) || patterns.length > 1)
    return UNTOLD;
  scope.spend(pattern.length);
  const matcher = isKnown(pattern) ? toLineTest(pattern, call, args) : undefined;
  if (matcher === undefined) return UNTOLD;
  const isInverted = hasFlag(args, "v", "invert-match");
  // A line that is known in part may match as well as not.
  const keeps = (line: string) =>
    !isKnown(line) || matcher.matches(line, scope.spend) !== isInverted;
  const { lines, isComplete } = input;
  const kept = lines.filter(keeps);
  if (!isOnly) return { lines: kept, isComplete };
  const search = toSearch(isFixed(call, args) ? escapeExpression(pattern) : pattern, {
    isExtended: isExtended(call, args),
    ignoresCase: ignoresCase(args),
  });
  if (search === undefined || hasFlag(args, "x", "w", "m")) return UNTOLD;
  const found = kept.filter(isKnown).flatMap((line) => matchesIn(line, search, scope));
  return { lines: found, isComplete: isComplete && kept.every(isKnown) };
};

/** Each match of a line, one behind the other. */
function matchesIn(line: string, search: Search, { spend }: Scope): readonly string[] {
  const found: string[] = [];
  for (let from = 0; from < line.length;) {
    const match = search(line, from, spend);
    if (match === undefined) break;
    if (match.end > match.start) found.push(line.slice(match.start, match.end));
    from = Math.max(match.end, match.start + 1);
  }
  return found;
}

const ignoresCase = (args: Arguments) => hasFlag(args, "i", "y", "ignore-case");
const isFixed = ({ name }: Invocation, args: Arguments) =>
  hasFlag(args, "F", "fixed-strings") || name.endsWith("fgrep");
const isExtended = ({ name }: Invocation, args: Arguments) =>
  hasFlag(args, "E", "P", "extended-regexp", "perl-regexp") || name.endsWith("egrep");

function toLineTest(pattern: string, call: Invocation, args: Arguments): Matcher | undefined {
  const options = { isExtended: isExtended(call, args), ignoresCase: ignoresCase(args) };
  // Each line of a pattern is one of its own.
  const parts = pattern
    .split("\n")
    .map((line) =>
      isFixed(call, args) ? literal(line, options.ignoresCase) : parseExpression(line, options),
    );
  const known = parts.filter((part) => part !== undefined);
  if (known.length < parts.length) return undefined;
  const isWhole = hasFlag(args, "x", "line-regexp");
  return isWhole ? toMatcher(choice(known)) : toFinder(choice(known));
}

const whereWeAre: Evaluate = (_, scope) => told(scope.cwd);

/** `realpath x`, `readlink -f x`: where links lead, as far as the command line itself has made them. */
const realPath: Evaluate = (call, scope) => {
  const args = splitArguments(call.args, { long: ["relative-to"] });
  const isOther = hasFlag(args, "relative-base", "z", "zero", "s", "no-symlinks");
  const base = valueOf(args, "relative-to");
  const follows = call.name.endsWith("realpath") || hasFlag(args, "f", "e", "m", "canonicalize");
  if (isOther) return UNTOLD;
  if (!follows)
    return { lines: args.operands.flatMap((link) => leadOf(link, scope)), isComplete: false };
  const paths = args.operands.map((operand) => {
    const path = followLinks(joinPath(scope.cwd, operand), scope.effects.links, false);
    return isKnown(path) ? scope.world.realPath(path) : path;
  });
  if (base === undefined || ![base, ...paths].every(isKnown)) return told(...paths);
  const start = scope.world.realPath(joinPath(scope.cwd, base));
  return told(...paths.map((path) => posix.relative(start, path)));
};

/** Where a link leads; what it says there, a relative path or not, is not asked for. */
function leadOf(link: string, scope: Scope): readonly string[] {
  const path = joinPath(scope.cwd, link);
  return isKnown(path) && scope.world.isLink(path) ? [scope.world.realPath(path)] : [];
}

/** `date +text`: what is no mark is printed as it stands. */
const tellsTime: Evaluate = (call) => {
  const form = call.args.find((arg) => arg.startsWith("+"))?.slice(1);
  if (form === undefined) return UNTOLD;
  const numbered = form.replaceAll(/%-?[YmdHMSNsjuwUVWGgyCFTRaAbBhekl]/g, UNKNOWN_NUMBER);
  const line = numbered.replaceAll(/%-?\w/g, UNKNOWN_TEXT);
  return { lines: [line], isComplete: line === numbered };
};

/** Where a program is: its name says which one. */
const locate: Evaluate = (call) => told(...splitArguments(call.args).operands);

/** `type -p cmd` does, too; else it describes it. */
const describe: Evaluate = (call, scope, position) =>
  /^-[pP]/.test(call.args[0] ?? "") ? locate(call, scope, position) : UNTOLD;

/** `yes text` goes on for ever: each line of it is the same. */
const repeats: Evaluate = (call) => ({ lines: [joinValues(call.args)], isComplete: false });

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

/** `file -C -m magic` writes `magic.mgc` where it stands. */
const tellsKind: Evaluate = (call, scope, position) => {
  const args = splitArguments(call.args, { short: "FfmPe", long: ["magic-file"] });
  if (!hasFlag(args, "C", "compile")) return UNTOLD;
  const magic = args.values.get("m") ?? args.values.get("magic-file") ?? "magic";
  addWrite(scope, `${posix.basename(magic)}.mgc`, "change", call.words, position);
  scope.effects.isReading = false;
  return UNTOLD;
};

export const PRINTERS: CommandTable = {
  file: tellsKind,
  ...TEXTS,
  ...FILTERS,
  ...forAll("cat nl bat batcat less more", showFiles),
  ...forAll("grep egrep fgrep", filter),
  ...forAll("realpath readlink", realPath),
  which: locate,
  date: tellsTime,
  type: describe,
  yes: repeats,
  base64: decode,
  ls: list,
  pwd: whereWeAre,
  ...forAll(
    "rg ag ack wc dir tree du df diff cmp jq sleep http-server serve live-server miniserve darkhttpd whereis printenv id whoami uname hostname ps top pgrep kill pkill killall md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum cksum sum base32 od hexdump join nproc free uptime help times man info locate getent arch tty stty clear tput numfmt factor tsort cal lsof netstat ss ping dig nslookup zcat bzcat xzcat zgrep vdir fswatch",
    look,
  ),
};
