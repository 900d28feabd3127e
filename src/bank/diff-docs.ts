import { compareLines } from "../markdown/compare-lines.ts";
import { type Doc, type DocSection, findTitle, parseDoc } from "./parse.ts";

/** A doc before and after; a text is undefined where the doc did not exist. */
export interface DocTexts {
  /** Inside the bank, with `/`. */
  readonly path: string;
  /** Its path before; equal to `path` if it was not moved. */
  readonly from: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

export type How = "added" | "deleted" | "changed";

/** How a doc or a section changed, with the lines added and removed. */
interface Changed {
  readonly how: How;
  readonly added: number;
  readonly removed: number;
}

export interface DocChange extends Changed {
  readonly path: string;
  /** Its path before; null if it was not moved. */
  readonly movedFrom: string | null;
  readonly title: string;
  /** The sections that differ; empty for a doc that was added or deleted. */
  readonly sections: readonly SectionChange[];
}

export interface SectionChange extends Changed {
  /** Empty for text under no heading. */
  readonly heading: string;
  readonly owner: DocSection["owner"];
}

/** What changed in the memory, doc by doc; docs that say the same as before are left out. */
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

/** Headings of the sections that are new or have another text now. */
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

/** The whole text in pieces: by heading, or by owner for text without a heading. */
function piecesOf({ text, stretches, sections, blocks }: Doc): Map<string, Piece> {
  const pieces = new Map<string, Piece>();
  for (const { from, to, heading } of stretches) {
    const isUsers = blocks.user.some((block) => block.from < to && from < block.to);
    const section = sections.find((each) => each.from === from);
    const owner = section?.owner ?? (isUsers ? "user" : "nobody");
    const key = `${owner}\0${heading}`;
    // A different number of line breaks at the end of a section is not a change.
    const words = text.slice(from, to).replace(/\s+$/, "\n").replaceAll("\r\n", "\n");
    pieces.set(key, { heading, owner, text: (pieces.get(key)?.text ?? "") + words });
  }
  return pieces;
}
