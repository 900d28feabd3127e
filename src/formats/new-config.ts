import { type JsonObject, removeItem } from "./edit-jsonc.ts";
import { parseJsonc } from "./parse-jsonc.ts";

const PREFIX = "\ufeff \t\r\n";
/** In a config that was not there before. */
export const MADE_BY = 'Made by "memory-bank install"; "memory-bank uninstall" removes it again.';
const MADE = `// ${MADE_BY}`;
const WAS_EMPTY = '// This file was empty before "memory-bank install".';
/** What stands for a comment where a program takes none. */
const COMMENT = "//";
const NOTES = [COMMENT, "description"] as const;

/** A config where there was no file, or one without a word in it. The first line is how we know it again. */
export function newConfig(before: string | undefined, value: JsonObject): string {
  const note = before === undefined ? MADE : WAS_EMPTY;
  return `${before ?? ""}${note}\n${JSON.stringify(value, null, 2)}\n`;
}

/** The same for a program that takes no comments; one that knows all its keys has one for a note. */
export function newJson(
  before: string | undefined,
  value: JsonObject,
  key: (typeof NOTES)[number] = COMMENT,
): string {
  const note = (before === undefined ? MADE : WAS_EMPTY).slice(COMMENT.length + 1);
  return `${before ?? ""}${JSON.stringify({ [key]: note, ...value }, null, 2)}\n`;
}

/** What is left of a config once our parts are out of it; undefined where the file was ours. */
export function leaveConfig(text: string): string | undefined {
  return leaveJsonc(leaveJson(text));
}

function leaveJson(text: string): string {
  const parsed = parseJsonc(text);
  if (parsed.kind !== "parsed" || parsed.root.kind !== "object") return text;
  const { root } = parsed;
  const [first] = root.items;
  const isNote = NOTES.some((key) => key === first?.key);
  if (!isNote || first?.value.kind !== "string") return text;
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

/** Nothing but the address of a schema. */
function isBare(text: string): boolean {
  const parsed = parseJsonc(text);
  if (parsed.kind !== "parsed" || parsed.root.kind !== "object") return parsed.kind === "empty";
  const { root } = parsed;
  const around = text.slice(0, root.start) + text.slice(root.end);
  return (
    around.trim() === "" && !root.hasComments && root.items.every(({ key }) => key === "$schema")
  );
}
