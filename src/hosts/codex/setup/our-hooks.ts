import { type JsonValue, appendItem, removeItem } from "../../../formats/edit-jsonc.ts";
import { putMember } from "../../../formats/edit-members.ts";
import { newJson } from "../../../formats/new-config.ts";
import {
  type JsoncContainer,
  memberOf,
  parseJsonc,
  valueOf,
} from "../../../formats/parse-jsonc.ts";
import { type Broken, findNoObject } from "../../shared/broken-config.ts";
import { field, listIn, textField } from "../../shared/payload.ts";
import { SERVER } from "../words.ts";

const HOOKS = "hooks";

/** A text of hooks.json with these groups of hooks behind those of others, and no others of ours. */
export function putHooks(
  text: string | undefined,
  wanted: Readonly<Record<string, readonly JsonValue[]>>,
): string {
  if (text === undefined || text.trim() === "")
    return newJson(text, { [HOOKS]: wanted }, "description");
  const events = new Set([...Object.keys(wanted), ...groupsIn(text).map(({ event }) => event)]);
  return [...events].reduce((result, event) => {
    const ours = groupsIn(result).filter((group) => group.event === event && group.isOurs);
    const groups = wanted[event] ?? [];
    const isSame = JSON.stringify(ours.map(({ value }) => value)) === JSON.stringify(groups);
    return isSame ? result : groups.reduce(appending(event), dropHooks(result, event));
  }, text);
}

/** The text without our hooks, of one event or of all. */
export function dropHooks(text: string, event?: string): string {
  const last = groupsIn(text).findLast(
    (group) => group.isOurs && (event === undefined || group.event === event),
  );
  const root = rootOf(text);
  if (last === undefined || root === undefined) return text;
  return dropHooks(removeItem(text, root, last.path), event);
}

interface Group {
  readonly event: string;
  /** Its place among those of the event, as Codex counts it. */
  readonly index: number;
  readonly isOurs: boolean;
  readonly value: unknown;
  /** The way to it in the text. */
  readonly path: readonly number[];
}

export function groupsIn(text: string): Group[] {
  const root = rootOf(text);
  const at = root?.items.findIndex(({ key }) => key === HOOKS) ?? -1;
  const hooks = root?.items[at]?.value;
  if (hooks?.kind !== "object") return [];
  return hooks.items.flatMap(({ key: event = "", value: list }, inHooks) =>
    list.kind === "array"
      ? list.items.map((item, index) => {
          const value = valueOf(text, item.value);
          return { event, index, value, isOurs: isOurs(value), path: [at, inHooks, index] };
        })
      : [],
  );
}

/** Whether each of its hooks asks our server, or starts a program of ours. */
function isOurs(group: unknown): boolean {
  const hooks = listIn(group, "hooks");
  const isOurHook = (hook: unknown) =>
    field(hook, "server") === SERVER ||
    /[\\/]dist[\\/]codex[\\/]/.test(textField(hook, "command") ?? "");
  return hooks.length > 0 && hooks.every(isOurHook);
}

/** Whether a group of somebody else's has another place now: Codex knows what was trusted by its place. */
export function hasMovedOthers(before: string, after: string): boolean {
  const [old, now] = [before, after].map((text) =>
    groupsIn(text).flatMap(({ isOurs: isOwn, event, index }) => (isOwn ? [] : [event, index])),
  );
  return JSON.stringify(old) !== JSON.stringify(now);
}

/** Why nothing can be put into a text of hooks.json. */
export function findBroken(text: string): Broken | undefined {
  const broken = findNoObject(text, [HOOKS]);
  const root = rootOf(text);
  const hooks = root && memberOf(root, HOOKS)?.value;
  if (broken !== undefined || hooks?.kind !== "object") return broken;
  const list = hooks.items.find(({ value }) => value.kind !== "array");
  return list && { offset: list.value.start, problem: `"${list.key}" must be a list [ … ]` };
}

function appending(event: string) {
  return (text: string, group: JsonValue): string => {
    const root = rootOf(text);
    const hooks = root && memberOf(root, HOOKS)?.value;
    const list = hooks?.kind === "object" ? memberOf(hooks, event)?.value : undefined;
    if (root === undefined || list?.kind !== "array")
      return putMember(text, [HOOKS, event], [group]);
    return appendItem(text, root, list, undefined, group);
  };
}

function rootOf(text: string): JsoncContainer | undefined {
  const parsed = parseJsonc(text);
  return parsed.kind === "parsed" && parsed.root.kind === "object" ? parsed.root : undefined;
}
