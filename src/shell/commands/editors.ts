import { hasFlag, splitArguments, valueOf } from "../arguments.ts";
import {
  NO_OUTPUT,
  type Position,
  type Scope,
  UNTOLD,
  addWrite,
  fork,
  keepFile,
  textOf,
  toPart,
} from "../scope.ts";
import { UNKNOWN, inFolder, isKnown } from "../value.ts";
import { findShellLiterals, findWrittenLiterals, toReadable } from "../inline-code.ts";
import { type CommandTable, type Evaluate, type Invocation, forAll } from "./invocation.ts";
import { broughtText } from "./own-words.ts";
import { readSedScript } from "./sed-script.ts";
import { edited, editedLines } from "./sed-text.ts";
import { rewrite, textGiven } from "./texts.ts";
import { writeAll } from "./writers.ts";

const edits: Evaluate = (call, scope, position) => {
  const args = splitArguments(call.args.map(withoutSuffix), {
    short: "efl",
    long: ["expression", "file", "line-length"],
  });
  const { operands, given } = args;
  const isInPlace = hasFlag(args, "i", "in-place");
  const valuesOf = (...names: readonly string[]) =>
    given.flatMap(({ name, value }) =>
      names.includes(name) && value !== undefined ? [value] : [],
    );
  const files = valuesOf("f", "file");
  const hasScript = hasFlag(args, "e", "f", "expression", "file");
  const texts = files.map((file) => broughtText(file, scope, position) ?? textOf(scope, file));
  const scripts = hasScript ? [...valuesOf("e", "expression"), ...texts] : operands.slice(0, 1);
  // Each `-e` is a line: a text that ends in a backslash goes on in the next one.
  const { writes, runs, isUntold } = readSedScript(scripts.join("\n"));
  for (const path of [...writes, ...keptBy(call.args)]) {
    if (!path.startsWith("/dev/std")) addWrite(scope, path, "change", call.words, position);
  }
  // Of a script that runs lines, each that comes in may be one.
  const unrun = scripts.join("\n").replace(/^(s([^\w\s]).*\2.*\2[gpI\d]*)e/, "$1");
  const made = isUntold ? rewriteInput(unrun, scope, position) : undefined;
  const lines = isUntold ? (made ?? position.input?.lines ?? []) : [];
  for (const command of [...runs, ...lines])
    scope.run(command, fork(scope), { ...position, isProven: false, input: undefined });
  const isOwn = isUntold || runs.length > 0 || !scripts.every((text) => isKnown(text ?? UNKNOWN));
  if (isOwn && !hasFlag(args, "sandbox")) note(call, scope, position);
  const named = hasScript ? operands : operands.slice(1);
  const script = scripts.join("\n");
  const manner = {
    isSilent: hasFlag(args, "n", "quiet", "silent"),
    isExtended: hasFlag(args, "E", "r", "regexp-extended"),
  };
  const change = (text: string) => edited(script, text, manner, scope.spend);
  const isRead = !isOwn && !hasFlag(args, "z", "null-data");
  if (isInPlace) {
    for (const file of named) {
      const before = isRead ? textOf(scope, file) : undefined;
      writeAll([file], "change", call, scope, position);
      keepFile(file, before === undefined ? undefined : change(before), scope);
    }
    return UNTOLD;
  }
  if (!isRead) return UNTOLD;
  return rewrite(textGiven(named, scope, position), change, (lines) =>
    editedLines(script, lines, manner, scope.spend),
  );
};

/** What a script makes of what comes in. */
function rewriteInput(
  script: string,
  scope: Scope,
  { input }: Position,
): readonly string[] | undefined {
  const manner = { isSilent: false, isExtended: false };
  return input && editedLines(script, input.lines, manner, scope.spend);
}

/** `-i'folder/*'`: a suffix with a slash is the whole path of what is kept. */
function keptBy(args: readonly string[]): string[] {
  return args.flatMap((arg) => {
    const suffix = /^(?:-[a-dg-kmnp-zA-Z]*?i|--in-place=)(.*\/.*)$/.exec(arg)?.[1];
    return suffix === undefined ? [] : [suffix.replaceAll("*", UNKNOWN)];
  });
}

/** `-i.bak`, `-Ei.bak`: what follows `i` in a cluster is its suffix, never a word of its own. */
function withoutSuffix(arg: string): string {
  return /^-[a-dg-kmnp-zA-Z]*?i/.exec(arg)?.[0] ?? arg;
}

