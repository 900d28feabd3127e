import { type Arguments, type OptionSpec, hasFlag, splitArguments, valueOf } from "../arguments.ts";
import {
  NO_OUTPUT,
  type Position,
  type Scope,
  UNTOLD,
  addWrite,
  fork,
  keepFile,
  ownText,
  toOutput,
  toPart,
} from "../scope.ts";
import { LONGEST_CODE, toReadable } from "../inline-code.ts";
import { textOfOutput } from "../output.ts";
import { inFolder, joinPath } from "../value.ts";
import type { WriteEffect } from "../../types.ts";
import { type CommandTable, type Evaluate, type Invocation, forAll } from "./invocation.ts";
import { broughtText } from "./own-words.ts";
import { textGiven } from "./texts.ts";

/** Writes each of the paths; a folder that is already there is not changed by writing "it". */
export function writeAll(
  paths: readonly string[],
  effect: WriteEffect,
  call: Invocation,
  scope: Scope,
  position: Position,
): void {
  for (const path of paths) {
    const isNoFile = effect === "change" || effect === "make-folder";
    if (isNoFile && scope.world.isFolder(joinPath(scope.cwd, path))) continue;
    addWrite(scope, path, effect, call.words, position);
  }
}

function writesOperands(effect: WriteEffect, spec: OptionSpec = {}): Evaluate {
  return (call, scope, position) => {
    writeAll(splitArguments(call.args, spec).operands, effect, call, scope, position);
    return NO_OUTPUT;
  };
}

/** `rm` leaves folders alone unless told otherwise. */
const removes: Evaluate = (call, scope, position) => {
  const args = splitArguments(call.args, { short: "ns", long: ["iterations", "size"] });
  const takesFolders =
    hasFlag(args, "r", "R", "recursive", "d", "dir") || call.name.endsWith("rmdir");
  const operands = args.operands.filter((operand) => {
    const path = joinPath(scope.cwd, operand);
    return takesFolders || !scope.world.isFolder(path) || scope.world.isLink(path);
  });
  writeAll(operands, "delete", call, scope, position);
  return NO_OUTPUT;
};

/** `chmod 644 f`, `chown -R me .`: the first operand is not a file, unless `--reference` replaces it. */
const changesMode: Evaluate = (call, scope, position) => {
  // A mode such as `-w` looks like an option.
  const at = call.name.endsWith("chmod")
    ? call.args.findIndex((arg) => /^-[rwxXst]+$/.test(arg))
    : -1;
  const given =
    at === -1 ? call.args : [...call.args.slice(0, at), "mode", ...call.args.slice(at + 1)];
  const args = splitArguments(given, { long: ["reference", "from"] });
  const files = args.values.has("reference") ? args.operands : args.operands.slice(1);
  const isTree = hasFlag(args, "R", "recursive");
  const keeps = keepsReadable(call.name, args.operands[0] ?? "");
  const effect = !isTree ? "change" : keeps ? "change-modes" : "change-tree";
  for (const file of files) {
    if (keeps && !isTree && scope.world.isFolder(joinPath(scope.cwd, file))) continue;
    // A write makes the text of a file unknown, a change of mode or owner does not.
    const text = ownText(file, scope);
    addWrite(scope, file, effect, call.words, position);
    keepFile(file, text, scope);
  }
  return NO_OUTPUT;
};

/** Modes that leave the owner what reading takes; a new owner or group takes nothing away that sudo does not give. */
function keepsReadable(name: string, mode: string): boolean {
  if (/ch(?:own|grp)$/.test(name)) return true;
  if (!name.endsWith("chmod")) return false;
  if (/^0?[0-7]{3,4}$/.test(mode)) return (Number(mode.at(-3)) & 5) === 5;
  return mode.split(",").every((clause) => {
    const [, who = "", changes] = /^([ugoa]*)((?:[-+=][rwxXst]*)+)$/.exec(clause) ?? [];
    if (changes === undefined) return false;
    const isOwner = who === "" || /[ua]/.test(who);
    return !isOwner || !/-[^-+=]*[rxX]|=(?![^-+=]*r[^-+=]*[xX]|[^-+=]*[xX][^-+=]*r)/.test(changes);
  });
}

const tees: Evaluate = (call, scope, position) => {
  const args = splitArguments(call.args);
  const { input = UNTOLD } = position;
  const isTold = input.isComplete && !hasFlag(args, "a", "append");
  for (const file of args.operands) {
    const sink = scope.effects.sinks.get(file);
    if (sink !== undefined) {
      const late = { isProven: false, isShown: false, isBackground: true, input };
      scope.run(sink, fork(scope), late);
      continue;
    }
    writeAll([file], "change", call, scope, position);
    keepFile(file, isTold ? textOfOutput(input) : undefined, scope);
  }
  return input;
};

