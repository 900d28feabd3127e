import { compareLines } from "../markdown/compare-lines.ts";
import { type Doc, type DocSection, findTitle, parseDoc } from "./parse.ts";

/** A doc as it was and as it is; undefined where it is not there. */
export interface DocTexts {
  /** Inside the bank, with `/`. */
  readonly path: string;
  /** What it was called before; the same where it was not moved. */
  readonly from: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

export type How = "added" | "deleted" | "changed";

/** What became of a doc or of a section, with the lines that came and went. */
interface Changed {
  readonly how: How;
  readonly added: number;
  readonly removed: number;
}

export interface DocChange extends Changed {
  readonly path: string;
  /** Where it was before; null if it was not moved. */
  readonly movedFrom: string | null;
  readonly title: string;
  /** Those that differ; none of a doc that came or went as a whole. */
  readonly sections: readonly SectionChange[];
}

export interface SectionChange extends Changed {
  /** Empty for what stands under no heading. */
  readonly heading: string;
  readonly owner: DocSection["owner"];
}

/** What became of the memory, doc by doc; docs that say the same as before are left out. */
export function diffDocs(docs: readonly DocTexts[]): DocChange[] {
  return docs
    .filter(({ path, from, before, after }) => before !== after || from !== path)
    .map(({ path, from, before, after }) => {
      const change = toChanged(before, after);
      return {
        path,
        movedFrom: from === path ? null : from,
        title: findTitle(after ?? before ?? "") ?? "",
        ...change,
        sections: change.how === "changed" ? diffSections(before ?? "", after ?? "") : [],
      };
    });
}

function toChanged(before: string | undefined, after: string | undefined): Changed {
  const { added, removed } = compareLines(before ?? "", after ?? "");
  const how = before === undefined ? "added" : after === undefined ? "deleted" : "changed";
  return { how, added, removed };
}

/** The text under one heading, or under none. */
interface Piece {
  readonly heading: string;
  readonly owner: DocSection["owner"];
  readonly text: string;
}

/** Headings of the sections that came or have another text now. */
export function changedHeadings(before: string, after: string): string[] {
  return diffSections(before, after)
    .filter(({ heading, how }) => heading !== "" && how !== "deleted")
    .map(({ heading }) => heading);
}

function diffSections(before: string, after: string): SectionChange[] {
  const old = piecesOf(parseDoc(before));
  const young = piecesOf(parseDoc(after));
  const gone = [...old.keys()].filter((key) => !young.has(key));
  return [...young.keys(), ...gone].flatMap((key) => {
    const was = old.get(key);
    const is = young.get(key);
    const { heading = "", owner = "nobody" } = is ?? was ?? {};
    if (was?.text === is?.text) return [];
    return [{ heading, owner, ...toChanged(was?.text, is?.text) }];
  });
}

/** The whole text: by heading where there is one, else by whose it is. */
function piecesOf({ text, stretches, sections, blocks }: Doc): Map<string, Piece> {
  const pieces = new Map<string, Piece>();
  const seen = new Map<string, number>();
  for (const { from, to, heading } of stretches) {
    const isUsers = blocks.user.some((block) => block.from < to && from < block.to);
    const section = sections.find((each) => each.from === from);
    const owner = section?.owner ?? (isUsers ? "user" : "nobody");
    const count = section === undefined ? 0 : (seen.get(heading) ?? 0) + 1;
    seen.set(heading, count);
    const key = `${owner}\0${heading}\0${count}`;
    // A line break more or less at the end of a section is nobody's change.
    const words = text.slice(from, to).replace(/\s+$/, "\n").replaceAll("\r\n", "\n");
    pieces.set(key, { heading, owner, text: (pieces.get(key)?.text ?? "") + words });
  }
  return pieces;
}
