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
const GAP = "\n\n";
const AGENTS = "agents";
const APPEND = "prompt_append";
/** The orchestrators of oh-my-opencode: the agents that a user talks to. */
export const ORCHESTRATORS: readonly string[] = ["sisyphus", "atlas"];
/** Since its version 4 all harnesses share one file, with a part for each; before, the whole file is this part. */
const PART = "[opencode]";

export const KEY_TRIGGER = `${START}\n${body
  .replaceAll("{reader}", MEMORY_READER)
  .replaceAll("{refresh}", REFRESH_COMMAND)
  .replaceAll("{protocol}", PROTOCOL_VERSION)
  .trimEnd()}\n${END}`;

export interface TriggerEdit {
  readonly text: string;
  /** Agents that cannot take the trigger, and why. */
  readonly skipped: readonly { readonly agent: string; readonly reason: string }[];
}

/** What a config that holds nothing else but the trigger holds. */
export const ONLY_TRIGGER: JsonObject = {
  [AGENTS]: Object.fromEntries(
    ORCHESTRATORS.map((agent) => [agent, { [APPEND]: KEY_TRIGGER } as const]),
  ),
};

/** The text in which each orchestrator has the trigger of this version. What the user wrote around it stays. */
export function putKeyTrigger(
  text: string,
  isShared: boolean,
  agents: readonly string[] = ORCHESTRATORS,
): TriggerEdit {
  const skipped: { agent: string; reason: string }[] = [];
  let result = text;
  for (const agent of agents) {
    const edit = putInto(result, agent, isShared);
    if (typeof edit === "string") result = edit;
    else skipped.push({ agent, reason: edit.reason });
  }
  return { text: result, skipped };
}

/** The text without any trigger of ours, wherever it has got to. */
export function dropKeyTrigger(text: string): string {
  const parsed = parseJsonc(text);
  if (parsed.kind !== "parsed") return text;
  const found = findTriggers(parsed.root, []).at(-1);
  if (found === undefined) return text;
  const { literal, path } = found;
  const without = editLiteral(text, literal, cutTrigger);
  // The whole string was the trigger, without the gap that follows what a user wrote, so the key is ours too.
  const isOurs = literal.value.startsWith(START) && without === replace(text, literal, '""');
  return dropKeyTrigger(isOurs ? removeItem(text, parsed.root, path) : without);
}

/** What an agent's prompt gets from this config: the trigger or not; undefined where it says nothing. */
export function readKeyTrigger(
  text: string,
  isShared: boolean,
  agent: string,
): boolean | undefined {
  const parsed = parseJsonc(text);
  if (parsed.kind !== "parsed") return undefined;
  const found = findAppend(parsed.root, agent, isShared);
  return found === undefined ? undefined : found.kind === "string" && hasTrigger(found.value);
}

function putInto(text: string, agent: string, isShared: boolean): string | { reason: string } {
  const parsed = parseJsonc(text);
  if (parsed.kind !== "parsed" || parsed.root.kind !== "object")
    return { reason: "the file is not a JSON object" };
  const { root } = parsed;
  const present = findAppend(root, agent, isShared);
  if (present === undefined) {
    const made = putMember(text, wayTo(root, agent, isShared), KEY_TRIGGER);
    return made === text ? { reason: `"${AGENTS}" or "${agent}" is not an object` } : made;
  }
  if (present.kind !== "string") return { reason: `its ${APPEND} is not a string` };
  if (present.value.startsWith("file://")) return { reason: `its ${APPEND} names a file` };
  if (present.value.includes(START) !== present.value.includes(END))
    return { reason: "one of our two markers is missing in it" };
  return editLiteral(text, present, putTrigger);
}

/** The part for this host counts first, where there is one. */
function findAppend(root: JsoncNode, agent: string, isShared: boolean): JsoncNode | undefined {
  const part = isShared ? memberOf(root, PART)?.value : undefined;
  return (part && appendOf(part, agent)) ?? appendOf(root, agent);
}

function wayTo(root: JsoncNode, agent: string, isShared: boolean): [string, ...string[]] {
  const agents = isShared ? memberOf(root, PART)?.value : root;
  const name = keyLike(agents && memberOf(agents, AGENTS)?.value, agent);
  return isShared ? [PART, AGENTS, name, APPEND] : [AGENTS, name, APPEND];
}

/** Older versions wrote the names of agents with capitals, and still take them. */
function keyLike(agents: JsoncNode | undefined, agent: string): string {
  const items = agents?.kind === "object" ? agents.items : [];
  return items.findLast(({ key }) => key?.toLowerCase() === agent)?.key ?? agent;
}

function appendOf(part: JsoncNode, agent: string): JsoncNode | undefined {
  const agents = memberOf(part, AGENTS)?.value;
  const settings = agents && memberOf(agents, keyLike(agents, agent))?.value;
  return settings && memberOf(settings, APPEND)?.value;
}

function findTriggers(
  node: JsoncNode,
  path: ItemPath,
): { readonly literal: JsoncString; readonly path: ItemPath }[] {
  if (node.kind === "string" || node.kind === "word") return [];
  return node.items.flatMap(({ key, value }, index) =>
    key === APPEND && value.kind === "string" && hasTrigger(value.value)
      ? [{ literal: value, path: [...path, index] }]
      : findTriggers(value, [...path, index]),
  );
}

function hasTrigger(value: string): boolean {
  const start = value.indexOf(START);
  return start !== -1 && value.indexOf(END, start) !== -1;
}

type StringEdit = (inner: string, escape: (text: string) => string) => string;

/** A literal is changed as it is written: the user's escapes stay, unless our markers hide behind escapes too. */
function editLiteral(text: string, literal: JsoncString, edit: StringEdit): string {
  const raw = text.slice(literal.start + 1, literal.end - 1);
  const isPlain = hasTrigger(raw) || !hasTrigger(literal.value);
  const inner = isPlain
    ? edit(raw, escapeInString)
    : escapeInString(edit(literal.value, (plain) => plain));
  return replace(text, literal, `"${inner}"`);
}

const putTrigger: StringEdit = (inner, escape) => {
  const start = inner.indexOf(START);
  if (start === -1) return inner + escape(GAP + KEY_TRIGGER);
  return (
    inner.slice(0, start) +
    escape(KEY_TRIGGER) +
    inner.slice(inner.indexOf(END, start) + END.length)
  );
};

const cutTrigger: StringEdit = (inner, escape) => {
  const start = inner.indexOf(START);
  const before = inner.slice(0, start);
  const after = inner.slice(inner.indexOf(END, start) + END.length);
  const gap = escape(GAP);
  return (before.endsWith(gap) ? before.slice(0, -gap.length) : before) + after;
};

function escapeInString(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function replace(text: string, { start, end }: JsoncString, by: string): string {
  return text.slice(0, start) + by + text.slice(end);
}