const copiesBlocks: Evaluate = (call, scope, position) => {
  const targets = call.args.flatMap((arg) => (arg.startsWith("of=") ? [arg.slice(3)] : []));
  const sources = call.args.flatMap((arg) => (arg.startsWith("if=") ? [arg.slice(3)] : []));
  const input = textGiven(sources, scope, position);
  writeAll(targets, "change", call, scope, position);
  // Blocks of a size of their own, or from the middle, are another text.
  const isWhole = call.args.every((arg) => /^(?:if|of|status|bs)=/.test(arg));
  if (targets.length === 0) return isWhole ? input : UNTOLD;
  const text = isWhole && input.isComplete ? textOfOutput(input) : undefined;
  for (const target of targets) keepFile(target, text, scope);
  return NO_OUTPUT;
};

/** `uniq IN OUT`. */
const uniq: Evaluate = (call, scope, position) => {
  const { operands } = splitArguments(call.args, { short: "fsw" });
  writeAll(operands.slice(1, 2), "change", call, scope, position);
  const input = textGiven(operands.slice(0, 1), scope, position);
  const isPlain = call.args.every((arg) => !arg.startsWith("-"));
  if (!isPlain || !input.isComplete) return UNTOLD;
  const lines = input.lines.filter((line, at) => line !== input.lines[at - 1]);
  return { lines, isComplete: true };
};

/** Pieces are named after a prefix; how many there will be cannot be told, so the first stands for all. */
const splits: Evaluate = (call, scope, position) => {
  const args = splitArguments(call.args, { short: "abClnfkt", long: ["prefix"] });
  const prefix = call.name.endsWith("csplit") ? valueOf(args, "f", "prefix") : args.operands[1];
  addWrite(scope, `${prefix ?? "x"}aa`, "change", call.words, position);
  if (hasFlag(args, "filter")) scope.effects.inline.push(toPart(scope, call.words, position));
  return NO_OUTPUT;
};

const makesTemporary: Evaluate = (call, scope, position) => {
  const args = splitArguments(call.args, { short: "p", long: ["suffix"] });
  const own = scope.variables.get("TMPDIR")?.[0];
  const place = own ?? scope.world.variable("TMPDIR") ?? "/tmp";
  const folder = valueOf(args, "p", "tmpdir") ?? (hasFlag(args, "t", "tmpdir") ? place : undefined);
  const [template = "tmp.XXXXXXXXXX"] = args.operands;
  const base = args.operands.length === 0 ? (folder ?? place) : folder;
  // A name that nothing has had: what stands there instead is another one each time, and no name of anything else.
  const fresh = (letters: string) => `${letters}${scope.effects.writes.length}`;
  const made = inFolder(base, template.replace(/X{3,}(?=[^/X]*$)/, fresh));
  const effect = hasFlag(args, "d", "directory") ? "make-folder" : "change";
  if (!hasFlag(args, "u", "dry-run")) addWrite(scope, made, effect, call.words, position);
  return { lines: [made], isComplete: true };
};

/** `xxd in out`. */
const dumps: Evaluate = (call, scope, position) => {
  const args = splitArguments(call.args, { short: "cglos" });
  writeAll(args.operands.slice(1, 2), "change", call, scope, position);
  const isBack = call.name.endsWith("xxd") && args.flags.has("r") && args.flags.has("p");
  const digits = position.input?.isComplete === true ? position.input.lines.join("") : "";
  if (!isBack || args.operands.length > 0 || !/^(?:[2-7][\da-f])+$/i.test(digits)) return UNTOLD;
  return toOutput(
    digits.replaceAll(/../g, (pair) => String.fromCodePoint(Number.parseInt(pair, 16))),
  );
};

/** Dot commands and functions that reach beyond the database, some of them to a shell. */
const SQL_ACTS =
  /^[ \t]*\.(?!schema|tables|dump|mode|headers?|indexes|width|separator|help|databases)\w|\b(?:attach|into|writefile|edit)\b/im;

