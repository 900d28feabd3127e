import { type Blocks, parseBlocks } from "./blocks.ts";
import { OLD_ROUTING, SECTION, sectionOf } from "./layout.ts";
import { type Span, isWithin } from "../markdown/lines.ts";
import { type Inline, type Link, findInline, toLinks } from "../markdown/links.ts";
import { rememberLatest } from "../markdown/remember-latest.ts";
import { type ScannedLine, scanLines } from "../markdown/scan-lines.ts";
import { type Table, findTables } from "../markdown/tables.ts";
import { type Route, readRoutes } from "./routes.ts";
import { type Stretch, readHeading, splitStretches } from "./sections.ts";
import { type PlacedVersion, findVersion } from "./version.ts";

/** A doc's text with the places of everything that tools read or change in it. */
export interface Doc {
  readonly text: string;
  readonly lines: readonly ScannedLine[];
  /** Text of the first `#` heading. */
  readonly title: string | undefined;
  readonly version: PlacedVersion | undefined;
  readonly blocks: Blocks;
  /** The whole text, in stretches. */
  readonly stretches: readonly Stretch[];
  readonly sections: readonly DocSection[];
  /** Of the routing sections, in document order. */
  readonly routes: readonly Route[];
  readonly links: readonly Link[];
  readonly inline: Inline;
}

/** From its `##` heading to the next one, to a `#` heading or to a block marker. */
export interface DocSection extends Span {
  readonly heading: string;
  readonly owner: "machine" | "user" | "nobody";
  readonly bodyFrom: number;
  readonly tables: readonly Table[];
}

export const parseDoc = rememberLatest((text: string): Doc => {
  const lines = scanLines(text);
  const blocks = parseBlocks(text, lines);
  const stretches = splitStretches(text, lines, blocks.markers);
  const sections = toSections(stretches, blocks, findTables(text, lines));
  // Few ask for these, and they take half of the time.
  let routes: readonly Route[] | undefined;
  let inline: Inline | undefined;
  let links: readonly Link[] | undefined;
  return {
    text,
    lines,
    title: findTitle(text, lines),
    version: findVersion(text, lines, blocks),
    blocks,
    stretches,
    sections,
    get routes() {
      return (routes ??= findRoutes(text, sections));
    },
    get inline() {
      return (inline ??= findInline(text, lines));
    },
    get links() {
      return (links ??= toLinks(text, this.inline.targets));
    },
  };
});

function findRoutes(text: string, sections: readonly DocSection[]): Route[] {
  return [SECTION.routing, OLD_ROUTING]
    .flatMap((name) => findSections({ sections }, name))
    .toSorted((a, b) => a.from - b.from)
    .flatMap((section) => readRoutes(text, section));
}

/** The section of this name outside user blocks, by its exact heading or one that stands for it. */
export function findSection(doc: Doc, name: string): DocSection | undefined {
  return findSections(doc, name)[0];
}

/** All of them: a merge may leave two. */
export function findSections(doc: Pick<Doc, "sections">, name: string): DocSection[] {
  const wanted = sectionOf(name);
  return doc.sections.filter(
    ({ heading, owner }) => owner !== "user" && sectionOf(heading) === wanted,
  );
}

function toSections(
  stretches: readonly Stretch[],
  blocks: Blocks,
  tables: readonly Table[],
): DocSection[] {
  return stretches
    .filter(({ kind }) => kind === "section")
    .map(({ heading, from, bodyFrom, to }) => ({
      heading,
      owner: ownerOf(blocks, from),
      from,
      bodyFrom,
      to,
      tables: tables.filter((table) => from <= table.from && table.from < to),
    }));
}

function ownerOf({ user, machine }: Blocks, offset: number): DocSection["owner"] {
  if (isWithin(user, offset)) return "user";
  return isWithin(machine, offset) ? "machine" : "nobody";
}

/** Text of the first `#` heading. */
export function findTitle(text: string, lines: readonly ScannedLine[]): string | undefined {
  for (const { kind, depth, from, to } of lines) {
    if (kind !== "heading" || depth > 0) continue;
    const { level, title } = readHeading(text.slice(from, to));
    if (level === 1) return title;
  }
  return undefined;
}
