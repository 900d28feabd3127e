import { TomlError, parse } from "smol-toml";
import { linesWithEnds } from "../markdown/lines.ts";
import type { Span } from "./parse-jsonc.ts";
import { MADE_BY } from "./new-config.ts";

/** The values that we put into a TOML config. */
type TomlValue = string | number | readonly string[];
export type TomlEntries = Readonly<Record<string, TomlValue>>;

/** Whole lines, from the header to the last line that is neither blank nor a comment. */
export interface TomlTable extends Span {
  readonly path: readonly string[];
}

const MADE = `# ${MADE_BY}`;

export function readToml(text: string) {
  try {
    const value: unknown = parse(text.replace(/^\ufeff/, ""));
    return { kind: "parsed", value } as const;
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const before = text.split("\n").slice(0, error.line - 1);
    const lineStart = before.reduce((length, line) => length + line.length + 1, 0);
    const [problem = ""] = error.message.replace("Invalid TOML document: ", "").split("\n");
    return { kind: "broken", offset: lineStart + error.column - 1, problem } as const;
  }
}

/** The tables of a config; none if it is broken. A line counts as a header only if the text before it parses, too. */
export function tablesIn(text: string): TomlTable[] {
  if (readToml(text).kind === "broken") return [];
  const headers = [...text.matchAll(/^\ufeff?[ \t]*\[.*/gm)].flatMap(({ 0: line, index }) => {
    const start = line.startsWith("\ufeff") ? index + 1 : index;
    const path = pathOf(line);
    const isHeader = path.length > 0 && readToml(text.slice(0, start)).kind === "parsed";
    return isHeader ? [{ path, start }] : [];
  });
  return headers.map(({ path, start }, index) => {
    const lines = linesWithEnds(text.slice(start, headers[index + 1]?.start));
    while (/^\s*(?:#|$)/.test(lines.at(-1) ?? "-")) lines.pop();
    return { path, start, end: start + lines.join("").length };
  });
}

/** The keys in a header line; empty for any other line. */
function pathOf(line: string): string[] {
  const path: string[] = [];
  const parsed = readToml(line);
  let value = parsed.kind === "parsed" ? parsed.value : undefined;
  while (typeof value === "object" && value !== null && !Array.isArray(value)) {
    const [[key, inner] = []] = Object.entries(value) as [string, unknown][];
    if (key === undefined) break;
    path.push(key);
    value = inner;
  }
  return path;
}

/**
 * Dropping a table undoes putting it, byte for byte: a table is added with one line break before it, which ends the last
 * line or makes an empty one. A new file gets a comment that says who made it.
 */
export function putTable(
  text: string | undefined,
  path: readonly string[],
  entries: TomlEntries,
): string {
  const lineBreak = /\r?\n/.exec(text ?? "")?.[0] ?? "\n";
  const table = tablesIn(text ?? "").find((each) => isPath(each.path, path));
  const added = Object.entries(entries).map(([key, value]) => `${key} = ${toValue(value)}`);
  if (text === undefined || table === undefined) {
    const lines = [toHeader(path), ...added].map((line) => line + lineBreak);
    return `${text ?? MADE}${lineBreak}${lines.join("")}`;
  }
  const written = text.slice(table.start, table.end);
  const body = /[\r\n]$/.test(written) ? written : written + lineBreak;
  const next = Object.entries(entries).reduce(
    (result, [key, value]) => putEntry(result, key, value, lineBreak),
    body,
  );
  return next === body ? text : text.slice(0, table.start) + next + text.slice(table.end);
}

/** Sets a key. Its old entry ends with the first line up to which it parses; a comment after the value stays. */
function putEntry(table: string, key: string, value: TomlValue, lineBreak: string): string {
  const lines = linesWithEnds(table);
  const at = lines.findIndex((line) => new RegExp(String.raw`^\s*["']?${key}["']?\s*=`).test(line));
  const wanted = `${key} = ${toValue(value)}`;
  if (at === -1) return table + wanted + lineBreak;
  let end = at + 1;
  while (end < lines.length && readToml(lines.slice(at, end).join("")).kind === "broken") end += 1;
  const old = lines.slice(at, end).join("");
  const read = readToml(old);
  const isSame =
    read.kind === "parsed" && JSON.stringify(read.value) === JSON.stringify({ [key]: value });
  if (isSame) return table;
  const [tail] = /[ \t]*(?:#[^"'\]}\r\n]*)?(?:\r?\n)?$/.exec(old) ?? [lineBreak];
  return [...lines.slice(0, at), wanted + tail, ...lines.slice(end)].join("");
}

/** The text without the tables that are chosen. */
export function dropTables(text: string, isChosen: (table: TomlTable) => boolean): string {
  return tablesIn(text)
    .filter(isChosen)
    .toReversed()
    .reduce((rest, { start, end }) => {
      const isFirst = rest.startsWith(MADE) && linesWithEnds(rest)[0]?.length === start;
      const from = isFirst ? 0 : start;
      return rest.slice(0, from - lineBreakBefore(rest, from, end)) + rest.slice(end);
    }, text);
}

/** How much of the line break before a table goes with it: none if other text would move up into that line. */
function lineBreakBefore(text: string, start: number, end: number): number {
  const [{ length } = ""] = /\r?\n$/.exec(text.slice(0, start)) ?? [];
  const isAfterEmptyLine = start === length || /[\r\n]$/.test(text.slice(0, start - length));
  const isBeforeEmptyLine = /^(?:[\r\n]|$)/.test(text.slice(end));
  return isAfterEmptyLine || isBeforeEmptyLine ? length : 0;
}

/** The config without our tables; undefined if the file was ours. */
export function leaveToml(before: string, after: string): string | undefined {
  return before.startsWith(MADE) && after.trim() === "" ? undefined : after;
}

export function isPath(path: readonly string[], other: readonly string[]): boolean {
  return path.length === other.length && path.every((part, at) => part === other[at]);
}

function toHeader(path: readonly string[]): string {
  return `[${path.map((part) => (/^[\w-]+$/.test(part) ? part : JSON.stringify(part))).join(".")}]`;
}

/** A JSON string is also a TOML string. */
function toValue(value: TomlValue): string {
  return Array.isArray(value)
    ? `[${value.map((item) => JSON.stringify(item)).join(", ")}]`
    : JSON.stringify(value);
}
