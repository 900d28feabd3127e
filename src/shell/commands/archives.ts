import { hasFlag, splitArguments, valueOf } from "../arguments.ts";
import {
  NO_OUTPUT,
  type Position,
  type Scope,
  UNTOLD,
  addWrite,
  isAwayFromBank,
  toPart,
} from "../scope.ts";
import { UNKNOWN, inFolder, joinPath } from "../value.ts";
import { type CommandTable, type Evaluate, type Invocation, forAll } from "./invocation.ts";

/** Options that name a command, which tar then runs. */
const TAR_RUNS =
  /^(?:-I|-F|--(?:checkpoint-action=exec|to-command|use-compress-program|info-script|new-volume-script|rsh-command))/;

/** Unpacking writes whatever the archive holds; the folder it goes to is what can be told. */
const tars: Evaluate = (call, scope, position) => {
  // The old style has no dash: `tar xf a.tar`.
  const [first = "", ...rest] = call.args;
  const given = /^[A-Za-z]+$/.test(first) ? [`-${first}`, ...rest] : call.args;
  const args = splitArguments(given, {
    short: "fCTXbgK",
    long: ["file", "directory", "exclude", "files-from", "transform", "xform", "strip-components"],
  });
  const archive = valueOf(args, "f", "file");
  if (call.args.some((arg) => TAR_RUNS.test(arg)))
    scope.effects.inline.push(toPart(scope, call.words, position));
  const folder = valueOf(args, "C", "directory", "one-top-level");
  if (hasFlag(args, "x", "extract", "get")) {
    if (hasFlag(args, "O", "to-stdout")) return UNTOLD;
    if (folder !== undefined) addWrite(scope, `${folder}/`, "change", call.words, position);
    else {
      for (const member of args.operands) addWrite(scope, member, "change", call.words, position);
    }
    // `--transform=s,^,folder/,`: where the members go under other names.
    const transform = valueOf(args, "transform", "xform") ?? "";
    const place = /^s(.)(?:(?!\1).)*\1((?:(?!\1).)+)\1/.exec(transform)?.[2];
    if (place !== undefined)
      addWrite(scope, inFolder(folder, place + UNKNOWN), "change", call.words, position);
    unpack(call, scope, position, folder);
  } else if (archive !== undefined && archive !== "-" && !hasFlag(args, "t", "list", "d", "diff")) {
    addWrite(scope, archive, "change", call.words, position);
    if (hasFlag(args, "remove-files")) {
      for (const file of args.operands) addWrite(scope, file, "delete", call.words, position);
    }
  }
  return UNTOLD;
};

const unzips: Evaluate = (call, scope, position) => {
  const args = splitArguments(call.args, { short: "dxP" });
  if (hasFlag(args, "l", "t", "p", "v", "Z")) return UNTOLD;
  const folder = args.values.get("d");
  if (folder !== undefined) addWrite(scope, `${folder}/`, "change", call.words, position);
  unpack(call, scope, position, folder);
  return UNTOLD;
};

const zips: Evaluate = (call, scope, position) => {
  const args = splitArguments(call.args, { short: "xibtnO", long: ["exclude", "include"] });
  const [archive, ...files] = args.operands;
  if (call.args.some((arg) => /^(?:-TT|--unzip-command)/.test(arg)))
    scope.effects.inline.push(toPart(scope, call.words, position));
  if (archive !== undefined && archive !== "-") {
    addWrite(
      scope,
      /\.\w+$/.test(archive) ? archive : `${archive}.zip`,
      "change",
      call.words,
      position,
    );
  }
  if (hasFlag(args, "m", "move")) {
    for (const file of files) addWrite(scope, file, "delete", call.words, position);
  }
  return UNTOLD;
};

