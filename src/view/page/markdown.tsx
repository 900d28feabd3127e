import { type ComponentChild, h } from "preact";
import { useMemo } from "preact/hooks";
import { type Definitions, type Part, type Piece, renderMarkdown } from "../render-markdown.ts";
import { toHash, useShared } from "./state.ts";

interface MarkdownProps {
  readonly text: string;
  readonly doc: string;
  readonly linesBefore: number;
  readonly definitions: Definitions;
}

export function Markdown({ text, doc, linesBefore, definitions }: MarkdownProps) {
  const { view, say } = useShared();
  const pieces = useMemo(() => {
    const kinds = new Map(view.map.nodes.map(({ path, kind }) => [path, kind]));
    const place = {
      doc,
      linesBefore,
      isDoc: (path: string) => kinds.get(path) === "doc",
      isMissing: (path: string) => kinds.get(path) === "missing",
    };
    return renderMarkdown(text, place, definitions);
  }, [text, doc, linesBefore, view.map]);
  const hint = say("missingHint");
  return <>{pieces.map((piece) => draw(piece, hint))}</>;
}

/** Nodes, never HTML: the page's policy lets nobody make any. */
function draw(piece: Piece, missing: string): ComponentChild {
  if (typeof piece === "string") return piece;
  const { tag, look, line, start } = piece;
  const children = piece.children.map((child) => draw(child, missing));
  const attributes = { class: look, "data-line": line, start, ...linkAttributes(piece, missing) };
  if (tag === "table")
    return h("div", { class: "table", tabIndex: 0 }, h(tag, attributes, children));
  if (tag === "pre") return h(tag, { ...attributes, tabIndex: 0 }, children);
  return h(
    piece.link?.kind === "file" || piece.link?.kind === "missing" ? "span" : tag,
    attributes,
    children,
  );
}

function linkAttributes({ link }: Part, missing: string): Record<string, string> {
  switch (link?.kind) {
    case "web":
      return { href: link.address, target: "_blank", rel: "noopener noreferrer", class: "web" };
    case "doc":
      return { href: toHash("map", link.path) };
    case "file":
      return { class: "file", title: link.path };
    case "missing":
      return { class: "broken", title: `${link.path}: ${missing}` };
    default:
      return {};
  }
}
