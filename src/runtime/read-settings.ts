import * as v from "valibot";
import { STEERING } from "../bank/steering.ts";
import { type Start, askedBank, projectRoot } from "../io/bank/find-bank.ts";
import { attempt } from "../io/disk/attempt.ts";
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

export interface SettingsResult {
  readonly settings: Settings;
  /** One line for each value that could not be used. */
  readonly problems: readonly string[];
}

const MOST_UNKNOWN = 10;
const LONGEST_SHOWN = 80;

interface Field<Value> {
  readonly env?: `MEMORY_BANK_${string}`;
  readonly option?: string;
  readonly schema: v.GenericSchema<unknown, Value>;
  readonly allowed: string;
  readonly fallback: Value;
  /** What holds instead of a value that cannot be used, where the fallback does not say. */
  readonly otherwise?: string;
  /** Whether a value can be used in this project. */
  readonly fits?: (value: Value, start: Start) => boolean;
}

const word = v.pipe(
  v.unknown(),
  v.transform((value) => (typeof value === "string" ? value.trim().toLowerCase() : value)),
);
const wholeNumber = (from: number, to: number) =>
  v.pipe(
    v.unknown(),
    v.transform((value) =>
      typeof value === "string" && value.trim() !== "" ? Number(value) : value,
    ),
    v.number(),
    v.integer(),
    v.minValue(from),
    v.maxValue(to),
  );
const flag = v.pipe(
  word,
  v.union([v.string(), v.number(), v.boolean()]),
  v.transform(String),
  v.picklist(["1", "0", "true", "false"]),
  v.transform((value) => value === "1" || value === "true"),
);
const LONGEST_FOLDER = 1000;
const MOST_GLOBS = 100;
const LONGEST_GLOB = 200;
const glob = v.pipe(v.string(), v.nonEmpty(), v.maxLength(LONGEST_GLOB));
const globs = v.pipe(v.array(glob), v.maxLength(MOST_GLOBS));
const GLOBS = `a list of at most ${MOST_GLOBS} path globs of at most ${LONGEST_GLOB} characters`;

/** As they are given: some defaults follow from other settings. */
interface Given extends Omit<Settings, "readScope"> {
  readonly readScope: ReadScope | undefined;
}

/** How long a read stays good where nobody said so. */
const SCOPES: Readonly<Record<GuardMode, ReadScope>> = {
  block: "turn",
  warn: "context",
  off: "context",
};

/** The one schema: names, values, defaults. */
const FIELDS: { readonly [Name in keyof Given]: Field<Given[Name]> } = {
  guardMode: {
    env: "MEMORY_BANK_GUARD_MODE",
    option: "guardMode",
    schema: v.pipe(word, v.picklist(["warn", "off", "block"])),
    allowed: "warn, off, block",
    fallback: "warn",
  },
  readScope: {
    env: "MEMORY_BANK_READ_SCOPE",
    option: "readScope",
    schema: v.pipe(word, v.picklist(["turn", "context"])),
    allowed: "turn, context",
    fallback: undefined,
    otherwise: "the guard mode's",
  },
  approval: {
    env: "MEMORY_BANK_APPROVAL",
    option: "approval",
    schema: v.pipe(word, v.picklist(["warn", "off", "block"])),
    allowed: "warn, off, block",
    fallback: "warn",
  },
  writer: {
    env: "MEMORY_BANK_WRITER",
    option: "writer",
    schema: v.pipe(word, v.picklist(["direct", "subagent"])),
    allowed: "direct, subagent",
    fallback: "direct",
  },
  maxChars: {
    env: "MEMORY_BANK_MAX_CHARS",
    option: "maxChars",
    schema: wholeNumber(2000, 100_000),
    allowed: "a whole number from 2000 to 100000",
    fallback: 12_000,
  },
  lang: {
    env: "MEMORY_BANK_LANG",
    option: "lang",
    schema: v.pipe(word, v.picklist(["en", "zh"])),
    allowed: "en, zh",
    fallback: undefined,
    otherwise: "the language found out",
  },
  log: {
    env: "MEMORY_BANK_LOG",
    option: "log",
    schema: v.pipe(word, v.picklist(["on", "off"])),
    allowed: "on, off",
    fallback: "on",
  },
  toasts: {
    env: "MEMORY_BANK_TOASTS",
    option: "toasts",
    schema: v.pipe(word, v.picklist(["on", "off"])),
    allowed: "on, off",
    fallback: "on",
  },
  bank: {
    env: "MEMORY_BANK_DIR",
    option: "bank",
    schema: v.pipe(
      v.string(),
      v.trim(),
      v.nonEmpty(),
      v.maxLength(LONGEST_FOLDER),
      v.regex(/^[^\0]*$/),
    ),
    allowed: "a folder inside the project, relative to its root",
    fallback: undefined,
    otherwise: "the folder found out",
    fits: (folder, { directory, worktree }) =>
      folder === undefined || askedBank(projectRoot(directory, worktree), folder) !== undefined,
  },
  sensitive: {
    option: "sensitive",
    schema: globs,
    allowed: GLOBS,
    fallback: [],
  },
  safe: {
    option: "safe",
    schema: globs,
    allowed: GLOBS,
    fallback: [],
  },
  multiFile: {
    option: "multiFile",
    schema: wholeNumber(2, 1000),
    allowed: "a whole number from 2 to 1000",
    fallback: 2,
  },
  disabled: {
    env: "MEMORY_BANK_DISABLED",
    option: "disabled",
    schema: flag,
    allowed: "1",
    fallback: false,
  },
  debug: {
    env: "MEMORY_BANK_DEBUG",
    schema: flag,
    allowed: "1",
    fallback: false,
  },
};