/** `gzip f` puts `f.gz` in the place of `f`. */
const compresses: Evaluate = (call, scope, position) => {
  const args = splitArguments(call.args, { short: "STo", long: ["suffix", "threads"] });
  if (hasFlag(args, "c", "stdout", "to-stdout", "t", "test", "l", "list")) return UNTOLD;
  if (args.operands.length === 0) return UNTOLD;
  for (const file of args.operands) {
    if (!hasFlag(args, "r", "recursive") && scope.world.isFolder(joinPath(scope.cwd, file)))
      continue;
    // zstd and lz4 keep what they read, and `-k` makes the others do so.
    const keeps =
      hasFlag(args, "k", "keep") || (/zstd|lz4/.test(call.name) && !hasFlag(args, "rm"));
    const effect = hasFlag(args, "r", "recursive") ? "change-tree" : "delete";
    if (keeps) {
      if (!args.values.has("o")) addWrite(scope, `${file}.gz`, "change", call.words, position);
      continue;
    }
    addWrite(scope, file, effect, call.words, position);
  }
  const output = args.values.get("o");
  if (output !== undefined) addWrite(scope, output, "change", call.words, position);
  return NO_OUTPUT;
};

/** `ar rc lib.a files` writes the archive, `ar x lib.a` its members, here or into `--output`. */
const archives: Evaluate = (call, scope, position) => {
  const { operands, values } = splitArguments(call.args, { long: ["output", "plugin", "target"] });
  const isDashed = call.args[0]?.startsWith("-") === true;
  const mode = isDashed ? (call.args[0] ?? "") : (operands[0] ?? "");
  const archive = isDashed ? operands[0] : operands[1];
  if (mode.includes("x")) {
    const folder = values.get("output") ?? ".";
    addWrite(scope, `${folder}/${UNKNOWN}`, "change", call.words, position);
  } else if (archive !== undefined && /[rqdms]/.test(mode)) {
    addWrite(scope, archive, "change", call.words, position);
  }
  const script = mode.includes("M") ? (position.input?.lines ?? []).join("\n") : "";
  for (const [, path = ""] of script.matchAll(/^\s*(?:create|open|extract)\s+(\S+)/gim))
    addWrite(scope, path, "change", call.words, position);
  return UNTOLD;
};

/** `jar cf a.jar files`, `jar xf a.jar`. */
const jars: Evaluate = (call, scope, position) => {
  const [mode = "", archive] = call.args;
  if (/^-?[cuvfme0i]*x/.test(mode)) unpack(call, scope, position, undefined);
  else if (/^-?[a-z0]*f/.test(mode) && !mode.includes("t") && archive !== undefined)
    addWrite(scope, archive, "change", call.words, position);
  return UNTOLD;
};

const sevenZips: Evaluate = (call, scope, position) => {
  const [action, archive] = call.args;
  const folder = call.args.find((arg) => arg.startsWith("-o"))?.slice(2);
  if (action === "x" || action === "e") {
    if (folder !== undefined) addWrite(scope, `${folder}/`, "change", call.words, position);
    unpack(call, scope, position, folder);
  } else if (archive !== undefined && action !== "l" && action !== "t") {
    addWrite(scope, archive, "change", call.words, position);
  }
  return UNTOLD;
};

const copiesArchive: Evaluate = (call, scope, position) => {
  const args = splitArguments(call.args, { short: "DFIOHRCEM", long: ["directory"] });
  const folder =
    valueOf(args, "D", "directory") ?? (hasFlag(args, "p") ? args.operands.at(-1) : undefined);
  if (folder !== undefined) addWrite(scope, `${folder}/`, "change", call.words, position);
  unpack(call, scope, position, folder);
  return UNTOLD;
};

/** What an archive holds cannot be told: unpacking it is a computed write, unless that is certain to be away from the bank. */
function unpack(
  call: Invocation,
  scope: Scope,
  position: Position,
  folder: string | undefined,
): void {
  const place = folder === undefined ? scope.cwd : joinPath(scope.cwd, folder);
  if (`${place}/`.startsWith(`${scope.world.bank}/`))
    addWrite(scope, `${place}/${UNKNOWN}`, "change", call.words, position);
  if (!isAwayFromBank(place, scope))
    scope.effects.computed.push(toPart(scope, call.words, position));
}

export const ARCHIVES: CommandTable = {
  ...forAll("tar gtar bsdtar ptar", tars),
  unzip: unzips,
  zip: zips,
  ...forAll(
    "gzip gunzip bzip2 bunzip2 xz unxz lzma unlzma zstd unzstd compress uncompress pigz lz4",
    compresses,
  ),
  ...forAll("7z 7za 7zr", sevenZips),
  cpio: copiesArchive,
  jar: jars,
  ar: archives,
};
