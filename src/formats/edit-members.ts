import { type JsonValue, appendItem, removeItem } from "./edit-jsonc.ts";
import { type JsoncContainer, memberOf, parseJsonc, valueOf } from "./parse-jsonc.ts";

/** The way from the root to a member: the key in each object. */
type KeyPath = readonly [string, ...string[]];

/** The text in which this member has this value; the objects on the way to it are made where they are not there. */
export function putMember(text: string, keys: KeyPath, value: JsonValue): string {
  const root = rootOf(text);
  if (root === undefined) return text;
  let container = root;
  for (const [depth, key] of keys.entries()) {
    const found = memberOf(container, key)?.value;
    const rest = keys.slice(depth + 1);
    if (found === undefined) return appendItem(text, root, container, key, nest(rest, value));
    if (rest.length === 0) {
      const isSame = JSON.stringify(valueOf(text, found)) === JSON.stringify(value);
      return isSame ? text : putMember(dropMember(text, keys), keys, value);
    }
    if (found.kind !== "object") return text;
    container = found;
  }
  return text;
}

/** The text without this member, however often it is there, and without the objects that were made for it. */
export function dropMember(text: string, keys: KeyPath): string {
  const root = rootOf(text);
  const path = root && findMember(root, keys);
  return root === undefined || path === undefined
    ? text
    : dropMember(removeItem(text, root, path), keys);
}

/** The position of one such member in each container on the way to it. */
function findMember(
  container: JsoncContainer,
  [key, ...rest]: readonly string[],
): number[] | undefined {
  for (const [index, item] of [...container.items.entries()].toReversed()) {
    if (item.key !== key) continue;
    if (rest.length === 0) return [index];
    const inner = item.value.kind === "object" ? findMember(item.value, rest) : undefined;
    if (inner !== undefined) return [index, ...inner];
  }
  return undefined;
}

function nest(keys: readonly string[], value: JsonValue): JsonValue {
  return keys.reduceRight((inner, key) => ({ [key]: inner }), value);
}

function rootOf(text: string): JsoncContainer | undefined {
  const parsed = parseJsonc(text);
  return parsed.kind === "parsed" && parsed.root.kind === "object" ? parsed.root : undefined;
}
