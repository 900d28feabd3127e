import { dirname, join, relative, resolve } from "node:path";
import { STEERING } from "../bank/steering.ts";
import { parseJsonc, toPosition, valueOf } from "../formats/parse-jsonc.ts";
import { type Start, askedBank, foldersUp, projectRoot } from "../io/bank/find-bank.ts";
import { isBelow, toSlashes } from "../io/disk/paths.ts";
import { readText, statOf } from "../io/disk/read.ts";
import type { ApprovalMode, GuardMode, Language, ReadScope, WriterMode } from "../types.ts";

export interface Settings {
  readonly guardMode: GuardMode;
  readonly readScope: ReadScope;
  readonly approval: ApprovalMode;
  readonly writer: WriterMode;
  readonly maxChars: number;
  readonly lang: Language | undefined;
  /** The decision log. */
  readonly log: "on" | "off";
  /** What the person is shown at once of what was refused, undone, put back or warned of. */
  readonly toasts: "on" | "off";
  /** The bank's folder, from the project's root. */
  readonly bank: string | undefined;
  readonly sensitive: readonly string[];
  readonly safe: readonly string[];
  readonly multiFile: number;
  readonly disabled: boolean;
  readonly debug: boolean;
}

type SettingName = keyof Settings;

interface Field<Value> {
  readonly env?: `MEMORY_BANK_${string}`;
  /** Undefined for a value that cannot be used, here in this project. */
  readonly parse: (value: unknown, start: Start | undefined) => Value | undefined;
  readonly allowed: string;
  /** Some defaults follow from the guard mode. */
  readonly fallback: (mode: GuardMode) => Value;
}

/** The one schema: names, values, defaults. */
const FIELDS: { readonly [Name in SettingName]: Field<Settings[Name]> } = {
  guardMode: { env: "MEMORY_BANK_GUARD_MODE", ...oneOf(["warn", "off", "block"]) },
  readScope: {
    env: "MEMORY_BANK_READ_SCOPE",
    ...oneOf(["turn", "context"]),
    fallback: (mode) => (mode === "block" ? "turn" : "context"),
  },
  approval: {
    env: "MEMORY_BANK_APPROVAL",
    ...oneOf(["warn", "off", "block"]),
    fallback: (mode) => mode,
  },
  writer: { env: "MEMORY_BANK_WRITER", ...oneOf(["direct", "subagent"]) },
  maxChars: { env: "MEMORY_BANK_MAX_CHARS", ...wholeNumber(2000, 100_000, 12_000) },
  lang: { env: "MEMORY_BANK_LANG", ...oneOf(["en", "zh"]), fallback: () => undefined },
  log: { env: "MEMORY_BANK_LOG", ...oneOf(["on", "off"]) },
  toasts: { env: "MEMORY_BANK_TOASTS", ...oneOf(["on", "off"]) },
  bank: {
    env: "MEMORY_BANK_DIR",
    parse: toFolder,
    allowed: "a folder inside the project, relative to its root",
    fallback: () => undefined,
  },
  sensitive: globs(),
  safe: globs(),
  multiFile: wholeNumber(2, 1000, 2),
  disabled: { env: "MEMORY_BANK_DISABLED", ...switchedOn() },
  debug: { env: "MEMORY_BANK_DEBUG", ...switchedOn() },
};

/** The names of all settings. */
export const NAMES = Object.keys(FIELDS).filter((name): name is SettingName => name in FIELDS);
/** Debugging is a variable alone. */
const OPTION_NAMES: readonly string[] = NAMES.filter((name) => name !== "debug");
/** The variables that settings are read from. */
export const VARIABLES: readonly string[] = NAMES.flatMap((name) => FIELDS[name].env ?? []);

export interface SettingsResult {
  readonly settings: Settings;
  /** One line for each value that could not be used. */
  readonly problems: readonly string[];
  /** Where each setting that is no default was set: a variable, `plugin options`, or the file's path. */
  readonly sources: Readonly<Partial<Record<SettingName, string>>>;
}

