import { type Blocks, parseBlocks } from "./blocks.ts";
import { OLD_ROUTING, SECTION, sectionOf } from "./layout.ts";
import { isWithin } from "../markdown/lines.ts";
import { type ScannedLine, scanLines } from "../markdown/scan-lines.ts";
import { type Table, findTables } from "../markdown/tables.ts";
import { type Route, readRoutes } from "./routes.ts";
import { type Stretch, findHeadings, splitStretches } from "./sections.ts";

/** A doc's text, with the places of everything that tools read or change in it. */
export interface Doc {
  readonly text: string;
  readonly lines: readonly ScannedLine[];
  readonly blocks: Blocks;
  /** The stretches together are the whole text. */
  readonly stretches: readonly Stretch[];
  readonly sections: readonly DocSection[];
}

/** Reaches from its `##` heading to the next one, to a `#` heading or to a block marker. */
export interface DocSection extends Stretch {
  readonly owner: "machine" | "user" | "nobody";
  readonly tables: readonly Table[];
}

export function parseDoc(text: string): Doc {
  const blocks = parseBlocks(text);
  const stretches = splitStretches(text);
  const tables = findTables(text);
  const sections = stretches
    .filter(({ kind }) => kind === "section")
    .map((stretch) => ({
      ...stretch,
      owner: ownerOf(blocks, stretch.from),
      tables: tables.filter(({ from }) => stretch.from <= from && from < stretch.to),
    }));
  return { text, lines: scanLines(text), blocks, stretches, sections };
}

function ownerOf({ user, machine }: Blocks, offset: number): DocSection["owner"] {
  if (isWithin(user, offset)) return "user";
  return isWithin(machine, offset) ? "machine" : "nobody";
}

/** The sections with routes. An old routing by topic counts only if there is no newer one. */
export function findRouting(doc: Doc): DocSection[] {
  const current = findSections(doc, SECTION.routing);
  return current.length > 0 ? current : findSections(doc, OLD_ROUTING);
}

/** The routes in document order. */
export function findRoutes(text: string): Route[] {
  return findRouting(parseDoc(text)).flatMap((section) => readRoutes(text, section));
}

/** The section of this name outside user blocks, by its exact heading or another known name. */
export function findSection(doc: Doc, name: string): DocSection | undefined {
  return findSections(doc, name)[0];
}

/** The text below the heading of the first section of this name. */
export function bodyOf(text: string, name: string): string | undefined {
  const section = findSection(parseDoc(text), name);
  return section && text.slice(section.bodyFrom, section.to);
}

/** All sections of this name: a merge may leave two. */
export function findSections(doc: Doc, name: string): DocSection[] {
  const wanted = sectionOf(name);
  return doc.sections.filter(
    ({ heading, owner }) => owner !== "user" && sectionOf(heading) === wanted,
  );
}

/** The text of the first `#` heading. */
export function findTitle(text: string): string | undefined {
  return findHeadings(text).find(({ level }) => level === 1)?.title;
}
