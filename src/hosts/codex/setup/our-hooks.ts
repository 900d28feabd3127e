import { type JsonValue, appendItem, putMember, removeItem } from "../../../formats/edit-jsonc.ts";
import { newJson } from "../../../formats/new-config.ts";
import { memberOf, objectIn } from "../../../formats/parse-jsonc.ts";
import { type Broken, findNoObject } from "../../shared/broken-config.ts";
import { field, listIn, textField } from "../../shared/payload.ts";
import { SERVER } from "../words.ts";

const HOOKS = "hooks";

/** Puts these groups of hooks behind the user's own in hooks.json, in place of all earlier ones of ours. */
export function putHooks(
  text: string | undefined,
  wanted: Readonly<Record<string, readonly JsonValue[]>>,
): string {
  if (text === undefined || text.trim() === "")
    return newJson(text, { [HOOKS]: wanted }, "description");
  let result = dropHooks(text);
  for (const [event, groups] of Object.entries(wanted))
    for (const group of groups) result = append(result, event, group);
  return result;
}

/** Removes our hooks from a text of hooks.json. */
export function dropHooks(text: string): string {
  const last = groupsIn(text).findLast(({ isOurs }) => isOurs);
  const root = objectIn(text);
  if (last === undefined || root === undefined) return text;
  return dropHooks(removeItem(text, root, last.path));
}

/** All groups of hooks in a text, ours and others. */
export function groupsIn(text: string) {
  const root = objectIn(text);
  const at = root?.items.findIndex(({ key }) => key === HOOKS) ?? -1;
  const hooks = root?.items[at]?.value;
  if (hooks?.kind !== "object") return [];
  return hooks.items.flatMap(({ key: event = "", value: list }, inHooks) => {
    if (list.kind !== "array") return [];
    return list.items.map((item, index) => {
      const { value } = item.value;
      // `index` is the group's place in its event's list, as Codex counts; `path` is its place in the text.
      return { event, index, value, isOurs: isOurs(value), path: [at, inHooks, index] };
    });
  });
}

/** Whether all hooks of a group ask our server or start our program. */
function isOurs(group: unknown): boolean {
  const hooks = listIn(group, "hooks");
  const isOurHook = (hook: unknown) =>
    field(hook, "server") === SERVER ||
    /[\\/]dist[\\/]codex[\\/]/.test(textField(hook, "command") ?? "");
  return hooks.length > 0 && hooks.every(isOurHook);
}

/** Why our hooks cannot be put into a text of hooks.json; undefined if they can. */
export function findBroken(text: string): Broken | undefined {
  const hooks = memberOf(objectIn(text), HOOKS)?.value;
  const lists = hooks?.kind === "object" ? hooks.items : [];
  const other = lists.find(({ value }) => value.kind !== "array");
  if (other === undefined) return findNoObject(text, [HOOKS]);
  return { offset: other.value.start, problem: `"${other.key}" must be a list [ … ]` };
}

function append(text: string, event: string, group: JsonValue): string {
  const root = objectIn(text);
  const list = memberOf(memberOf(root, HOOKS)?.value, event)?.value;
  if (root === undefined || list?.kind !== "array") return putMember(text, [HOOKS, event], [group]);
  return appendItem(text, root, list, undefined, group);
}
