import { type Blocks, parseBlocks } from "./blocks.ts";
import { OLD_ROUTING, SECTION, sectionOf } from "./layout.ts";
import { isWithin } from "../markdown/lines.ts";
import { type ScannedLine, scanLines } from "../markdown/scan-lines.ts";
import { type Table, findTables } from "../markdown/tables.ts";
import { type Route, readRoutes } from "./routes.ts";
import { type Stretch, readHeading, splitStretches } from "./sections.ts";

/** A doc's text with the places of everything that tools read or change in it. */
export interface Doc {
  readonly text: string;
  readonly lines: readonly ScannedLine[];
  readonly blocks: Blocks;
  /** The whole text, in stretches. */
  readonly stretches: readonly Stretch[];
  readonly sections: readonly DocSection[];
}

/** From its `##` heading to the next one, to a `#` heading or to a block marker. */
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

/** The sections that lead to docs. An old routing by topic counts only where no newer one supersedes it. */
export function findRouting(doc: Doc): DocSection[] {
  const current = findSections(doc, SECTION.routing);
  return current.length > 0 ? current : findSections(doc, OLD_ROUTING);
}

/** Their rows, in document order. */
export function findRoutes(text: string): Route[] {
  return findRouting(parseDoc(text)).flatMap((section) => readRoutes(text, section));
}

/** The section of this name outside user blocks, by its exact heading or one that stands for it. */
export function findSection(doc: Doc, name: string): DocSection | undefined {
  return findSections(doc, name)[0];
}

/** What stands below the heading of the first one. */
export function bodyOf(text: string, name: string): string | undefined {
  const section = findSection(parseDoc(text), name);
  return section && text.slice(section.bodyFrom, section.to);
}

/** All of them: a merge may leave two. */
export function findSections(doc: Doc, name: string): DocSection[] {
  const wanted = sectionOf(name);
  return doc.sections.filter(
    ({ heading, owner }) => owner !== "user" && sectionOf(heading) === wanted,
  );
}

/** Text of the first `#` heading. */
export function findTitle(text: string): string | undefined {
  return scanLines(text)
    .filter(({ kind, depth }) => kind === "heading" && depth === 0)
    .map(({ from, to }) => readHeading(text.slice(from, to)))
    .find(({ level }) => level === 1)?.title;
}
