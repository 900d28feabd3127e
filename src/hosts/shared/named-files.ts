import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { WriteEffect } from "../../types.ts";
import { type Argument, flatArguments, textsOf, toArgumentName } from "./flat-arguments.ts";
import { isRecord } from "./payload.ts";
import {
  CHANGES,
  DELETES,
  MAKES,
  MAKES_FOLDERS,
  MOVES,
  PARTS,
  RELOCATES,
  SENDS,
  onlyLooks,
  says,
  wordsOf,
} from "./tool-words.ts";

/** A file that a tool we do not know says it writes. */
export interface NamedFile {
  readonly path: string;
  readonly effect: WriteEffect;
  /** The arguments that say what is written there: of a list of files, those of this one. */
  readonly given: unknown;
}

function names(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/));
}

const PATHS = names(
  `path paths file files filepath filepaths filename filenames relativepath absolutepath relpath abspath
  targetfile targetpath target uri fileuri directory dir folder notebookpath pathinproject fullpath
  relativefilepath absolutefilepath documentpath docpath notepath directorypath folderpath dirpath`,
);
const SOURCES = names("source sources src oldpath oldname olduri sourcepath frompath");
const DESTINATIONS = names("destination dest dst newpath newuri destinationpath destpath topath");
/** Where something is put that was asked for, also by a tool that only looks otherwise. */
const OUTPUTS = names(
  `output outputpath outputfile outputdir outputdirectory outfile outpath outdir savepath saveto savefile saveas
  localpath downloadpath downloaddir exportpath tofile writeto destination dest destinationpath destpath`,
);
/** Words that name files only where something is moved or copied. */
const LOOSE_SOURCES = names("from old");
const LOOSE_DESTINATIONS = names("to new");
/** A file's new name, or that of a symbol. */
const NEW_NAMES = names("newname");
/** Where in a file something stands. */
const POSITIONS = names(
  "line character column position offset symbol symbolname namepath identifier startline",
);
/** With a path, this is a write, whatever the tool is called. */
const CONTENTS = names(
  `content contents filetext filecontent newtext newstr newstring newcontent edits patch patches diff replacement
  text body data`,
);
const WHOLE_FILES = names("file files document documents doc docs note notes directory folder");

interface Intent {
  readonly effect: WriteEffect | undefined;
  readonly relocates: boolean;
  /** A part of a file is renamed or deleted; the file stays. */
  readonly isOfPart: boolean;
}

/** The files that a tool we do not know would write, by its name and its arguments. */
export function toNamedFiles(tool: string, args: unknown): NamedFile[] {
  const given = flatArguments(args);
  const verbs = verbsOf(wordsOf(tool), args);
  const intent = toIntent(verbs, given);
  const holders = new Map<unknown, { intent: Intent; said: unknown }>();
  /** A list of operations, or of files, says of each what is done, and what is written. */
  const lookAt = ({ holder }: Argument) => {
    const known = holders.get(holder);
    if (known !== undefined) return known;
    const action = holder === args || onlyLooks(verbs) ? [] : actionWords(holder, OF_ONE);
    const found = {
      intent: action.length === 0 ? intent : toIntent([...verbs, ...action], given),
      said: holder !== args && hasContents(holder) ? holder : args,
    };
    holders.set(holder, found);
    return found;
  };
  const files = given.flatMap((argument): NamedFile[] => {
    const { intent: own, said } = lookAt(argument);
    const effect = effectOn(argument.name, own);
    if (effect !== undefined)
      return textsOf(argument).flatMap((text) => toFile(text, effect, said));
    if (!OUTPUTS.has(argument.name)) return [];
    return textsOf(argument)
      .filter(looksLikePath)
      .flatMap((text) => toFile(text, "change", said));
  });
  return [...files, ...toSiblings(given, intent, files, args)];
}

function hasContents(holder: Argument["holder"]): boolean {
  return Object.keys(holder).some((key) => CONTENTS.has(toArgumentName(key)));
}

/** Whether an argument of this name can be expected to be a path. */
export function isPathName(name: string): boolean {
  return [PATHS, SOURCES, DESTINATIONS, OUTPUTS].some((list) => list.has(name));
}

/** Whether symbols are renamed or code is replaced, in files that nobody names. */
export function isOfPart(tool: string, args: unknown): boolean {
  return toIntent(verbsOf(wordsOf(tool), args), flatArguments(args)).isOfPart;
}

