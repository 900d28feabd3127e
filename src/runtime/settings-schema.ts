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

export interface Field<Value> {
  readonly env?: `MEMORY_BANK_${string}`;
  /** The host's options and memory-bank.json may set all but these, under their name. */
  readonly isOnlyVariable?: true;
  /** Undefined for a value that cannot be used, here in this project. */
  readonly parse: (value: unknown, start: Start | undefined) => Value | undefined;
  readonly allowed: string;
  /** Some defaults follow from the guard mode. */
  readonly fallback: (mode: GuardMode) => Value;
}

const LONGEST_FOLDER = 1000;
const MOST_GLOBS = 100;
const LONGEST_GLOB = 200;

/** The one schema: names, values, defaults. */
export const FIELDS: { readonly [Name in SettingName]: Field<Settings[Name]> } = {
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
  debug: { env: "MEMORY_BANK_DEBUG", ...switchedOn(), isOnlyVariable: true },
};

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
      const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
      const isWhole = typeof number === "number" && Number.isInteger(number);
      return isWhole && number >= from && number <= to ? number : undefined;
    },
    allowed: `a whole number from ${from} to ${to}`,
    fallback: () => fallback,
  };
}

function globs(): Field<readonly string[]> {
  return {
    parse: (value) =>
      Array.isArray(value) && value.length <= MOST_GLOBS && value.every(isGlob) ? value : undefined,
    allowed: `a list of at most ${MOST_GLOBS} path globs of at most ${LONGEST_GLOB} characters`,
    fallback: () => [],
  };
}

function isGlob(value: unknown): value is string {
  return typeof value === "string" && value !== "" && value.length <= LONGEST_GLOB;
}

function switchedOn(): Field<boolean> {
  const on = new Set<unknown>([true, 1, "1", "true"]);
  const off = new Set<unknown>([false, 0, "0", "false"]);
  return {
    parse(value) {
      const word = toWord(value);
      return on.has(word) ? true : off.has(word) ? false : undefined;
    },
    allowed: "1",
    fallback: () => false,
  };
}

function toFolder(value: unknown, start: Start | undefined): string | undefined {
  const folder = typeof value === "string" ? value.trim() : "";
  if (folder === "" || folder.length > LONGEST_FOLDER || folder.includes("\0")) return undefined;
  const isInside =
    start === undefined ||
    askedBank(projectRoot(start.directory, start.worktree), folder) !== undefined;
  return isInside ? folder : undefined;
}

function toWord(value: unknown): unknown {
  return typeof value === "string" ? value.trim().toLowerCase() : value;
}
