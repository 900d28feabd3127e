import {
  type JsoncContainer,
  type JsoncItem,
  type JsoncNode,
  type Span,
  memberOf,
  objectIn,
} from "./parse-jsonc.ts";

/** The values of JSON that we put into a config. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject;

export interface JsonObject {
  readonly [key: string]: JsonValue;
}

/** The way from the root to an item: its position in each container. */
export type ItemPath = readonly number[];

/**
 * Removing undoes appending, byte for byte, by one convention: a container that we make has white space after its opening
 * bracket; the first item that we put into somebody else's container has none there.
 */

/** The text with one more item at the end of a container, in the style of its neighbours. */
export function appendItem(
  text: string,
  root: JsoncNode,
  container: JsoncContainer,
  key: string | undefined,
  value: JsonValue,
): string {
  const last = container.items.at(-1);
  const isSpread = isOnLines(text, container) && !(isEmpty(container) && container !== root);
  const indent = isSpread ? indentIn(text, container) : "";
  const body = render(text, value, isSpread ? indent : undefined);
  const item = key === undefined ? body : `${JSON.stringify(key)}: ${body}`;
  const hasTrailingComma = last?.comma !== undefined;
  const gap = isSpread ? lineEndingOf(text) + indent : isEmpty(container) ? "" : " ";
  const comma = last === undefined || hasTrailingComma ? "" : ",";
  const edits = [
    { at: last?.end ?? container.tail, text: comma },
    { at: container.tail, text: `${gap}${item}${hasTrailingComma ? "," : ""}` },
  ];
  return edits.reduceRight(
    (result, edit) => result.slice(0, edit.at) + edit.text + result.slice(edit.at),
    text,
  );
}

/** The text without an item, and without the containers that were made for it. */
export function removeItem(text: string, root: JsoncNode, path: ItemPath): string {
  const way = containersOn(root, path);
  let depth = way.length - 1;
  while (depth > 0 && wasMadeFor(way[depth]) && isKeyOnce(way[depth - 1], path[depth - 1])) {
    depth -= 1;
  }
  const container = way[depth];
  const index = path[depth];
  if (container === undefined || index === undefined) return text;
  const item = container.items[index];
  if (item === undefined) return text;
  const comma = item.comma ?? container.items[index - 1]?.comma;
  const cuts = [
    spanOf(text, item),
    ...(comma === undefined ? [] : [{ start: comma, end: comma + 1 }]),
  ].toSorted((one, other) => other.start - one.start);
  return cuts.reduce((result, { start, end }) => result.slice(0, start) + result.slice(end), text);
}

/** The item with the white space before it, unless other text would then move up into that line, or into its comment. */
function spanOf(text: string, item: JsoncItem): Span {
  const { after, start, end, comma } = item;
  const rest =
    comma === undefined ? text.slice(end) : text.slice(end, comma) + text.slice(comma + 1);
  const isFirstOnLine = /[\r\n]/.test(text.slice(after, start));
  const isLastOnLine = /^[ \t]*(?:[\r\n]|$)/.test(rest);
  return { start: isFirstOnLine && !isLastOnLine ? start : after, end };
}

/** Whether a container holds only this item, and has the white space that marks it as ours. */
function wasMadeFor(container: JsoncContainer | undefined): boolean {
  if (container?.items.length !== 1 || container.hasComments) return false;
  const item = container.items[0];
  return item !== undefined && item.start > item.after && item.comma === undefined;
}

/** If a key is there twice, removing the member that counts would make the other one count. */
function isKeyOnce(container: JsoncContainer | undefined, index: number | undefined): boolean {
  const key = container?.items[index ?? -1]?.key;
  return key === undefined || container?.items.filter((item) => item.key === key).length === 1;
}

function containersOn(root: JsoncNode, path: ItemPath): JsoncContainer[] {
  const way: JsoncContainer[] = [];
  let node: JsoncNode | undefined = root;
  for (const index of path) {
    if (node === undefined || node.kind === "string" || node.kind === "word") return [];
    way.push(node);
    node = node.items[index]?.value;
  }
  return way;
}

/** Whether the closing bracket is on a line of its own. */
function isOnLines(text: string, container: JsoncContainer): boolean {
  return /[\r\n]/.test(text.slice(container.tail, container.end));
}

function isEmpty(container: JsoncContainer): boolean {
  return container.items.length === 0 && !container.hasComments;
}

function indentIn(text: string, container: JsoncContainer): string {
  const first = container.items.find(({ start }) => /^[ \t]*$/.test(beginningOfLine(text, start)));
  if (first !== undefined) return beginningOfLine(text, first.start);
  const own = /^[ \t]*/.exec(beginningOfLine(text, container.end - 1))?.[0] ?? "";
  return own + unitOf(text);
}

function beginningOfLine(text: string, offset: number): string {
  const before = text.slice(0, offset);
  const from = Math.max(before.lastIndexOf("\n"), before.lastIndexOf("\r")) + 1;
  return before.slice(from).replace(/^\ufeff/, "");
}

/** The least indentation in the file. */
function unitOf(text: string): string {
  const indents = [...text.matchAll(/^([ \t]+)["[{\]}]/gm)].map(([, indent]) => indent ?? "");
  return indents.toSorted((one, other) => one.length - other.length)[0] ?? "  ";
}

function lineEndingOf(text: string): string {
  return /\r\n|\n|\r/.exec(text)?.[0] ?? "\n";
}

function render(text: string, value: JsonValue, indent: string | undefined): string {
  return indent === undefined
    ? renderLine(value)
    : JSON.stringify(value, null, unitOf(text)).replaceAll("\n", lineEndingOf(text) + indent);
}

/** The spaces inside the brackets mark a container as ours. */
function renderLine(value: JsonValue): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const inner = isList(value)
    ? value.map(renderLine)
    : Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}: ${renderLine(member)}`);
  const [open, close] = isList(value) ? ["[", "]"] : ["{", "}"];
  return `${open} ${inner.join(", ")} ${close}`;
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/** The way from the root to a member: the key in each object. */
type KeyPath = readonly [string, ...string[]];

/** The text with this value for the member; missing objects on the way to it are made. */
export function putMember(text: string, keys: KeyPath, value: JsonValue): string {
  const root = objectIn(text);
  if (root === undefined) return text;
  let container = root;
  for (const [depth, key] of keys.entries()) {
    const found = memberOf(container, key)?.value;
    const rest = keys.slice(depth + 1);
    if (found === undefined) return appendItem(text, root, container, key, nest(rest, value));
    if (rest.length === 0) {
      const isSame = JSON.stringify(found.value) === JSON.stringify(value);
      return isSame ? text : putMember(dropMember(text, keys), keys, value);
    }
    if (found.kind !== "object") return text;
    container = found;
  }
  return text;
}

/** The text without this member, even if it is there several times, and without the objects that were made for it. */
export function dropMember(text: string, keys: KeyPath): string {
  const root = objectIn(text);
  const path = root && findMember(root, keys);
  return root === undefined || path === undefined
    ? text
    : dropMember(removeItem(text, root, path), keys);
}

/** The position of one such member, in each container on the way to it. */
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