/** The variables that settings are read from. */
export const VARIABLES: readonly string[] = Object.values(FIELDS).flatMap(({ env }) => env ?? []);

/**
 * Environment > plugin options > defaults. A value that cannot be used, there where the host is started, is
 * reported, and the default holds.
 */
export function readSettings(
  env: Readonly<Record<string, string | undefined>>,
  options: unknown,
  start?: Start,
): SettingsResult {
  const problems: string[] = [];
  const given = toRecord(options, problems);

  function pick<Value>(field: Field<Value>): Value {
    const fromEnv = field.env === undefined ? undefined : env[field.env]?.trim() || undefined;
    const fromOption = field.option === undefined ? undefined : given[field.option];
    const value = fromEnv ?? fromOption ?? undefined;
    if (value === undefined) return field.fallback;
    const result = v.safeParse(field.schema, value);
    const isFit = (output: Value) => start === undefined || field.fits?.(output, start) !== false;
    if (result.success && isFit(result.output)) return result.output;
    const name = fromEnv === undefined ? `option ${field.option}` : field.env;
    problems.push(
      `${name}: ${show(value)} is not allowed (allowed: ${field.allowed}); using ${field.otherwise ?? show(field.fallback)}`,
    );
    return field.fallback;
  }

  const guardMode = pick(FIELDS.guardMode);
  const settings: Settings = {
    guardMode,
    readScope: pick(FIELDS.readScope) ?? SCOPES[guardMode],
    approval: pick(FIELDS.approval),
    writer: pick(FIELDS.writer),
    maxChars: pick(FIELDS.maxChars),
    lang: pick(FIELDS.lang),
    log: pick(FIELDS.log),
    toasts: pick(FIELDS.toasts),
    bank: pick(FIELDS.bank),
    sensitive: pick(FIELDS.sensitive),
    safe: pick(FIELDS.safe),
    multiFile: pick(FIELDS.multiFile),
    disabled: pick(FIELDS.disabled),
    debug: pick(FIELDS.debug),
  };
  return { settings, problems };
}

function toRecord(options: unknown, problems: string[]): Readonly<Record<string, unknown>> {
  if (options === undefined || options === null) return {};
  if (typeof options !== "object" || Array.isArray(options)) {
    problems.push(`plugin options: ${show(options)} is not an object; using the defaults`);
    return {};
  }
  const known = Object.values(FIELDS).flatMap(({ option }) => option ?? []);
  const unknown = Object.keys(options).filter((key) => !known.includes(key));
  for (const key of unknown.slice(0, MOST_UNKNOWN)) {
    const name = printable(key);
    problems.push(`option ${name}: no such option (known: ${known.join(", ")}); ignored`);
  }
  if (unknown.length > MOST_UNKNOWN)
    problems.push(`${unknown.length - MOST_UNKNOWN} more options that there are not; ignored`);
  const valueOf = (key: string): unknown => attempt(() => Reflect.get(options, key), undefined);
  return Object.fromEntries(known.map((key) => [key, valueOf(key)]));
}

function show(value: unknown): string {
  return printable(attempt(() => JSON.stringify(value), undefined) ?? typeof value);
}

/** In one line of a terminal or a log, whatever it is. */
function printable(text: string): string {
  const shown = text.slice(0, LONGEST_SHOWN).replaceAll(STEERING, "\ufffd");
  return shown.toWellFormed();
}
