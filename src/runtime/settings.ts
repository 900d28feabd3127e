import { dirname, join, relative } from "node:path";
import * as v from "valibot";
import { parseJsonc, toPosition } from "../formats/parse-jsonc.ts";
import { type Start, askedBank, foldersUp, projectRoot } from "../io/bank/find-bank.ts";
import { toSlashes } from "../io/disk/paths.ts";
import { readText, statOf } from "../io/disk/read.ts";

/** The one schema of settings. The messages say what a value may be. */
const FIELDS = {
  guardMode: v.optional(oneOf(["warn", "off", "block"]), "warn"),
  readScope: v.optional(oneOf(["turn", "context"])),
  approval: v.optional(oneOf(["warn", "off", "block"])),
  writer: v.optional(oneOf(["direct", "subagent"]), "direct"),
  maxChars: v.optional(wholeNumber(2000, 100_000), 12_000),
  lang: v.optional(oneOf(["en", "zh"])),
  /** The decision log. */
  log: v.optional(oneOf(["on", "off"]), "on"),
  /** Whether the person is shown at once what was refused, undone, put back or warned of. */
  toasts: v.optional(oneOf(["on", "off"]), "on"),
  /** The bank's folder, from the project's root. */
  bank: v.optional(v.string("a folder inside the project, relative to its root")),
  sensitive: v.optional(globs(), []),
  safe: v.optional(globs(), []),
  multiFile: v.optional(wholeNumber(2, 1000), 2),
  disabled: v.optional(switchedOn(), false),
  debug: v.optional(switchedOn(), false),
};

const SCHEMA = v.pipe(
  v.object(FIELDS),
  v.transform(({ readScope, approval, lang, bank, ...given }) => ({
    ...given,
    // The defaults of these follow the guard mode.
    readScope: readScope ?? (given.guardMode === "block" ? "turn" : "context"),
    approval: approval ?? given.guardMode,
    lang,
    bank,
  })),
);

export type Settings = Readonly<v.InferOutput<typeof SCHEMA>>;
type SettingName = keyof Settings;

/** The names of all settings. */
export const NAMES = Object.keys(FIELDS).filter((name): name is SettingName => name in FIELDS);

/** `debug` can be set by a variable only. */
const OPTION_NAMES: readonly string[] = NAMES.filter((name) => name !== "debug");

/** The variables that settings are read from. */
export const VARIABLES: Readonly<Record<string, SettingName>> = {
  MEMORY_BANK_GUARD_MODE: "guardMode",
  MEMORY_BANK_READ_SCOPE: "readScope",
  MEMORY_BANK_APPROVAL: "approval",
  MEMORY_BANK_WRITER: "writer",
  MEMORY_BANK_MAX_CHARS: "maxChars",
  MEMORY_BANK_LANG: "lang",
  MEMORY_BANK_LOG: "log",
  MEMORY_BANK_TOASTS: "toasts",
  MEMORY_BANK_DIR: "bank",
  MEMORY_BANK_DISABLED: "disabled",
  MEMORY_BANK_DEBUG: "debug",
};

export interface SettingsResult {
  readonly settings: Settings;
  /** One line for each value that was ignored. */
  readonly problems: readonly string[];
  /** Where each setting was set that is not a default: a variable, `plugin options`, or the file's path. */
  readonly sources: Readonly<Partial<Record<SettingName, string>>>;
}

/** A value that somebody set, and where. */
interface Found {
  readonly setting: string;
  readonly value: unknown;
  readonly source: string;
  /** The setting's name in messages. */
  readonly name: string;
  /** The folder of memory-bank.json: the bank's folder is named from there. */
  readonly folder?: string;
}

/** The values of one source, or why nothing in it can be used. */
type Given = readonly Found[] | string;

type Environment = Readonly<Record<string, string | undefined>>;
const SETTINGS_FILE = "memory-bank.json";
const OPTIONS = "plugin options";
const LONGEST_SHOWN = 80;

/** Environment > the host's options > memory-bank.json > defaults, for the folder in which the host is started. */
export function readSettings(
  env: Environment,
  options: unknown,
  start?: Start,
  file = start ? readFile(start) : [],
): SettingsResult {
  return choose([file, readOptions(options), readVariables(env)], start);
}

