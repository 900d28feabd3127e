import type { JsoncContainer, JsoncItem, JsoncNode, Span } from "./parse-jsonc.ts";

/** What JSON can hold and we put into a config. */
export type JsonValue = string | number | boolean | readonly JsonValue[] | JsonObject;

export interface JsonObject {
  readonly [key: string]: JsonValue;
}

/** The way from the root to an item: the position in each container. */
export type ItemPath = readonly number[];

/**
 * Appending and removing are each other's inverse, byte for byte, by one convention: a container that we make has white
 * space behind its opening bracket; the first item that we put into a container of somebody else's has none there.
 */

/** The text with one more item at the end of a container, written as its neighbours are. */
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
  return edits.reduceRight((result, edit) => insert(result, edit.at, edit.text), text);
}

/** The text without an item, and without the containers around it that were made for it. */
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

/** An item with the white space before it, unless something else would move up into that line, or into its comment. */
function spanOf(text: string, item: JsoncItem): Span {
  const { after, start, end, comma } = item;
  const rest =
    comma === undefined ? text.slice(end) : text.slice(end, comma) + text.slice(comma + 1);
  const isFirstOnLine = /[\r\n]/.test(text.slice(after, start));
  const isLastOnLine = /^[ \t]*(?:[\r\n]|$)/.test(rest);
  return { start: isFirstOnLine && !isLastOnLine ? start : after, end };
}

/** Only the item is in it, and it has the white space that we put into containers of ours. */
function wasMadeFor(container: JsoncContainer | undefined): boolean {
  if (container?.items.length !== 1 || container.hasComments) return false;
  const item = container.items[0];
  return item !== undefined && item.start > item.after && item.comma === undefined;
}

/** Where a key is there twice, removing the member that counts would bring the other one to life. */
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

/** Its closing bracket is on a line of its own. */
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

/** The spaces inside of the brackets mark a container as ours. */
function renderLine(value: JsonValue): string {
  if (typeof value !== "object") return JSON.stringify(value);
  const inner = isList(value)
    ? value.map(renderLine)
    : Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}: ${renderLine(member)}`);
  const [open, close] = isList(value) ? ["[", "]"] : ["{", "}"];
  return `${open} ${inner.join(", ")} ${close}`;
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}

function insert(text: string, at: number, added: string): string {
  return text.slice(0, at) + added + text.slice(at);
}
