import { type JsonObject, removeItem } from "./edit-jsonc.ts";
import { objectIn } from "./parse-jsonc.ts";

const PREFIX = "\ufeff \t\r\n";
/** The comment in a config that we made. */
export const MADE_BY = 'Made by "memory-bank install"; "memory-bank uninstall" removes it again.';
const MADE = `// ${MADE_BY}`;
const WAS_EMPTY = '// This file was empty before "memory-bank install".';
/** The key that holds our note in a JSON config without comments. */
const COMMENT = "//";
const NOTES = [COMMENT, "description"] as const;

/** A config for a program whose file is missing or empty. The note in it marks the file as ours. */
export function newConfig(before: string | undefined, value: JsonObject): string {
  const note = before === undefined ? MADE : WAS_EMPTY;
  return `${before ?? ""}${note}\n${JSON.stringify(value, null, 2)}\n`;
}

/** A new config for a program that allows no comments; `key` holds the note if the program allows only its own keys. */
export function newJson(
  before: string | undefined,
  value: JsonObject,
  key: (typeof NOTES)[number] = COMMENT,
): string {
  const note = (before === undefined ? MADE : WAS_EMPTY).slice(COMMENT.length + 1);
  return `${before ?? ""}${JSON.stringify({ [key]: note, ...value }, null, 2)}\n`;
}

/** The config without our parts; undefined if the file was ours. */
export function leaveConfig(text: string): string | undefined {
  return leaveJsonc(leaveJson(text));
}

function leaveJson(text: string): string {
  const root = objectIn(text);
  const first = root?.items[0];
  const isNote = NOTES.some((key) => key === first?.key);
  if (!isNote || root === undefined || first?.value.kind !== "string") return text;
  const note = `${COMMENT} ${first.value.value}`;
  if (note !== MADE && note !== WAS_EMPTY) return text;
  const before = text.slice(0, root.start);
  return `${before}${note}\n${removeItem(text, root, [0]).slice(root.start)}`;
}

function leaveJsonc(text: string): string | undefined {
  const start = [...text].findIndex((character) => !PREFIX.includes(character));
  const note = [MADE, WAS_EMPTY].find((line) => text.startsWith(line, Math.max(0, start)));
  if (note === undefined) return text;
  const before = text.slice(0, start);
  const rest = text.slice(start + note.length).replace(/^\r?\n/, "");
  if (!isBare(rest)) return before + rest;
  return note === MADE ? undefined : before;
}

/** Whether an object holds nothing but the address of a schema. */
function isBare(text: string): boolean {
  const root = objectIn(text);
  if (root === undefined) return text.trim() === "";
  const around = text.slice(0, root.start) + text.slice(root.end);
  return (
    around.trim() === "" && !root.hasComments && root.items.every(({ key }) => key === "$schema")
  );
}