/** What somebody set, and where. */
interface Found {
  readonly value: unknown;
  /** What a message shows of it. */
  readonly given: unknown;
  readonly source: string;
  /** What a message calls the setting there. */
  readonly name: string;
}

interface Given {
  readonly values: ReadonlyMap<string, Found>;
  readonly problems: readonly string[];
}

type Environment = Readonly<Record<string, string | undefined>>;

const NOTHING_GIVEN: Given = { values: new Map(), problems: [] };
const SETTINGS_FILE = "memory-bank.json";
const OPTIONS = "plugin options";
const LONGEST_SHOWN = 80;

/** Environment > the host's options > memory-bank.json > defaults, there where the host is started. */
export function readSettings(env: Environment, options: unknown, start?: Start): SettingsResult {
  return choose(env, options, start, start === undefined ? NOTHING_GIVEN : readFile(start));
}

/** The same without looking for memory-bank.json. */
export function readGiven(env: Environment, options: unknown, start: Start): SettingsResult {
  return choose(env, options, start, NOTHING_GIVEN);
}

/** A value that cannot be used is reported, and the default holds. */
function choose(
  env: Environment,
  options: unknown,
  start: Start | undefined,
  file: Given,
): SettingsResult {
  const given = readOptions(options);
  const problems = [...file.problems, ...given.problems];
  const sources: Partial<Record<SettingName, string>> = {};

  function find(name: SettingName): Found | undefined {
    const variable = FIELDS[name].env ?? "";
    const value = env[variable]?.trim();
    if (value) return { value, given: value, source: variable, name: variable };
    return given.values.get(name) ?? file.values.get(name);
  }

  function pick<Name extends SettingName>(name: Name, mode: GuardMode = "warn"): Settings[Name] {
    const field: Field<Settings[Name]> = FIELDS[name];
    const fallback = field.fallback(mode);
    const found = find(name);
    if (found === undefined) return fallback;
    const value = field.parse(found.value, start);
    if (value !== undefined) {
      sources[name] = found.source;
      return value;
    }
    const otherwise = fallback === undefined ? "what is found" : show(fallback);
    problems.push(
      `${found.name}: ${show(found.given)} is not allowed (allowed: ${field.allowed}); using ${otherwise}`,
    );
    return fallback;
  }

  const guardMode = pick("guardMode");
  const settings: Settings = {
    guardMode,
    readScope: pick("readScope", guardMode),
    approval: pick("approval", guardMode),
    writer: pick("writer"),
    maxChars: pick("maxChars"),
    lang: pick("lang"),
    log: pick("log"),
    toasts: pick("toasts"),
    bank: pick("bank"),
    sensitive: pick("sensitive"),
    safe: pick("safe"),
    multiFile: pick("multiFile"),
    disabled: pick("disabled"),
    debug: pick("debug"),
  };
  return { settings, problems, sources };
}

function readOptions(options: unknown): Given {
  if (options === undefined || options === null) return NOTHING_GIVEN;
  if (typeof options !== "object" || Array.isArray(options)) {
    const problem = `${OPTIONS}: ${show(options)} is not an object; using the defaults`;
    return { ...NOTHING_GIVEN, problems: [problem] };
  }
  const entries = Object.entries(options).filter(([, value]) => value !== undefined);
  return toGiven(
    entries.map(([key, value]) => {
      const name = `option ${printable(key)}`;
      return [key, { value, given: value, source: OPTIONS, name }] as const;
    }),
  );
}

