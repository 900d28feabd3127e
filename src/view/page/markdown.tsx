import { type ComponentChild, h } from "preact";
import type { Part, Piece } from "../render-markdown.ts";
import { toHash } from "./state.ts";

/** Makes nodes, never HTML: the page's security policy forbids HTML from strings. */
export function drawMarkdown(piece: Piece, missing: string): ComponentChild {
  if (typeof piece === "string") return piece;
  const { tag, look, line, start } = piece;
  const children = piece.children.map((child) => drawMarkdown(child, missing));
  const attributes = { class: look, "data-line": line, start, ...linkAttributes(piece, missing) };
  if (tag === "table")
    return h("div", { class: "table", tabIndex: 0 }, h(tag, attributes, children));
  if (tag === "pre") return h(tag, { ...attributes, tabIndex: 0 }, children);
  return h(tag, attributes, children);
}

function linkAttributes({ link }: Part, missing: string): Record<string, string> {
  switch (link?.kind) {
    case "web":
      return { href: link.address, target: "_blank", rel: "noopener noreferrer", class: "web" };
    case "doc":
      return { href: toHash("map", { place: link.path }) };
    case "file":
      return { class: "file", title: link.path };
    case "missing":
      return { class: "broken", title: `${link.path}: ${missing}` };
    default:
      return {};
  }
}
