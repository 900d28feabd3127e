import { MADE_BY } from "./new-config.ts";
import { type TomlTable, scanToml } from "./scan-toml.ts";

/** What we put into a TOML config. */
export type TomlValue = string | number | readonly string[];
export type TomlEntries = Readonly<Record<string, TomlValue>>;

const MADE = `# ${MADE_BY}`;

/**
 * Appending and dropping are each other's inverse, byte for byte: a table comes with one line break before it,
 * which ends the last line or makes an empty one.
 */

/** The text with one more table at its end; a text that is not there yet says who made it. */
export function appendTable(
  text: string | undefined,
  path: readonly string[],
  entries: TomlEntries,
): string {
  const lineBreak = lineBreakIn(text ?? "");
  const lines = [toHeader(path), ...Object.entries(entries).map(toLine)];
  const table = lines.map((line) => line + lineBreak).join("");
  return text === undefined ? `${MADE}${lineBreak}${table}` : `${text}${lineBreak}${table}`;
}

/** The text without the tables that are chosen. */
export function dropTables(text: string, isChosen: (table: TomlTable) => boolean): string {
  return tablesIn(text)
    .filter((table) => table.header !== undefined && isChosen(table))
    .toReversed()
    .reduce((rest, { start, end }) => {
      const from = rest.startsWith(MADE) && start === lengthOfFirstLine(rest) ? 0 : start;
      return rest.slice(0, from - lineBreakBefore(rest, from, end)) + rest.slice(end);
    }, text);
}

/** What is left of a config once our tables are out of it; undefined where the file was ours. */
export function leaveToml(before: string, after: string): string | undefined {
  return before.startsWith(MADE) && after.trim() === "" ? undefined : after;
}

/** The text in which the table of this path has these entries, wherever it stands; other entries of it stay. */
export function putTable(
  text: string | undefined,
  path: readonly string[],
  entries: TomlEntries,
): string {
  const table = text === undefined ? undefined : findTable(text, path);
  if (text === undefined || table === undefined) return appendTable(text, path, entries);
  const missing = Object.entries(entries).filter(
    ([name]) => !table.entries.some(({ key }) => isPath(key, [name])),
  );
  const added = missing.map((entry) => toLine(entry) + lineBreakIn(text)).join("");
  const isOpen = added !== "" && !/[\r\n]$/.test(text.slice(0, table.end));
  const end = isOpen ? lineBreakIn(text) + added : added;
  const grown = text.slice(0, table.end) + end + text.slice(table.end);
  return table.entries.toReversed().reduce((result, { key: [name = "", ...rest], value }) => {
    const wanted = rest.length === 0 ? entries[name] : undefined;
    if (wanted === undefined || isSame(result.slice(value.start, value.end), wanted)) return result;
    return result.slice(0, value.start) + toValue(wanted) + result.slice(value.end);
  }, grown);
}

export function renameTable(text: string, from: readonly string[], to: readonly string[]): string {
  const header = findTable(text, from)?.header;
  if (header === undefined) return text;
  return text.slice(0, header.start) + toHeader(to) + text.slice(header.end);
}

export function isPath(path: readonly string[], other: readonly string[]): boolean {
  return path.length === other.length && path.every((part, at) => part === other[at]);
}

function findTable(text: string, path: readonly string[]): TomlTable | undefined {
  return tablesIn(text).find((table) => table.header !== undefined && isPath(table.path, path));
}

function tablesIn(text: string): readonly TomlTable[] {
  const scanned = scanToml(text);
  return scanned.kind === "parsed" ? scanned.tables : [];
}

/** How much of the line break before a table goes with it: none where something else would move up into that line. */
function lineBreakBefore(text: string, start: number, end: number): number {
  const [{ length } = ""] = /\r?\n$|\r$/.exec(text.slice(0, start)) ?? [];
  const isAfterEmptyLine = start === length || /[\r\n]$/.test(text.slice(0, start - length));
  const isBeforeEmptyLine = /^(?:[\r\n]|$)/.test(text.slice(end));
  return isAfterEmptyLine || isBeforeEmptyLine ? length : 0;
}

function isSame(written: string, wanted: TomlValue): boolean {
  const scanned = scanToml(`value = ${written}`);
  return (
    scanned.kind === "parsed" && JSON.stringify(scanned.value) === JSON.stringify({ value: wanted })
  );
}

function toHeader(path: readonly string[]): string {
  return `[${path.map((part) => (/^[\w-]+$/.test(part) ? part : JSON.stringify(part))).join(".")}]`;
}

function toLine([name, value]: readonly [string, TomlValue]): string {
  return `${name} = ${toValue(value)}`;
}

/** A string of JSON is one of TOML as well. */
function toValue(value: TomlValue): string {
  return Array.isArray(value)
    ? `[${value.map((item) => JSON.stringify(item)).join(", ")}]`
    : JSON.stringify(value);
}

function lineBreakIn(text: string): string {
  return /\r\n|\n|\r/.exec(text)?.[0] ?? "\n";
}

function lengthOfFirstLine(text: string): number {
  return /^[^\r\n]*(?:\r\n|[\r\n])?/.exec(text)?.[0].length ?? 0;
}