/** What a team has set for all hosts: the nearest file from the start directory up to the project's root. */
function readFile(start: Start): Given {
  const path = foldersUp(start.directory, start.worktree)
    .map((folder) => join(folder, SETTINGS_FILE))
    .find((each) => statOf(each) !== undefined);
  if (path === undefined) return NOTHING_GIVEN;
  const root = projectRoot(start.directory, start.worktree);
  const source = toSlashes(relative(root, path));
  const broken = (problem: string): Given => {
    return { ...NOTHING_GIVEN, problems: [`${source}${problem}; nothing in it is used`] };
  };
  const text = readText(path);
  if (text === undefined) return broken(": it cannot be read");
  const parsed = parseJsonc(text);
  const lineOf = (offset: number) => toPosition(text, offset).split(":")[0];
  if (parsed.kind === "empty") return NOTHING_GIVEN;
  if (parsed.kind === "broken") return broken(`, line ${lineOf(parsed.offset)}: ${parsed.problem}`);
  if (parsed.root.kind !== "object") return broken(", line 1: it is not an object");
  return toGiven(
    parsed.root.items.flatMap(({ key, value: node, start: offset }) => {
      // Editors take the address of a schema from it.
      if (key === undefined || key === "$schema") return [];
      const given = valueOf(text, node);
      const value = key === "bank" ? folderFrom(root, dirname(path), given) : given;
      const name = `${source}, line ${lineOf(offset)}: ${printable(key)}`;
      return [[key, { value, given, source, name }] as const];
    }),
  );
}

function toGiven(found: readonly (readonly [string, Found])[]): Given {
  const unknown = found.filter(([key]) => !OPTION_NAMES.includes(key));
  const known = OPTION_NAMES.join(", ");
  return {
    values: new Map(found.filter((each) => !unknown.includes(each))),
    problems: unknown.map(
      ([, { name }]) => `${name}: there is no such setting (known: ${known}); ignored`,
    ),
  };
}

/** A folder below the file's own, from the project's root, as other places name it; undefined for any other. */
function folderFrom(root: string, own: string, asked: unknown): string | undefined {
  const path = typeof asked === "string" ? resolve(own, asked) : own;
  return path !== own && isBelow(own, path) ? toSlashes(relative(root, path)) : undefined;
}

/** The first value is the default. */
function oneOf<const Value extends string>(values: readonly [Value, ...Value[]]): Field<Value> {
  return {
    parse: (value) => values.find((each) => each === toWord(value)),
    allowed: values.join(", "),
    fallback: () => values[0],
  };
}

function wholeNumber(from: number, to: number, fallback: number): Field<number> {
  return {
    parse(value) {
      const number = typeof value === "string" ? Number(value) : value;
      const isWhole = typeof number === "number" && Number.isInteger(number);
      return isWhole && number >= from && number <= to ? number : undefined;
    },
    allowed: `a whole number from ${from} to ${to}`,
    fallback: () => fallback,
  };
}

function globs(): Field<readonly string[]> {
  const isGlob = (value: unknown): value is string =>
    typeof value === "string" && value !== "" && value.length <= 200;
  return {
    parse: (value) =>
      Array.isArray(value) && value.length <= 100 && value.every(isGlob) ? value : undefined,
    allowed: "a list of at most 100 path globs of at most 200 characters",
    fallback: () => [],
  };
}

function switchedOn(): Field<boolean> {
  return {
    parse: (value) =>
      ({ true: true, 1: true, false: false, 0: false })[String(value).trim().toLowerCase()],
    allowed: "1",
    fallback: () => false,
  };
}

function toFolder(value: unknown, start: Start | undefined): string | undefined {
  const folder = typeof value === "string" ? value.trim() : "";
  if (folder === "" || folder.includes("\0")) return undefined;
  if (start === undefined) return folder;
  const root = projectRoot(start.directory, start.worktree);
  return askedBank(root, folder) === undefined ? undefined : folder;
}

function toWord(value: unknown): unknown {
  return typeof value === "string" ? value.trim().toLowerCase() : value;
}

function show(value: unknown): string {
  return printable(JSON.stringify(value) ?? typeof value);
}

/** In one line of a terminal or a log, whatever it is. */
function printable(text: string): string {
  return text.slice(0, LONGEST_SHOWN).replaceAll(STEERING, "\ufffd").toWellFormed();
}
