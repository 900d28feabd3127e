import { posix } from "node:path";
import { type OptionSpec, hasFlag, splitArguments, valueOf } from "../arguments.ts";
import {
  NO_OUTPUT,
  type Position,
  type Scope,
  addWrite,
  followLinks,
  isAwayFromBank,
  keepFile,
  toPart,
} from "../scope.ts";
import { namesIn } from "../disk.ts";
import { isKnown, joinPath, mostTelling } from "../value.ts";
import type { CommandTable, Evaluate, Invocation } from "./invocation.ts";
import { broughtText } from "./own-words.ts";
import { placeOf } from "./own-cli.ts";

/** `cp a b`, `cp a b folder`, `cp -t folder a b`; a move also takes its sources away. */
function copies(spec: OptionSpec, takesSources = false): Evaluate {
  return (call, scope, position) => {
    const args = splitArguments(call.args, {
      ...spec,
      long: ["target-directory", "suffix", "mode", "owner", "group"],
    });
    const folder = valueOf(args, "t", "target-directory");
    const destination = folder ?? args.operands.at(-1) ?? "";
    const sources = folder === undefined ? args.operands.slice(0, -1) : args.operands;
    if (call.name.endsWith("scp") && isRemote(destination)) return NO_OUTPUT;
    if (hasFlag(args, "d", "directory") && call.name.endsWith("install")) {
      for (const operand of args.operands)
        addWrite(scope, operand, "make-folder", call.words, position);
      return NO_OUTPUT;
    }
    if (call.name.endsWith("cp") && hasFlag(args, "l", "link", "s", "symbolic-link")) {
      const isLink = hasFlag(args, "s", "symbolic-link") ? ["-s"] : [];
      return links({ ...call, args: [...isLink, ...args.operands] }, scope, position);
    }
    const led = sources.map((source) => leadOf(source, scope));
    const texts = sources.map((source) => broughtText(source, scope, position));
    const places = sources.map((source) => placeOf(source, scope));
    if (takesSources) {
      for (const source of sources) addWrite(scope, source, "move-from", call.words, position);
    }
    // `cp -r x/. .` writes each name in `x` into the target; which names there will be cannot be told.
    const pours = sources.some((source) => /\/(?:\.|[^/]*[*?][^/]*)$/.test(source));
    for (const source of sources) {
      if (source.endsWith("/.")) pour(source, destination, call, scope, position);
    }
    const isAway = isAwayFromBank(joinPath(scope.cwd, destination), scope);
    if ((pours || hasFlag(args, "T", "no-target-directory")) && !isAway) {
      scope.effects.computed.push(toPart(scope, call.words, position));
    }
    const isExact = hasFlag(args, "T", "no-target-directory");
    const intoFolder =
      !isExact && (folder !== undefined || sources.length > 1 || isFolder(destination, scope));
    const keepsLinks = takesSources || hasFlag(args, "a", "archive", "d", "P", "no-dereference");
    for (const [index, source] of sources.entries()) {
      const target = intoFolder ? `${destination}/${posix.basename(source)}` : destination;
      addWrite(scope, target, "change", call.words, position);
      keepFile(target, texts[index], scope);
      scope.effects.copies.set(joinPath(scope.cwd, target), places[index] ?? "");
      const lead = keepsLinks ? led[index] : undefined;
      if (lead !== undefined) scope.effects.links.set(joinPath(scope.cwd, target), lead);
    }
    return NO_OUTPUT;
  };
}

/** Each name in a folder goes into another one, as far as the names can be told. */
function pour(
  source: string,
  destination: string,
  { words }: Invocation,
  scope: Scope,
  position: Position,
): void {
  const path = joinPath(scope.cwd, source);
  const names = isKnown(path) ? (namesIn(path, scope) ?? []) : [];
  for (const name of mostTelling(names, MOST_POURED, scope.world.bank))
    addWrite(scope, `${destination}/${name}`, "change", words, position);
}

/** The rest is a write whose target is not told. */
const MOST_POURED = 20;

/** `host:path`. What cannot be told in front of the colon may have a slash. */
function isRemote(place: string): boolean {
  return /^[^/\0]+:/.test(place);
}

/** Where a link leads, under whatever name it goes from now on. */
function leadOf(source: string, scope: Scope): string | undefined {
  const path = joinPath(scope.cwd, source);
  return scope.effects.links.get(path) ?? (scope.world.isLink(path) ? path : undefined);
}

function isFolder(path: string, scope: Scope): boolean {
  // This command line has removed the name or made it a link: what is on disk is not what will be there.
  const known = scope.effects.links.get(joinPath(scope.cwd, path));
  if (known !== undefined) return scope.world.isFolder(known);
  return /(?:^|\/)\.{0,2}$/.test(path) || scope.world.isFolder(joinPath(scope.cwd, path));
}