/** A database is a file that its queries change; some commands of the shell write others. */
const queries: Evaluate = (call, scope, position) => {
  const args = splitArguments(
    call.args.map((arg) => arg.replace(/^-(?=\w\w)/, "--")),
    { long: ["cmd", "init", "separator"] },
  );
  const [database, ...scripts] = args.operands;
  const start = broughtText(args.values.get("init") ?? "", scope, position) ?? "";
  const written = [
    start,
    args.values.get("cmd") ?? "",
    ...scripts,
    ...(position.input?.lines ?? []),
  ].join("\n");
  const text = toReadable(written);
  if (args.values.has("init") || written.length > LONGEST_CODE || SQL_ACTS.test(text))
    scope.effects.inline.push(toPart(scope, call.words, position));
  const isReading =
    hasFlag(args, "readonly") ||
    /^\s*(?:select|\.schema|\.tables|\.dump|explain|pragma)\b/i.test(text);
  if (database !== undefined && database !== ":memory:" && !isReading) {
    writeAll([database], "change", call, scope, position);
  }
  for (const [, path] of text.matchAll(
    /\.(?:output|once|backup|save|log|trace|excel)\s+(?:main\s+)?["']?([^\s"']+)/g,
  )) {
    writeAll([path ?? ""], "change", call, scope, position);
  }
  for (const [, command = ""] of text.matchAll(
    /^[ \t]*\.(?:shell|system|read[ \t]+["']?\|)[ \t]*([^"'\n]+)/gm,
  )) {
    scope.run(command, fork(scope), { ...position, isProven: false, input: undefined });
  }
  for (const [, path] of text.matchAll(
    /(?:writefile\(|\b(?:attach|into)(?:\s+database)?)\s*'([^']+)'/gi,
  )) {
    writeAll([path ?? ""], "change", call, scope, position);
  }
  return UNTOLD;
};

const CURL = {
  short: "AbcCdDeEFhHKmoPQrtTuUwxXyYz",
  long: ["output", "output-dir", "header", "data", "user-agent", "request", "url", "upload-file"],
};
const WGET = {
  short: "aABDeIilOoPQRtTUwX",
  long: ["directory-prefix", "header", "user-agent", "output-document", "output-file"],
};

/** Files that are named after what is fetched, or by `-o`; the other options are in their table. */
const downloads: Evaluate = (call, scope, position) => {
  const isWget = call.name.endsWith("wget");
  const args = splitArguments(call.args, isWget ? WGET : CURL);
  const folder = valueOf(args, "output-dir", "P", "directory-prefix");
  const named = isWget
    ? []
    : args.given.flatMap(({ name, value }) =>
        (name === "o" || name === "output") && value !== undefined ? [value] : [],
      );
  const uploaded = isWget ? undefined : valueOf(args, "T", "upload-file");
  for (const url of uploaded === undefined ? [] : args.operands) {
    const path = /^file:\/\/(?:localhost)?(\/.*)$/.exec(url)?.[1];
    if (path !== undefined) addWrite(scope, path, "change", call.words, position);
  }
  const isElsewhere = isWget && hasFlag(args, "O", "output-document");
  const isRemote = isWget ? !isElsewhere : hasFlag(args, "O", "remote-name", "J");
  const paths = named.length > 0 ? named : isRemote ? lastSegments(args) : [];
  for (const path of paths) {
    if (path !== "-") addWrite(scope, inFolder(folder, path), "change", call.words, position);
  }
  return UNTOLD;
};

function lastSegments({ operands }: Arguments): string[] {
  return operands.map(
    (url) =>
      url
        .replace(/[?#].*$/, "")
        .split("/")
        .at(-1) || "index.html",
  );
}

export const WRITERS: CommandTable = {
  ...forAll("rm rmdir unlink shred trash trash-put", removes),
  ...forAll("chmod chown chgrp setfacl chattr setfattr", changesMode),
  ...forAll("split csplit", splits),
  ...forAll("curl wget", downloads),
  tee: tees,
  sponge: writesOperands("change"),
  touch: writesOperands("change", { short: "drt", long: ["date", "reference", "time"] }),
  truncate: writesOperands("change", { short: "sr", long: ["size", "reference"] }),
  fallocate: writesOperands("change", { short: "lo", long: ["length", "offset"] }),
  mkdir: writesOperands("make-folder", { short: "m", long: ["mode"] }),
  mkfifo: writesOperands("change", { short: "m", long: ["mode"] }),
  mknod: writesOperands("change", { short: "m" }),
  dos2unix: writesOperands("change"),
  unix2dos: writesOperands("change"),
  mktemp: makesTemporary,
  uniq,
  ...forAll("xxd pod2text pod2man ps2pdf pdftotext", dumps),
  ...forAll("convert magick", (call, scope, position) => {
    const last = call.args.length > 1 ? call.args.slice(-1) : [];
    writeAll(last, "change", call, scope, position);
    return NO_OUTPUT;
  }),
  objcopy: (call, scope, position) => {
    const { operands } = splitArguments(call.args, { short: "IOFBjRJNKLGWS" });
    writeAll(operands.slice(-1), "change", call, scope, position);
    return NO_OUTPUT;
  },
  cpp: (call, scope, position) => {
    const { operands } = splitArguments(call.args, { short: "DIUox" });
    writeAll(operands.slice(1), "change", call, scope, position);
    return UNTOLD;
  },
  gencat: (call, scope, position) => {
    writeAll(splitArguments(call.args).operands.slice(0, 1), "change", call, scope, position);
    return NO_OUTPUT;
  },
  // `pydoc -w json` writes `json.html` where it stands.
  ...forAll("pydoc pydoc3", (call, scope, position) => {
    const [option, ...names] = call.args;
    for (const name of option === "-w" ? names : [])
      addWrite(scope, `${name}.html`, "change", call.words, position);
    return UNTOLD;
  }),
  localedef: writesOperands("change", { short: "fiuAc", long: ["charmap", "inputfile"] }),
  sqlite3: queries,
  dd: copiesBlocks,
  logsave: writesOperands("change"),
  savelog: writesOperands("change", { short: "mugcrD" }),
};
