import MarkdownIt, { type Token } from "markdown-it";
import { parseBlocks } from "../bank/blocks.ts";
import { isWithin, splitLines, startOfText } from "../markdown/lines.ts";
import { decodePercent } from "../markdown/links.ts";
import { leadOfLink } from "./leads.ts";

/** A part of a doc and its owner, without the lines of the markers. */
export interface OwnedPieces {
  readonly owner: "machine" | "user" | "nobody";
  readonly pieces: readonly Piece[];
}

/** A rendered text as data. The page makes nodes of it, never HTML, so that no text of a doc can become HTML. */
export type Piece = string | Part;

export interface Part {
  readonly tag: string;
  /** The CSS class, such as `raw` for HTML shown as text, or `image` for an image shown by its description. */
  readonly look: string | undefined;
  readonly link: LinkTarget | undefined;
  /** For a block: its first line in the doc, 1-based. */
  readonly line: number | undefined;
  /** For a list: its first number. */
  readonly start: number | undefined;
  readonly children: readonly Piece[];
}

export type LinkTarget =
  | { readonly kind: "web"; readonly address: string }
  /** A `file` is a file or folder of the project that exists but is not opened here. */
  | { readonly kind: "doc" | "file" | "missing"; readonly path: string };

export interface MarkdownPlace {
  /** The doc of the text, for its relative links. */
  readonly doc: string;
  /** What the map has at a path; undefined if it is not a doc. */
  readonly kindOf: (path: string) => "doc" | "missing" | undefined;
}

const WEB = /^(?:https?:\/\/|mailto:)/i;
const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
const TASK = /^\[([ xX])\]\s/;
/** Headings of a doc are lower than those of the page. */
const HEADINGS_ABOVE = 2;

const markdown = new MarkdownIt({ html: true, linkify: true });
// Otherwise `tech.md` would be linked as a web address, because `.md` is Moldova's domain.
markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });

export function renderDoc(text: string, place: MarkdownPlace): OwnedPieces[] {
  const { markers, user, machine } = parseBlocks(text);
  const markerLines = new Set<number | undefined>(markers.map(({ line }) => line));
  const lines = splitLines(text);
  const stretches: { owner: OwnedPieces["owner"]; pieces: Piece[] }[] = [];
  for (const part of build(markdown.parse(text.slice(startOfText(text)), {}), place)) {
    const line = typeof part === "string" ? undefined : part.line;
    if (markerLines.has(line)) continue;
    const from = lines[(line ?? 1) - 1]?.from ?? 0;
    const owner = isWithin(user, from) ? "user" : isWithin(machine, from) ? "machine" : "nobody";
    const last = stretches.at(-1);
    if (last?.owner === owner) last.pieces.push(part);
    else stretches.push({ owner, pieces: [part] });
  }
  return stretches;
}

interface Growing extends Part {
  readonly children: Piece[];
}

function build(tokens: readonly Token[], place: MarkdownPlace): Piece[] {
  const top: Piece[] = [];
  const open: Growing[] = [];
  const add = (...pieces: Piece[]) => (open.at(-1)?.children ?? top).push(...pieces);
  for (const token of tokens) {
    if (token.hidden) continue;
    if (token.nesting === 1) {
      const part = toPart(token, place);
      add(part);
      open.push(part);
    } else if (token.nesting === -1) open.pop();
    else if (token.type === "inline") {
      const pieces = build(token.children ?? [], place);
      add(...(open.at(-1)?.tag === "li" || open.at(-2)?.tag === "li" ? markTask(pieces) : pieces));
    } else add(toLeaf(token, place));
  }
  return top;
}

function toPart(token: Token, place: MarkdownPlace, children: Piece[] = []): Growing {
  const heading = /^h([1-6])$/.exec(token.tag)?.[1];
  const tag =
    heading === undefined ? token.tag : `h${Math.min(6, Number(heading) + HEADINGS_ABOVE)}`;
  const href = token.tag === "a" ? String(token.attrGet("href") ?? "") : undefined;
  const link = href === undefined ? undefined : toTarget(href, place);
  const align = /text-align:(\w+)/.exec(String(token.attrGet("style") ?? ""))?.[1];
  const start = token.tag === "ol" ? token.attrGet("start") : null;
  return {
    // A link that cannot be followed from the page is not drawn as one.
    tag: href === undefined || link?.kind === "web" || link?.kind === "doc" ? tag : "span",
    look: align,
    link,
    line: token.map ? token.map[0] + 1 : undefined,
    start: start === null ? undefined : Number(start),
    children,
  };
}

function toLeaf(token: Token, place: MarkdownPlace): Piece {
  const leaf = (tag: string, look: string | undefined, ...children: Piece[]): Part => ({
    ...toPart(token, place, children),
    tag,
    look,
  });
  switch (token.type) {
    case "softbreak":
      return "\n";
    case "hardbreak":
      return leaf("br", undefined);
    case "hr":
      return leaf("hr", undefined);
    case "code_inline":
      return leaf("code", undefined, token.content);
    case "fence":
    case "code_block":
      return leaf("pre", undefined, leaf("code", undefined, token.content));
    case "html_block":
      return leaf("div", "raw", token.content.trim());
    case "html_inline":
      return leaf("span", "raw", token.content);
    case "image":
      // Images are never loaded, neither from the network nor from the disk.
      return leaf("span", "image", token.content || String(token.attrGet("src") ?? ""));
    default:
      return token.content;
  }
}

function toTarget(href: string, { doc, kindOf }: MarkdownPlace): LinkTarget | undefined {
  if (WEB.test(href)) return { kind: "web", address: href };
  if (SCHEME.test(href) || href.startsWith("/") || href.startsWith("\\")) return undefined;
  const path = decodePercent(href.replace(/[#?].*$/s, ""));
  if (path === "") return undefined;
  const lead = leadOfLink(doc, path);
  return { kind: kindOf(lead) ?? "file", path: lead };
}

function markTask(pieces: readonly Piece[]): Piece[] {
  const [first, ...rest] = pieces;
  const mark = typeof first === "string" ? TASK.exec(first) : null;
  if (typeof first !== "string" || mark === null) return [...pieces];
  return [`${mark[1] === " " ? "☐" : "☑"} ${first.slice(mark[0].length)}`, ...rest];
}
