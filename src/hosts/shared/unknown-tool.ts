import { fileURLToPath } from "node:url";
import type { WriteEffect } from "../../types.ts";
import { isRecord } from "./payload.ts";

/** A file that a tool we do not know says it writes. */
export interface NamedFile {
  readonly path: string;
  readonly effect: WriteEffect;
}

const DELETES = words("delete remove unlink rm trash destroy");
const MOVES = words("move rename mv");
const MAKES_FOLDERS = words("mkdir");
const CHANGES = words(
  "write edit create update replace insert append prepend patch save put copy cp modify touch overwrite truncate add apply",
);

const PATH_KEYS = words(
  "path paths file files filepath filepaths filename filenames relativepath absolutepath relpath abspath targetfile targetpath target uri fileuri directory dir folder notebookpath outputpath outputfile pathinproject fullpath",
);
const SOURCE_KEYS = words("source sources src oldpath oldname sourcepath frompath");
const DESTINATION_KEYS = words(
  "destination dest dst newpath newname destinationpath destpath topath",
);
/** Words that name files only where something is moved or copied. */
const LOOSE_SOURCE_KEYS = words("from old");
const LOOSE_DESTINATION_KEYS = words("to new");
const RELOCATES = words("move rename mv copy cp");
/** `writefile`, `deletefiles`: the verb and its object in one word. */
const RUN_TOGETHER =
  /^(write|edit|create|update|append|delete|remove|move|rename|copy|save)(?:files?|text|docs?|documents?|notes?)$/;

const DEEPEST = 3;

/** MCP and plugin tools: taken as a write only if the name says so and the arguments name a file. */
export function toNamedFiles(tool: string, args: unknown): NamedFile[] {
  const verbs = [...wordsOf(tool), ...commandWords(args)].flatMap(
    (word) => RUN_TOGETHER.exec(word)?.[1] ?? word,
  );
  const effect = effectOf(verbs);
  if (effect === undefined) return [];
  const files: NamedFile[] = [];
  const relocates = verbs.some((verb) => RELOCATES.has(verb));
  collect(args, { effect, relocates }, files, 0);
  return files;
}

interface Intent {
  readonly effect: WriteEffect;
  readonly relocates: boolean;
}

/** What happens to the file that an argument of this name stands for. */
function roleOf(key: string, { effect, relocates }: Intent): WriteEffect | undefined {
  const name = key.toLowerCase().replaceAll(/[^a-z]/g, "");
  if (PATH_KEYS.has(name)) return effect;
  if (SOURCE_KEYS.has(name) || (relocates && LOOSE_SOURCE_KEYS.has(name))) {
    return effect === "move-from" ? effect : undefined;
  }
  const isDestination =
    DESTINATION_KEYS.has(name) || (relocates && LOOSE_DESTINATION_KEYS.has(name));
  return isDestination && effect !== "delete" ? "change" : undefined;
}

function effectOf(verbs: readonly string[]): WriteEffect | undefined {
  const says = (list: ReadonlySet<string>) => verbs.some((verb) => list.has(verb));
  if (says(DELETES)) return "delete";
  if (says(MOVES)) return "move-from";
  if (says(MAKES_FOLDERS)) return "make-folder";
  if (!says(CHANGES)) return undefined;
  return verbs.includes("directory") || verbs.includes("folder") ? "make-folder" : "change";
}

function collect(value: unknown, intent: Intent, files: NamedFile[], depth: number): void {
  if (!isRecord(value) || depth > DEEPEST) return;
  for (const [key, entry] of Object.entries(value)) {
    const role = roleOf(key, intent);
    for (const item of Array.isArray(entry) ? entry : [entry]) {
      if (typeof item === "string" && role !== undefined && item !== "") {
        files.push({ path: toPath(item), effect: role });
      } else {
        collect(item, intent, files, depth + 1);
      }
    }
  }
}

/** `str_replace_editor { command: "create" }`: the verb may stand in the arguments. */
function commandWords(args: unknown): string[] {
  if (!isRecord(args)) return [];
  return ["command", "action", "operation", "mode"].flatMap((key) => {
    const value = args[key];
    return typeof value === "string" && value.length < 40 ? wordsOf(value) : [];
  });
}

function wordsOf(name: string): string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/);
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(" "));
}

function toPath(text: string): string {
  if (!text.startsWith("file://")) return text;
  try {
    return fileURLToPath(text);
  } catch {
    return text;
  }
}
