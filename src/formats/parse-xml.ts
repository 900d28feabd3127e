import { decodeEntities } from "../markdown/entities.ts";

export interface Element {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly Element[];
  readonly text: string;
}

interface OpenElement extends Element {
  readonly children: Element[];
  text: string;
}

const TAG = /^<(\/?)([A-Za-z_][\w.:-]*)([^]*?)(\/?)>$/;
const ATTRIBUTE = /(?<![\w.:-])([\w.:-]{1,200})\s{0,200}=\s{0,200}(?:"([^"]*)"|'([^']*)')/g;
const MOST_ELEMENTS = 5000;

/** The elements of a project file. What is not closed is closed by the end, so a cut file gives its part. */
export function parseXml(text: string): Element {
  const root = open("", "");
  const stack = [root];
  let elements = 0;
  let at = 0;
  while (at < text.length && elements < MOST_ELEMENTS) {
    const top = stack.at(-1) ?? root;
    const start = text.indexOf("<", at);
    top.text += decodeEntities(text.slice(at, start < 0 ? text.length : start));
    if (start < 0) break;
    const skipped = skip(text, start);
    if (skipped !== undefined) {
      if (text.startsWith("<![CDATA[", start)) top.text += text.slice(start + 9, skipped - 3);
      at = skipped;
      continue;
    }
    const end = text.indexOf(">", start);
    if (end < 0) break;
    at = end + 1;
    const [, closing, name = "", attributes = "", empty] = TAG.exec(text.slice(start, at)) ?? [];
    if (closing === "/") {
      const index = stack.findLastIndex((element) => element.name === name);
      if (index > 0) stack.length = index;
    } else if (name !== "") {
      const element = open(name, attributes);
      elements += 1;
      top.children.push(element);
      if (empty !== "/") stack.push(element);
    }
  }
  return root;
}

function open(name: string, attributes: string): OpenElement {
  const found = new Map<string, string>();
  for (const [, key = "", double, single] of attributes.matchAll(ATTRIBUTE)) {
    found.set(key, decodeEntities(double ?? single ?? ""));
  }
  return { name, attributes: found, children: [], text: "" };
}

/** The end of a comment, a CDATA section or a declaration that starts here. */
function skip(text: string, start: number): number | undefined {
  const close = text.startsWith("<!--", start)
    ? "-->"
    : text.startsWith("<![CDATA[", start)
      ? "]]>"
      : text.startsWith("<?", start)
        ? "?>"
        : text.startsWith("<!", start)
          ? ">"
          : undefined;
  if (close === undefined) return undefined;
  const end = text.indexOf(close, start + 2);
  return end < 0 ? text.length : end + close.length;
}

/** The first element on this way of names. */
export function elementAt(
  element: Element | undefined,
  ...names: readonly string[]
): Element | undefined {
  return names.reduce<Element | undefined>(
    (found, name) => found?.children.find((child) => child.name === name),
    element,
  );
}

export function xmlTextAt(
  element: Element | undefined,
  ...names: readonly string[]
): string | undefined {
  const text = elementAt(element, ...names)?.text.trim();
  return text === "" ? undefined : text;
}

export function elementsAt(
  element: Element | undefined,
  ...names: readonly string[]
): readonly Element[] {
  return elementAt(element, ...names)?.children ?? [];
}
