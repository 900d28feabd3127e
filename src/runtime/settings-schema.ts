import * as v from "valibot";
import { type Start, askedBank, projectRoot } from "../io/bank/find-bank.ts";
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

export type SettingName = keyof Settings;

/** As somebody set them: the defaults of some follow from the guard mode. */
export interface Given extends Omit<Settings, "readScope" | "approval"> {
  readonly readScope: ReadScope | undefined;
  readonly approval: ApprovalMode | undefined;
}

export interface Field<Value> {
  readonly env?: `MEMORY_BANK_${string}`;
  /** Whether the host's options and memory-bank.json may set it, under its name. */
  readonly isOption: boolean;
  readonly schema: v.GenericSchema<unknown, Value>;
  readonly allowed: string;
  readonly fallback: Value;
  /** What a message calls the fallback, where the value itself does not say it. */
  readonly otherwise?: string;
  /** Whether a value can be used in this project. */
  fits?(value: Value, start: Start): boolean;
}

const LONGEST_FOLDER = 1000;
const MOST_GLOBS = 100;
const LONGEST_GLOB = 200;

const word = v.pipe(
  v.unknown(),
  v.transform((value) => (typeof value === "string" ? value.trim().toLowerCase() : value)),
);
const glob = v.pipe(v.string(), v.nonEmpty(), v.maxLength(LONGEST_GLOB));
const flag = v.pipe(
  word,
  v.union([v.string(), v.number(), v.boolean()]),
  v.transform(String),
  v.picklist(["1", "0", "true", "false"]),
  v.transform((value) => value === "1" || value === "true"),
);
const folder = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty(),
  v.maxLength(LONGEST_FOLDER),
  v.regex(/^[^\0]*$/),
);

/** The one schema: names, values, defaults. */
export const FIELDS: { readonly [Name in SettingName]: Field<Given[Name]> } = {
  guardMode: { env: "MEMORY_BANK_GUARD_MODE", ...oneOf(["warn", "off", "block"]) },
  readScope: {
    env: "MEMORY_BANK_READ_SCOPE",
    ...byGuardMode(oneOf(["turn", "context"])),
  },
  approval: {
    env: "MEMORY_BANK_APPROVAL",
    ...byGuardMode(oneOf(["warn", "off", "block"])),
  },
  writer: { env: "MEMORY_BANK_WRITER", ...oneOf(["direct", "subagent"]) },
  maxChars: { env: "MEMORY_BANK_MAX_CHARS", ...wholeNumber(2000, 100_000, 12_000) },
  lang: {
    env: "MEMORY_BANK_LANG",
    ...oneOf(["en", "zh"]),
    fallback: undefined,
    otherwise: "what is found",
  },
  log: { env: "MEMORY_BANK_LOG", ...oneOf(["on", "off"]) },
  toasts: { env: "MEMORY_BANK_TOASTS", ...oneOf(["on", "off"]) },
  bank: {
    env: "MEMORY_BANK_DIR",
    isOption: true,
    schema: folder,
    allowed: "a folder inside the project, relative to its root",
    fallback: undefined,
    otherwise: "what is found",
    fits: (asked, { directory, worktree }) =>
      asked === undefined || askedBank(projectRoot(directory, worktree), asked) !== undefined,
  },
  sensitive: globs(),
  safe: globs(),
  multiFile: wholeNumber(2, 1000, 2),
  disabled: { env: "MEMORY_BANK_DISABLED", ...switchedOn() },
  debug: { env: "MEMORY_BANK_DEBUG", ...switchedOn(), isOption: false },
};

/** How long a read stays good where nobody said so. */
export const SCOPES: Readonly<Record<GuardMode, ReadScope>> = {
  block: "turn",
  warn: "context",
  off: "context",
};

/** The first value is the default. */
function oneOf<const Value extends string>(values: readonly [Value, ...Value[]]): Field<Value> {
  return {
    isOption: true,
    schema: v.pipe(word, v.picklist(values)),
    allowed: values.join(", "),
    fallback: values[0],
  };
}

function byGuardMode<Value>(field: Field<Value>): Field<Value | undefined> {
  return { ...field, fallback: undefined, otherwise: "what follows from guardMode" };
}

function wholeNumber(from: number, to: number, fallback: number): Field<number> {
  const toNumber = (value: unknown) =>
    typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return {
    isOption: true,
    schema: v.pipe(
      v.unknown(),
      v.transform(toNumber),
      v.number(),
      v.integer(),
      v.minValue(from),
      v.maxValue(to),
    ),
    allowed: `a whole number from ${from} to ${to}`,
    fallback,
  };
}

function globs(): Field<readonly string[]> {
  return {
    isOption: true,
    schema: v.pipe(v.array(glob), v.maxLength(MOST_GLOBS)),
    allowed: `a list of at most ${MOST_GLOBS} path globs of at most ${LONGEST_GLOB} characters`,
    fallback: [],
  };
}

function switchedOn(): Field<boolean> {
  return { isOption: true, schema: flag, allowed: "1", fallback: false };
}
