import { posix } from "node:path";
import type { WriteEffect } from "../types.ts";
import { forAll } from "./builtins.ts";
import { type Run, SILENT, type Scope, type Step, UNTOLD, addPart, addWrite } from "./scope.ts";
import {
  type Arguments,
  UNKNOWN,
  hasOption,
  isKnown,
  joinPath,
  splitArguments,
  valuesOf,
} from "./values.ts";

interface Writer {
  /** Which operands the program writes. */
  readonly writes: "each" | "first" | "second" | "none";
  readonly effect?: WriteEffect;
  /** Options that take a value, and those that name the output; if one does, operands are only read. */
  readonly withValue?: string;
  readonly outputs?: string;
  /** The program writes only with one of the options in the first list, and with none in the second list. */
  readonly onlyWith?: string;
  readonly notWith?: string;
  /** What the program writes comes from an archive or a patch. */
  readonly unpacks?: true;
  /** The program goes through a folder that it is given. */
  readonly formats?: true;
}

const CURL = "o output output-dir";
const WGET = "O P o a output-document directory-prefix";
const PATCH = "o d output directory";
const LEAVES_OUT = "ignore ignore-path ignore-pattern exclude extend-exclude skip";
const FORMATS = {
  writes: "each",
  withValue: `c l config parser ${LEAVES_OUT}`,
  formats: true,
} as const;

const TABLE: readonly (readonly [names: string, writer: Writer])[] = [
  ["rm rmdir unlink shred trash", { writes: "each", effect: "delete", withValue: "n s" }],
  ["tee sponge dos2unix unix2dos sd mkfifo", { writes: "each" }],
  ["touch", { writes: "each", withValue: "d r t date reference time" }],
  ["truncate", { writes: "each", withValue: "s r size reference" }],
  ["mkdir", { writes: "each", effect: "make-folder", withValue: "m mode" }],
  ["ed ex vi vim nvim", { writes: "each", withValue: "c S u p", onlyWith: "s c" }],
  ["yq", { writes: "each", withValue: "o p", onlyWith: "i inplace" }],
  ["split uniq", { writes: "second", withValue: "a b C l n f s w" }],
  ["gzip gunzip bzip2 xz zstd", { writes: "each", withValue: "o", outputs: "o", notWith: "c t l" }],
  ["sort", { writes: "none", withValue: "o k t S T output", outputs: "o output" }],
  ["curl", { writes: "none", withValue: `A b c d D e E F H K m T u w x X ${CURL}`, outputs: CURL }],
  ["wget", { writes: "none", withValue: WGET, outputs: WGET }],
  ["unzip", { writes: "none", withValue: "d", outputs: "d", notWith: "l t p v", unpacks: true }],
  ["patch", { writes: "first", withValue: `p i input ${PATCH}`, outputs: PATCH, unpacks: true }],
  [
    "prettier eslint markdownlint markdownlint-cli2 biome ruff oxlint oxfmt gofmt shfmt",
    { ...FORMATS, onlyWith: "w write fix" },
  ],
  ["black isort rustfmt mdformat", { ...FORMATS, notWith: "check diff" }],
];
const WRITERS = new Map(
  TABLE.flatMap(([names, writer]) => names.split(" ").map((name) => [name, writer] as const)),
);

/** Options that name the output, for programs that are not in the table. */
const OUTPUTS = "o output out outfile out-file output-file outdir out-dir outDir output-dir";

/** Notes what a program writes according to its arguments; false if the program is not in the table. */
export function noteWrites(name: string, step: Step): boolean {
  const writer = WRITERS.get(name);
  const args = splitArguments(step.call.args, writer?.withValue ?? (writer ? "" : OUTPUTS));
  const outputs = writer === undefined ? OUTPUTS : (writer.outputs ?? "");
  for (const file of valuesOf(args, ...outputs.split(" ")))
    if (writer !== undefined || /[./]/.test(file))
      addWrite(step, asPlace(file, step.scope), "change");
  if (writer === undefined) return false;
  const { notWith = "", onlyWith, effect = "change", unpacks } = writer;
  const isOff = onlyWith !== undefined && !hasOption(args, ...onlyWith.split(" "));
  if (isOff || hasOption(args, ...notWith.split(" "), ...outputs.split(" "))) return true;
  for (const file of operandsOf(writer, args, step.scope)) {
    const isTree = writer.formats === true && isFolder(file, step.scope);
    if (isTree) addPart("programs", step);
    addWrite(step, isTree ? `${file}/` : file, effect);
    const { cwd, found } = step.scope;
    if (name === "tee") found.texts.set(joinPath(cwd, file), step.input ?? UNKNOWN);
  }
  if (unpacks === true) {
    for (const file of patchedBy(step.input ?? "")) addWrite(step, file, effect);
    addPart("own", step);
  }
  return true;
}

function operandsOf({ writes, effect }: Writer, args: Arguments, scope: Scope): readonly string[] {
  const { operands } = args;
  // Without these options, `rm` does not remove folders.
  const takesAll = effect !== "delete" || hasOption(args, "r", "R", "recursive", "d", "dir");
  if (writes === "each")
    return takesAll ? operands : operands.filter((file) => isName(file, scope));
  if (writes === "first") return operands.slice(0, 1);
  return writes === "second" ? operands.slice(1, 2) : [];
}