/** What is written to a link later in this command is written to what it leads to. */
const links: Evaluate = (call, scope, position) => {
  const args = splitArguments(call.args, { short: "tS", long: ["target-directory", "suffix"] });
  const folder = valueOf(args, "t", "target-directory");
  const isAlone = folder === undefined && args.operands.length === 1;
  const sources = folder === undefined && !isAlone ? args.operands.slice(0, -1) : args.operands;
  const destination = folder ?? (isAlone ? "." : (args.operands.at(-1) ?? ""));
  const replacesLink = hasFlag(args, "n", "no-dereference", "T");
  const intoFolder =
    folder !== undefined || sources.length > 1 || (!replacesLink && isFolder(destination, scope));
  for (const source of sources) {
    const target = intoFolder ? `${destination}/${posix.basename(source)}` : destination;
    addWrite(scope, target, "make-link", call.words, position);
    const isFromLink = hasFlag(args, "s", "symbolic") && !hasFlag(args, "r", "relative");
    follow(source, target, isFromLink, scope);
  }
  return NO_OUTPUT;
};

/** A symbolic link's target counts from the folder that the link is in, unless it is made relative. */
function follow(source: string, link: string, isFromLink: boolean, scope: Scope): void {
  const path = joinPath(scope.cwd, link);
  const lead = joinPath(isFromLink ? posix.dirname(path) : scope.cwd, source);
  scope.effects.links.set(path, followLinks(lead, scope.effects.links, false));
}

/** Of a source that ends in `/` only the contents are copied; `--delete` removes what the source does not have. */
const synchronises: Evaluate = (call, scope, position) => {
  const args = splitArguments(call.args, {
    short: "efTB",
    long: [
      "exclude",
      "include",
      "exclude-from",
      "include-from",
      "files-from",
      "rsh",
      "filter",
      "log-file",
      "backup-dir",
      "temp-dir",
    ],
  });
  if (hasFlag(args, "n", "dry-run", "list-only") || args.operands.length < 2) return NO_OUTPUT;
  const destination = args.operands.at(-1) ?? "";
  if (isRemote(destination)) return NO_OUTPUT;
  const sources = args.operands.slice(0, -1);
  const isDeleting = [...args.flags].some((flag) => flag.startsWith("del"));
  addWrite(scope, destination, isDeleting ? "change-tree" : "change", call.words, position);
  for (const source of sources) {
    if (source.endsWith("/")) {
      pour(source, destination, call, scope, position);
      continue;
    }
    addWrite(scope, `${destination}/${posix.basename(source)}`, "change", call.words, position);
  }
  if (hasFlag(args, "remove-source-files")) {
    for (const source of sources) addWrite(scope, source, "move-from", call.words, position);
  }
  const log = valueOf(args, "log-file");
  if (log !== undefined) addWrite(scope, log, "change", call.words, position);
  scope.effects.programs.push(toPart(scope, call.words, position));
  return NO_OUTPUT;
};

/** `rename s/a/b/ files`: each file may go under another name. */
const renames: Evaluate = (call, scope, position) => {
  const args = splitArguments(call.args, { short: "e" });
  if (hasFlag(args, "n", "nono", "no-act")) return NO_OUTPUT;
  for (const file of args.values.has("e") ? args.operands : args.operands.slice(1)) {
    addWrite(scope, file, "move-from", call.words, position);
  }
  return NO_OUTPUT;
};

/** `mount --bind a b`: what is written to `b` from now on is written to `a`. */
const mounts: Evaluate = (call, scope, position) => {
  const args = splitArguments(call.args, { short: "otL", long: ["types", "options"] });
  const [from, to] = args.operands;
  const isBound =
    hasFlag(args, "bind", "rbind", "B", "R") ||
    /\bbind\b/.test(valueOf(args, "o", "options") ?? "");
  if (isBound && from !== undefined && to !== undefined) follow(from, to, false, scope);
  scope.effects.programs.push(toPart(scope, call.words, position, call.args));
  return NO_OUTPUT;
};

const COPY: OptionSpec = { short: "tS" };

export const COPIERS: CommandTable = {
  cp: copies(COPY),
  gcp: copies(COPY),
  scp: copies({ short: "cFiJloPS" }),
  install: copies({ short: "tSmog" }),
  mv: copies(COPY, true),
  ln: links,
  link: links,
  mount: mounts,
  rsync: synchronises,
  rename: renames,
  prename: renames,
  "file-rename": renames,
  "rename.ul": renames,
};