function toIntent(verbs: readonly string[], given: readonly Argument[]): Intent {
  const relocates = says(verbs, RELOCATES);
  const isPart =
    (says(verbs, PARTS) && !says(verbs, WHOLE_FILES)) ||
    (says(verbs, MOVES) &&
      given.some(({ name }) => POSITIONS.has(name)) &&
      !given.some(({ name }) => DESTINATIONS.has(name)));
  const effect = effectOf(verbs, given);
  const isTaken = effect === "delete" || effect === "move-from";
  const isOfPart = isPart && isTaken;
  return { effect: isOfPart ? "change" : effect, relocates: relocates && !isOfPart, isOfPart };
}

function effectOf(verbs: readonly string[], given: readonly Argument[]): WriteEffect | undefined {
  if (onlyLooks(verbs)) return undefined;
  if (says(verbs, DELETES)) return "delete";
  if (says(verbs, MOVES)) return "move-from";
  if (says(verbs, MAKES_FOLDERS)) return "make-folder";
  const hasContent = given.some(({ name }) => CONTENTS.has(name));
  const isFolder = verbs.includes("directory") || verbs.includes("folder");
  if (says(verbs, CHANGES)) return isFolder ? "make-folder" : "change";
  if (says(verbs, SENDS)) return undefined;
  // To add a file may be to add it to anything.
  const makes = says(verbs, MAKES) && says(verbs, WHOLE_FILES) && !verbs.includes("add");
  if (makes && isFolder) return "make-folder";
  return makes || hasContent ? "change" : undefined;
}

/** What happens to the file that an argument of this name stands for. */
function effectOn(name: string, { effect, relocates, isOfPart }: Intent): WriteEffect | undefined {
  if (effect === undefined) return undefined;
  if (PATHS.has(name)) return effect;
  if (isOfPart) return undefined;
  if (SOURCES.has(name) || (relocates && LOOSE_SOURCES.has(name))) {
    return effect === "move-from" ? effect : undefined;
  }
  const isDestination = DESTINATIONS.has(name) || (relocates && LOOSE_DESTINATIONS.has(name));
  return isDestination && effect !== "delete" ? "change" : undefined;
}

/** `rename_file { path, newName }`: a new name without a folder stays in the file's own. */
function toSiblings(
  given: readonly Argument[],
  { relocates }: Intent,
  [first]: readonly NamedFile[],
  args: unknown,
): NamedFile[] {
  if (!relocates) return [];
  const folder = first === undefined ? "" : dirname(first.path);
  return given
    .filter(({ name }) => NEW_NAMES.has(name))
    .flatMap(textsOf)
    .map((text) => (text.includes("/") ? text : join(folder, text)))
    .flatMap((text) => toFile(text, "change", args));
}

/**
 * The verb may stand in the arguments, `text_editor { command: "create" }`. Of what is an editor by its name,
 * only the argument says what is done.
 */
function verbsOf(tool: readonly string[], args: unknown): readonly string[] {
  const action = actionWords(args, OF_CALL);
  const isEditor = tool.includes("editor") || (tool.includes("edit") && tool.at(-1) === "tool");
  const verbs = isEditor && action.length > 0 ? action : [...tool, ...action];
  // To stage a file leaves it as it is.
  return verbs.includes("git") ? verbs.filter((verb) => verb !== "add") : verbs;
}

const OF_CALL = ["command", "action", "operation", "op", "mode"];
const OF_ONE = [...OF_CALL, "kind", "type"];

function actionWords(args: unknown, keys: readonly string[]): string[] {
  if (!isRecord(args)) return [];
  return keys.flatMap((key) => {
    const value = args[key];
    return typeof value === "string" && /^[\w-]{1,40}$/.test(value) ? wordsOf(value) : [];
  });
}

const LONGEST = 4096;

function toFile(text: string, effect: WriteEffect, given: unknown): NamedFile[] {
  if (text.length > LONGEST || /[\n\0]/.test(text)) return [];
  if (!/^[a-z][a-z0-9+.-]+:\/\//i.test(text)) return [{ path: text, effect, given }];
  return text.startsWith("file://") ? [{ path: fromUrl(text), effect, given }] : [];
}

/** A URL that is none to the system may be cut to a path by the tool. */
function fromUrl(text: string): string {
  try {
    return fileURLToPath(text);
  } catch {
    return text.slice("file://".length);
  }
}

/** `output: "json"` is none. */
function looksLikePath(text: string): boolean {
  return !/\s/.test(text) && (text.includes("/") || /\.\w{1,8}$/.test(text));
}