/** Line editors and screen editors write the files they are given. */
const opens: Evaluate = (call, scope, position) => {
  const args = splitArguments(call.args, {
    short: "cSupTiUwWrdt",
    long: ["cmd", "eval", "startuptime"],
  });
  const scripts = args.given.flatMap(({ name, value }) =>
    /^(?:c|cmd|eval)$/.test(name) && value !== undefined ? [value] : [],
  );
  const script = [
    ...scripts,
    ...call.args.flatMap((arg) => (/^\+\D/.test(arg) ? [arg.slice(1)] : [])),
    ...args.given.flatMap(({ name, value = "" }) =>
      /^[uS]$/.test(name) ? (broughtText(value, scope, position) ?? []) : [],
    ),
    ...(position.input?.lines ?? []),
  ].join("\n");
  const text = script.length > LONGEST_SCRIPT ? "" : toReadable(script);
  const { operands } = args;
  const opened = [...operands.filter((operand) => !/^[+!]/.test(operand)), ...openedBy(text)];
  // A script that never writes only looks.
  const isReading =
    hasFlag(args, "R", "M") ||
    call.name.endsWith("view") ||
    (script !== "" &&
      position.input?.isComplete !== false &&
      script.length <= LONGEST_SCRIPT &&
      !WRITES_BUFFER.test(text));
  if (!isReading) writeAll(opened, "change", call, scope, position);
  const inner = { ...position, isProven: false, isShown: false, input: undefined };
  const shells = operands.flatMap((operand) => (operand.startsWith("!") ? [operand.slice(1)] : []));
  for (const command of [...shells, ...runBy(text)]) scope.run(command, fork(scope), inner);
  const folder = /(?:^|[\n|:])[ \t]*l?cd[ \t]+([^\s|]+)/.exec(text)?.[1];
  for (const [, path = ""] of text.matchAll(WRITES_FILE)) {
    if (path.startsWith("!")) continue;
    writeAll(
      folder === undefined ? [path] : [path, inFolder(folder, path)],
      "change",
      call,
      scope,
      position,
    );
  }
  for (const { path, effect } of findWrittenLiterals(text)) {
    addWrite(scope, path, effect, call.words, position);
  }
  const verbose = call.args.flatMap((arg) => /^-V\d*(\D.*)$/.exec(arg)?.[1] ?? []);
  writeAll(verbose, "change", call, scope, position);
  if (script !== "" || verbose.length > 0) note(call, scope, position);
  return NO_OUTPUT;
};

/** A longer script is not read: what it does is seen afterwards. */
const LONGEST_SCRIPT = 10_000;
const WRITES_BUFFER =
  /(?:^|[\n|:%\d$,])[ \t]*(?:w|wa|wall|wq|x|xit|write|wqa?|xa?|ZZ|saveas|up|update)\b(?!!? +[^\s|!])|save-buffer/;
const WRITES_FILE =
  /(?:^|[\n|:%\d$,])[ \t]*(?:(?:w|wq|W|write|sav|saveas|x|xit|up|update|mks|mksession|mkexrc|mkview|wviminfo|wv|f|file)!?[ \t]+(?:>>[ \t]*)?|redir!?[ \t]*>{1,2}[ \t]*)([^\s|]+)/g;

function openedBy(script: string): string[] {
  const opens = script.matchAll(
    /(?:^|[\n|:])[ \t]*(?:e|E|edit|tabe|tabedit|sp|split|vs|n|next|ar|args|argadd)!?[ \t]+([^\s|!]+)/g,
  );
  return [...opens].map(([, path = ""]) => path);
}

/** `!cmd`, `%!cmd`, `r !cmd`, `w !cmd`, `system("cmd")`. */
function runBy(script: string): string[] {
  const lines = script.matchAll(
    /(?:^|[\n|:])[ \t%\d$.,]*(?:sil(?:ent)?!? +)?[%\d$.,]*(?:(?:r|w|read|write|e|terminal|term)!?[ \t]+)?!([^\n]+)/g,
  );
  return [...[...lines].map(([, command = ""]) => command), ...findShellLiterals(script, false)];
}

function note(call: Invocation, scope: Scope, position: Position): void {
  scope.effects.inline.push(toPart(scope, call.words, position));
}

const patches: Evaluate = (call, scope, position) => {
  const args = splitArguments(call.args, {
    short: "pidoDBFrVYz",
    long: ["input", "directory", "output", "strip", "fuzz"],
  });
  if (hasFlag(args, "dry-run")) return UNTOLD;
  const folder = valueOf(args, "d", "directory");
  const output = valueOf(args, "o", "output");
  const [file] = args.operands;
  if (output !== undefined) addWrite(scope, output, "change", call.words, position);
  else if (file !== undefined)
    addWrite(scope, inFolder(folder, file), "change", call.words, position);
  else if (folder !== undefined) addWrite(scope, `${folder}/`, "change", call.words, position);
  const source = valueOf(args, "i", "input");
  const text = source === undefined ? undefined : textOf(scope, source);
  const lines = text?.split("\n") ?? position.input?.lines ?? [];
  const named = output === undefined ? lines : [];
  for (const path of patchedPaths(named, Number(valueOf(args, "p", "strip") ?? 0))) {
    addWrite(scope, inFolder(folder, path), "change", call.words, position);
  }
  scope.effects.inline.push(toPart(scope, call.words, position));
  return UNTOLD;
};

/** The files that a diff on standard input names. */
export function patchedPaths(lines: readonly string[], strip: number): string[] {
  return lines.flatMap((line) => {
    const path = /^(?:\+\+\+|---) ([^\t]+)/.exec(line)?.[1]?.trim();
    if (path === undefined || path === "/dev/null") return [];
    return [path.split("/").slice(strip).join("/")];
  });
}

/** `yq -i`, `sd from to file`, `xmlstarlet ed -L`. */
const inPlace: Evaluate = (call, scope, position) => {
  const args = splitArguments(call.args, { short: "e", long: ["expression", "prettyPrint"] });
  if (hasFlag(args, "i", "in-place", "inplace", "L"))
    writeAll(args.operands.slice(1), "change", call, scope, position);
  return UNTOLD;
};

const replaces: Evaluate = (call, scope, position) => {
  const args = splitArguments(call.args, { short: "fn" });
  if (!hasFlag(args, "p", "preview"))
    writeAll(args.operands.slice(2), "change", call, scope, position);
  return UNTOLD;
};

export const EDITORS: CommandTable = {
  sed: edits,
  gsed: edits,
  ...forAll("ed red ex vi vim nvim view vimdiff rvim nano emacs micro joe", opens),
  patch: patches,
  ...forAll("yq xmlstarlet crudini", inPlace),
  sd: replaces,
};
