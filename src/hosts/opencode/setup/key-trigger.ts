import { MEMORY_READER, PROTOCOL_VERSION } from "../../../bank/layout.ts";
import { type ItemPath, type JsonObject, removeItem } from "../../../formats/edit-jsonc.ts";
import { putMember } from "../../../formats/edit-members.ts";
import {
  type JsoncNode,
  type JsoncString,
  memberOf,
  parseJsonc,
} from "../../../formats/parse-jsonc.ts";
import { REFRESH_COMMAND } from "../words.ts";
import body from "./texts/key-trigger.md";

const START = "<!-- MEMORY_BANK_KEY_TRIGGER_START -->";
const END = "<!-- MEMORY_BANK_KEY_TRIGGER_END -->";
const AGENTS = "agents";
const APPEND = "prompt_append";
/** The orchestrators of oh-my-opencode: the agents that a user talks to. */
const ORCHESTRATORS: readonly string[] = ["sisyphus", "atlas"];
/** Since its version 4 all harnesses share one file, with a part for each; before, the whole file is this part. */
const PART = "[opencode]";

export const KEY_TRIGGER = `${START}\n${body
  .replaceAll("{reader}", MEMORY_READER)
  .replaceAll("{refresh}", REFRESH_COMMAND)
  .replaceAll("{protocol}", PROTOCOL_VERSION)
  .trimEnd()}\n${END}`;

/** As they stand in a string of JSON. */
const TRIGGER_INSIDE = JSON.stringify(KEY_TRIGGER).slice(1, -1);
const GAP_INSIDE = String.raw`\n\n`;

/** What a config that holds nothing else but the trigger holds. */
export const ONLY_TRIGGER: JsonObject = {
  [AGENTS]: Object.fromEntries(
    ORCHESTRATORS.map((agent) => [agent, { [APPEND]: KEY_TRIGGER } as const]),
  ),
};

/** The text in which each orchestrator has the trigger of this version; those that cannot take it are skipped. What the user wrote around it stays. */
export function putKeyTrigger(
  text: string,
  isShared: boolean,
): { readonly text: string; readonly skipped: readonly string[] } {
  const skipped: string[] = [];
  let result = text;
  for (const agent of ORCHESTRATORS) {
    const edited = putInto(result, agent, isShared);
    if (edited === undefined) skipped.push(agent);
    else result = edited;
  }
  return { text: result, skipped };
}

/** The text without any trigger of ours, wherever it has got to. */
export function dropKeyTrigger(text: string): string {
  const parsed = parseJsonc(text);
  if (parsed.kind !== "parsed") return text;
  const found = findTriggers(text, parsed.root, []).at(-1);
  if (found === undefined) return text;
  const { literal, path } = found;
  const inner = insideOf(text, literal);
  const [from, to] = placeIn(inner);
  const before = inner.slice(0, from);
  const rest = before.replace(/\\n\\n$/, "") + inner.slice(to);
  // The whole string was the trigger, without the gap that follows what a user wrote, so the key is ours too.
  const isOurs = before === "" && rest === "";
  return dropKeyTrigger(
    isOurs ? removeItem(text, parsed.root, path) : withInside(text, literal, rest),
  );
}

export function hasKeyTrigger(text: string): boolean {
  return placeIn(text)[1] !== -1;
}

function putInto(text: string, agent: string, isShared: boolean): string | undefined {
  const parsed = parseJsonc(text);
  if (parsed.kind !== "parsed" || parsed.root.kind !== "object") return undefined;
  const { root } = parsed;
  const part = isShared ? memberOf(root, PART)?.value : undefined;
  // Where the user's own addition is, so that neither hides the other.
  const present = appendOf(part, agent) ?? appendOf(root, agent);
  if (present === undefined) {
    const way: [string, ...string[]] = [AGENTS, agent, APPEND];
    const made = putMember(text, isShared ? [PART, ...way] : way, KEY_TRIGGER);
    return made === text ? undefined : made;
  }
  if (present.kind !== "string" || present.value.startsWith("file://")) return undefined;
  const inner = insideOf(text, present);
  const [from, to] = placeIn(inner);
  if (to !== -1)
    return withInside(text, present, inner.slice(0, from) + TRIGGER_INSIDE + inner.slice(to));
  const isDamaged = inner.includes(START) || inner.includes(END);
  return isDamaged ? undefined : withInside(text, present, inner + GAP_INSIDE + TRIGGER_INSIDE);
}

function appendOf(part: JsoncNode | undefined, agent: string): JsoncNode | undefined {
  const settings = memberOf(memberOf(part, AGENTS)?.value, agent)?.value;
  return memberOf(settings, APPEND)?.value;
}

function findTriggers(
  text: string,
  node: JsoncNode,
  path: ItemPath,
): { readonly literal: JsoncString; readonly path: ItemPath }[] {
  if (node.kind === "string" || node.kind === "word") return [];
  return node.items.flatMap(({ key, value }, index) =>
    key === APPEND && value.kind === "string" && hasKeyTrigger(insideOf(text, value))
      ? [{ literal: value, path: [...path, index] }]
      : findTriggers(text, value, [...path, index]),
  );
}

/** Where the trigger begins and ends; the end is -1 where it is not there. */
function placeIn(text: string): readonly [from: number, to: number] {
  const from = text.indexOf(START);
  const end = from === -1 ? -1 : text.indexOf(END, from);
  return [from, end === -1 ? -1 : end + END.length];
}

/** A literal is read and changed as it is written: the user's escapes stay. */
function insideOf(text: string, { start, end }: JsoncString): string {
  return text.slice(start + 1, end - 1);
}

function withInside(text: string, { start, end }: JsoncString, inner: string): string {
  return `${text.slice(0, start)}"${inner}"${text.slice(end)}`;
}