/** Whether the path is a link: removing a link leaves its target alone. */
function isName(path: string, scope: Scope): boolean {
  return !isFolder(path, scope) || scope.world.isLink(joinPath(scope.cwd, path));
}

function isFolder(path: string, { cwd, world }: Scope): boolean {
  return path.endsWith("/") || world.isFolder(joinPath(cwd, path));
}

/** A folder's path gets a slash at the end: something in it is written. */
export function asPlace(path: string, scope: Scope): string {
  return isFolder(path, scope) ? `${path}/` : path;
}

/** The files that a patch in the command itself changes. */
export function patchedBy(patch: string): readonly string[] {
  const found = patch.matchAll(/^(?:\+\+\+|---) (?:[ab]\/)?([^\t\n]+)/gm);
  return [...found].flatMap(([, file = ""]) => (file.startsWith("/dev/") ? [] : [file]));
}

/** `tar -xf a -C folder`, `tar czf a.tgz folder`. */
const pack: Run = (step) => {
  const { call, scope } = step;
  const letters = call.args.map((arg, at) => (at === 0 ? arg.replace(/^(?=[a-zA-Z])/, "-") : arg));
  const args = splitArguments(letters, "C f directory file exclude");
  if (hasOption(args, "t", "list")) return UNTOLD;
  const isUnpacking = hasOption(args, "x", "extract", "get");
  const outputs = isUnpacking ? valuesOf(args, "C", "directory") : valuesOf(args, "f", "file");
  for (const file of outputs) addWrite(step, asPlace(file, scope), "change");
  if (isUnpacking) addPart("own", step);
  return UNTOLD;
};

const COPY_VALUES =
  "t S m o g target-directory suffix mode owner group exclude include filter e rsh";

/** `cp a b`, `mv a b folder`, `ln -s a b`: the last operand is written, or a file in it. */
const copy: Run = (step) => {
  const { call, scope } = step;
  const { name } = call;
  const args = splitArguments(call.args, COPY_VALUES);
  const { operands } = args;
  const [folder] = valuesOf(args, "t", "target-directory");
  const target = folder ?? operands.at(-1) ?? "";
  const sources = folder === undefined ? operands.slice(0, -1) : operands;
  if (name === "install" && hasOption(args, "d")) {
    for (const each of operands) addWrite(step, each, "make-folder");
    return SILENT;
  }
  const isRemote = /^[\w.@-]+:/.test(target);
  if (isRemote || (name === "rsync" && hasOption(args, "n", "dry-run"))) return SILENT;
  const isLink = name === "ln" || (name === "cp" && hasOption(args, "s", "l"));
  const isName = hasOption(args, "T") || (name === "ln" && hasOption(args, "n"));
  const isInto = !isName && (folder !== undefined || isFolder(target, scope));
  for (const source of sources) {
    // `cp -r a/. b`, `rsync a/ b`: the content of one folder goes into the other.
    const isContent = /(?:^|\/)\.?$/.test(source) && name !== "mv";
    const into = isContent ? `${target}/` : `${target}/${posix.basename(source)}`;
    if (name === "mv") addWrite(step, source, "move-from");
    addWrite(step, isInto ? into : target, isLink ? "make-link" : "change");
  }
  return SILENT;
};

/** The files after a script that are edited in place, and files that the script itself names. */
const edit =
  (named: RegExp, withValue: string): Run =>
  (step) => {
    const args = splitArguments(step.call.args, withValue);
    const given = valuesOf(args, "e", "f", "expression", "file");
    // BSD's `sed -i '' …`.
    const operands = args.operands[0] === "" ? args.operands.slice(1) : args.operands;
    const [script = "", ...others] = given.length > 0 ? [given.join("\n"), ...operands] : operands;
    const isInPlace = args.options.some(
      ([name, value]) => /^(?:i|I|in-place)$/.test(name) || value === "inplace",
    );
    if (isInPlace) step.scope.found.isReading = false;
    for (const file of isInPlace ? others : []) addWrite(step, file, "change");
    for (const [, file = UNKNOWN] of script.matchAll(named)) addWrite(step, file, "change");
    // The script writes or runs something in another way: `system`, a pipe, a computed name, sed's `e`.
    const doesMore = /system|[|>]|(?:^|[;/}\d])[gp\d]*[we]\b/.test(script);
    if (doesMore || !isKnown(script) || hasOption(args, "f", "file")) addPart("own", step);
    return UNTOLD;
  };

export const MOVERS: Readonly<Record<string, Run>> = {
  ...forAll("cp mv ln install rsync scp", copy),
  ...forAll("tar bsdtar", pack),
  dd: (step) => {
    for (const arg of step.call.args)
      if (arg.startsWith("of=")) addWrite(step, arg.slice(3), "change");
    return SILENT;
  },
  ...forAll("sed gsed", edit(/(?:^|[\s;}/gpI\d])w\s+([^\s;}]+)\s*$/gm, "e f l expression file")),
  ...forAll("awk gawk mawk", edit(/>>?\s*"([^"]+)"/g, "F v f e i include")),
};
