import { TomlError, parse } from "smol-toml";
import type { Span } from "./parse-jsonc.ts";
import { MADE_BY } from "./new-config.ts";

export type TomlResult =
  | { readonly kind: "parsed"; readonly value: unknown }
  | { readonly kind: "broken"; readonly offset: number; readonly problem: string };

/** What we put into a TOML config. */
type TomlValue = string | number | readonly string[];
export type TomlEntries = Readonly<Record<string, TomlValue>>;

/** Whole lines, from that of the header to the last that is neither blank nor a comment. */
export interface TomlTable extends Span {
  readonly path: readonly string[];
}

const MADE = `# ${MADE_BY}`;

export function readToml(text: string): TomlResult {
  try {
    return { kind: "parsed", value: parse(text.replace(/^\ufeff/, "")) };
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const before = text.split("\n").slice(0, error.line - 1);
    const lineStart = before.reduce((length, line) => length + line.length + 1, 0);
    const [problem = ""] = error.message.replace("Invalid TOML document: ", "").split("\n");
    return { kind: "broken", offset: lineStart + error.column - 1, problem };
  }
}

/** The tables of a config; none if it is broken. A line that looks like a header is one if the text before it is sound, too. */
export function tablesIn(text: string): TomlTable[] {
  if (readToml(text).kind === "broken") return [];
  const headers = [...text.matchAll(/^\ufeff?[ \t]*\[.*/gm)].flatMap(({ 0: line, index }) => {
    const start = line.startsWith("\ufeff") ? index + 1 : index;
    const path = pathOf(line);
    const isHeader = path.length > 0 && readToml(text.slice(0, start)).kind === "parsed";
    return isHeader ? [{ path, start }] : [];
  });
  return headers.map(({ path, start }, index) => {
    const lines = linesOf(text.slice(start, headers[index + 1]?.start));
    while (/^\s*(?:#|$)/.test(lines.at(-1) ?? "-")) lines.pop();
    return { path, start, end: start + lines.join("").length };
  });
}

/** The way of keys in a header; none in another line. */
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
 * Putting a table and dropping it are each other's inverse, byte for byte: a table comes with one line break before
 * it, which ends the last line or makes an empty one. A text that is not there yet says who made it.
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

/** An entry may take several lines: as many as it needs to be sound. What a person wrote behind its value stays. */
function putEntry(table: string, key: string, value: TomlValue, lineBreak: string): string {
  const lines = linesOf(table);
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
      const isFirst = rest.startsWith(MADE) && linesOf(rest)[0]?.length === start;
      const from = isFirst ? 0 : start;
      return rest.slice(0, from - lineBreakBefore(rest, from, end)) + rest.slice(end);
    }, text);
}

/** How much of the line break before a table goes with it: none where something else would move up into that line. */
function lineBreakBefore(text: string, start: number, end: number): number {
  const [{ length } = ""] = /\r?\n$/.exec(text.slice(0, start)) ?? [];
  const isAfterEmptyLine = start === length || /[\r\n]$/.test(text.slice(0, start - length));
  const isBeforeEmptyLine = /^(?:[\r\n]|$)/.test(text.slice(end));
  return isAfterEmptyLine || isBeforeEmptyLine ? length : 0;
}

/** What is left of a config once our tables are out of it; undefined where the file was ours. */
export function leaveToml(before: string, after: string): string | undefined {
  return before.startsWith(MADE) && after.trim() === "" ? undefined : after;
}

export function isPath(path: readonly string[], other: readonly string[]): boolean {
  return path.length === other.length && path.every((part, at) => part === other[at]);
}

function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function toHeader(path: readonly string[]): string {
  return `[${path.map((part) => (/^[\w-]+$/.test(part) ? part : JSON.stringify(part))).join(".")}]`;
}

/** A string of JSON is one of TOML as well. */
function toValue(value: TomlValue): string {
  return Array.isArray(value)
    ? `[${value.map((item) => JSON.stringify(item)).join(", ")}]`
    : JSON.stringify(value);
}
