import * as v from "valibot";
import { STEERING } from "../bank/steering.ts";
import type { Start } from "../io/bank/find-bank.ts";
import { attempt } from "../io/disk/attempt.ts";
import { type SettingsFile, folderBesideFile, readSettingsFile } from "./settings-file.ts";
import {
  FIELDS,
  type Field,
  type Given,
  SCOPES,
  type SettingName,
  type Settings,
} from "./settings-schema.ts";

export type { SettingName, Settings } from "./settings-schema.ts";

export interface SettingsResult {
  readonly settings: Settings;
  /** One line for each value that could not be used. */
  readonly problems: readonly string[];
  /** Where each setting that is no default was set: a variable, `plugin options`, or the file's path. */
  readonly sources: Readonly<Partial<Record<SettingName, string>>>;
}

/** What somebody set, and what a message calls that place. */
interface Found {
  readonly value: unknown;
  readonly source: string;
  /** The name of the setting there. */
  readonly name: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

const OPTIONS = "plugin options";
const MOST_UNKNOWN = 10;
const LONGEST_SHOWN = 80;
/** The names of all settings. */
export const NAMES = Object.keys(FIELDS).filter(isSettingName);
const OPTION_NAMES: readonly string[] = NAMES.filter((name) => FIELDS[name].isOption);

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
    const { env: variable, isOption } = FIELDS[name];
    const fromEnv = variable === undefined ? undefined : env[variable]?.trim() || undefined;
    if (variable !== undefined && fromEnv !== undefined) {
      return { value: fromEnv, source: variable, name: variable };
    }
    if (!isOption) return undefined;
    const option = given[name] ?? undefined;
    if (option !== undefined) return { value: option, source: OPTIONS, name: `option ${name}` };
    const inFile = file?.values.get(name);
    if (file === undefined || inFile === undefined) return undefined;
    const { value } = inFile;
    const isFolder = name === "bank" && typeof value === "string";
    return {
      value: isFolder ? (folderBesideFile(file, value) ?? "..") : value,
      source: file.name,
      name: `${file.name}, line ${inFile.line}: ${name}`,
    };
  }

  function pick<Name extends SettingName>(name: Name, field: Field<Given[Name]>): Given[Name] {
    const found = find(name);
    if (found === undefined) return field.fallback;
    const result = v.safeParse(field.schema, found.value);
    if (result.success && (start === undefined || field.fits?.(result.output, start) !== false)) {
      sources[name] = found.source;
      return result.output;
    }
    const otherwise = field.otherwise ?? show(field.fallback);
    const value = show(found.source === file?.name ? file.values.get(name)?.value : found.value);
    problems.push(
      `${found.name}: ${value} is not allowed (allowed: ${field.allowed}); using ${otherwise}`,
    );
    return field.fallback;
  }

  const guardMode = pick("guardMode", FIELDS.guardMode);
  const settings: Settings = {
    guardMode,
    readScope: pick("readScope", FIELDS.readScope) ?? SCOPES[guardMode],
    approval: pick("approval", FIELDS.approval) ?? guardMode,
    writer: pick("writer", FIELDS.writer),
    maxChars: pick("maxChars", FIELDS.maxChars),
    lang: pick("lang", FIELDS.lang),
    log: pick("log", FIELDS.log),
    toasts: pick("toasts", FIELDS.toasts),
    bank: pick("bank", FIELDS.bank),
    sensitive: pick("sensitive", FIELDS.sensitive),
    safe: pick("safe", FIELDS.safe),
    multiFile: pick("multiFile", FIELDS.multiFile),
    disabled: pick("disabled", FIELDS.disabled),
    debug: pick("debug", FIELDS.debug),
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