/** Later sources win. A value that cannot be used is reported, and the default is used. */
function choose(given: readonly Given[], start: Start | undefined): SettingsResult {
  const problems = given.filter((each) => typeof each === "string");
  const root = start && projectRoot(start.directory, start.worktree);
  const found = new Map<string, Found>();
  for (const each of given.flatMap((all) => (typeof all === "string" ? [] : all))) {
    if (OPTION_NAMES.includes(each.setting) || each.source in VARIABLES)
      found.set(each.setting, each);
    else
      problems.push(
        `${each.name}: there is no such setting (known: ${OPTION_NAMES.join(", ")}); ignored`,
      );
  }
  const values: Record<string, unknown> = {};
  const sources: Partial<Record<SettingName, string>> = {};
  for (const setting of NAMES) {
    const each = found.get(setting);
    if (each === undefined) continue;
    const value = setting === "bank" ? toFolder(each, root) : each.value;
    const { success, issues } = v.safeParse(FIELDS[setting], value);
    if (success) {
      values[setting] = value;
      sources[setting] = each.source;
      continue;
    }
    const allowed = issues[0].message;
    problems.push(
      `${each.name}: ${show(each.value)} is not allowed (allowed: ${allowed}); the default holds`,
    );
  }
  return { settings: v.parse(SCHEMA, values), problems, sources };
}

function readVariables(env: Environment): Found[] {
  return Object.entries(VARIABLES).flatMap(([variable, setting]) => {
    const value = env[variable]?.trim();
    return value ? [{ setting, value, source: variable, name: variable }] : [];
  });
}

function readOptions(options: unknown): Given {
  if (options === undefined || options === null) return [];
  if (typeof options !== "object" || Array.isArray(options))
    return `${OPTIONS}: ${show(options)} is not an object; using the defaults`;
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  return given.map(([setting, value]: [string, unknown]) => {
    return { setting, value, source: OPTIONS, name: `option ${setting}` };
  });
}

/** What a team has set for all hosts: the nearest file from the start directory up to the project's root. */
function readFile({ directory, worktree }: Start): Given {
  const path = foldersUp(directory, worktree)
    .map((folder) => join(folder, SETTINGS_FILE))
    .find((each) => statOf(each) !== undefined);
  if (path === undefined) return [];
  const source = toSlashes(relative(projectRoot(directory, worktree), path));
  const broken = (problem: string) => `${source}${problem}; nothing in it is used`;
  const text = readText(path);
  if (text === undefined) return broken(": it cannot be read");
  const parsed = parseJsonc(text);
  const lineOf = (offset: number) => toPosition(text, offset).split(":")[0];
  if (parsed.kind === "empty") return [];
  if (parsed.kind === "broken") return broken(`, line ${lineOf(parsed.offset)}: ${parsed.problem}`);
  if (parsed.root.kind !== "object") return broken(", line 1: it is not an object");
  return parsed.root.items.flatMap(({ key, value: node, start }): Found[] => {
    // `$schema` is for editors.
    if (key === undefined || key === "$schema") return [];
    const name = `${source}, line ${lineOf(start)}: ${key}`;
    return [{ setting: key, value: node.value, source, name, folder: dirname(path) }];
  });
}

/** The folder as named from the project's root; null where no bank can be. */
function toFolder({ value, folder }: Found, root: string | undefined): string | null {
  const asked = typeof value === "string" ? value.trim() : "";
  if (asked === "" || asked.includes("\0")) return null;
  if (root === undefined) return asked;
  const path = askedBank(folder ?? root, asked);
  if (path === undefined) return null;
  return folder === undefined ? asked : toSlashes(relative(root, path));
}

function oneOf<const Value extends string>(values: readonly Value[]) {
  const allowed = values.join(", ");
  return v.pipe(v.string(allowed), v.trim(), v.toLowerCase(), v.picklist(values, allowed));
}

function wholeNumber(from: number, to: number) {
  const allowed = `a whole number from ${from} to ${to}`;
  return v.pipe(
    v.union([v.number(), v.string()], allowed),
    v.transform(Number),
    v.integer(allowed),
    v.minValue(from, allowed),
    v.maxValue(to, allowed),
  );
}

function globs() {
  const allowed = "a list of path globs";
  return v.array(v.pipe(v.string(allowed), v.nonEmpty(allowed)), allowed);
}

function switchedOn() {
  return v.pipe(
    v.unknown(),
    v.transform((value) => String(value).trim().toLowerCase()),
    v.picklist(["1", "true", "0", "false"], "1"),
    v.transform((word) => word === "1" || word === "true"),
  );
}

function show(value: unknown): string {
  return (JSON.stringify(value) ?? typeof value).slice(0, LONGEST_SHOWN);
}
