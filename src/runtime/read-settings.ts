import { STEERING } from "../bank/steering.ts";
import type { Start } from "../io/bank/find-bank.ts";
import { attempt } from "../io/disk/attempt.ts";
import type { GuardMode } from "../types.ts";
import { type SettingsFile, readSettingsFile } from "./settings-file.ts";
import { FIELDS, type Field, type SettingName, type Settings } from "./settings-schema.ts";

export type { SettingName, Settings } from "./settings-schema.ts";

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

type Environment = Readonly<Record<string, string | undefined>>;

const OPTIONS = "plugin options";
const MOST_UNKNOWN = 10;
const LONGEST_SHOWN = 80;
/** The names of all settings. */
export const NAMES = Object.keys(FIELDS).filter(isSettingName);
const OPTION_NAMES: readonly string[] = NAMES.filter(
  (name) => FIELDS[name].isOnlyVariable !== true,
);

/** The variables that settings are read from. */
export const VARIABLES: readonly string[] = NAMES.flatMap((name) => FIELDS[name].env ?? []);

/** Environment > the host's options > memory-bank.json > defaults, there where the host is started. */
export function readSettings(env: Environment, options: unknown, start?: Start): SettingsResult {
  return readGiven(env, options, start, start && readSettingsFile(start));
}

/** The same without looking for memory-bank.json. A value that cannot be used is reported, and the default holds. */
export function readGiven(
  env: Environment,
  options: unknown,
  start?: Start,
  file?: SettingsFile,
): SettingsResult {
  const problems: string[] = [];
  const sources: Partial<Record<SettingName, string>> = {};
  const given = toRecord(options, problems);
  if (file !== undefined) problems.push(...problemsOf(file));

  function find(name: SettingName): Found | undefined {
    const { env: variable, isOnlyVariable } = FIELDS[name];
    const inEnv = variable && env[variable]?.trim();
    if (variable && inEnv) return { value: inEnv, given: inEnv, source: variable, name: variable };
    if (isOnlyVariable) return undefined;
    const option = given[name] ?? undefined;
    if (option !== undefined) {
      return { value: option, given: option, source: OPTIONS, name: `option ${name}` };
    }
    const inFile = file?.values.get(name);
    if (file === undefined || inFile === undefined) return undefined;
    const { value, line, folder } = inFile;
    return {
      value: name === "bank" ? folder : value,
      given: value,
      source: file.name,
      name: `${file.name}, line ${line}: ${name}`,
    };
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

/** What is wrong with the file itself: that nobody can read it, or a setting that there is not. */
function problemsOf({ name, values, problem }: SettingsFile): string[] {
  if (problem !== undefined) return [`${problem}; nothing in it is used`];
  const unknown = [...values].filter(([key]) => !OPTION_NAMES.includes(key));
  return limited(
    unknown.map(([key, { line }]) => unknownSetting(`${name}, line ${line}: ${printable(key)}`)),
  );
}

function toRecord(options: unknown, problems: string[]): Readonly<Record<string, unknown>> {
  if (options === undefined || options === null) return {};
  if (typeof options !== "object" || Array.isArray(options)) {
    problems.push(`${OPTIONS}: ${show(options)} is not an object; using the defaults`);
    return {};
  }
  const unknown = Object.keys(options).filter((key) => !OPTION_NAMES.includes(key));
  problems.push(...limited(unknown.map((key) => unknownSetting(`option ${printable(key)}`))));
  const valueOf = (key: string): unknown => attempt(() => Reflect.get(options, key), undefined);
  return Object.fromEntries(OPTION_NAMES.map((key) => [key, valueOf(key)]));
}

function unknownSetting(where: string): string {
  return `${where}: there is no such setting (known: ${OPTION_NAMES.join(", ")}); ignored`;
}

function limited(lines: readonly string[]): string[] {
  const more = lines.length - MOST_UNKNOWN;
  const shown = lines.slice(0, MOST_UNKNOWN);
  return more > 0 ? [...shown, `${more} more unknown settings; ignored`] : shown;
}

function isSettingName(name: string): name is SettingName {
  return name in FIELDS;
}

function show(value: unknown): string {
  return printable(attempt(() => JSON.stringify(value), undefined) ?? typeof value);
}

/** In one line of a terminal or a log, whatever it is. */
function printable(text: string): string {
  const shown = text.slice(0, LONGEST_SHOWN).replaceAll(STEERING, "\ufffd");
  return shown.toWellFormed();
}
