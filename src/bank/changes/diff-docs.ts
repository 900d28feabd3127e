import { compareLines } from "../../markdown/compare-lines.ts";
import { type Doc, type DocSection, parseDoc } from "../parse.ts";
import { roleOf } from "../roles.ts";
import type { DocChange, DocTexts, How, ItemChange, SectionChange } from "./memory-change.ts";
import { type Item, readItems } from "./section-items.ts";

/** What became of the memory, doc by doc; docs that say the same as before are left out. */
export function diffDocs(docs: readonly DocTexts[]): DocChange[] {
  return docs.flatMap((doc) => {
    const { path, from, before, after } = doc;
    if (before === after && from === path) return [];
    const how = howOf(before, after);
    const young = parseDoc(after ?? "");
    const old = parseDoc(before ?? "");
    const { added, removed } = compareLines(before ?? "", after ?? "");
    const sections = diffSections(path, old, young);
    return [
      {
        path,
        movedFrom: from === path ? undefined : from,
        how,
        role: roleOf(path),
        title: (after === undefined ? old.title : young.title) ?? "",
        added,
        removed,
        sections: how === "changed" ? sections : sections.filter(({ items }) => items.length > 0),
      },
    ];
  });
}

function howOf(before: unknown, after: unknown): How {
  if (before === undefined) return "added";
  return after === undefined ? "dropped" : "changed";
}

/** A stretch of a doc under one heading. */
interface Piece {
  readonly key: string;
  readonly heading: string;
  readonly owner: DocSection["owner"];
  readonly text: string;
  readonly items: readonly Item[];
}

function diffSections(path: string, old: Doc, young: Doc): SectionChange[] {
  const before = new Map(piecesOf(path, old).map((piece) => [piece.key, piece]));
  const after = new Map(piecesOf(path, young).map((piece) => [piece.key, piece]));
  const gone = [...before.keys()].filter((key) => !after.has(key));
  return [...after.keys(), ...gone].flatMap((key): SectionChange[] => {
    const was = before.get(key);
    const is = after.get(key);
    const piece = is ?? was;
    if (piece === undefined || was?.text === is?.text) return [];
    const { added, removed } = compareLines(was?.text ?? "", is?.text ?? "");
    const { heading, owner } = piece;
    const items = diffItems(was?.items ?? [], is?.items ?? []);
    return [{ heading, owner, how: howOf(was, is), added, removed, items }];
  });
}

/** The whole text: by heading where there is one, and else by whose it is. */
function piecesOf(path: string, doc: Doc): Piece[] {
  const seen = new Map<string, number>();
  const sections = new Map(doc.sections.map((section) => [section.from, section]));
  const loose = new Map<DocSection["owner"], string>();
  const named: Piece[] = [];
  for (const { from, to } of doc.stretches) {
    const section = sections.get(from);
    // A line break more or less at the end of a section is nobody's change.
    const text = doc.text.slice(from, to).replace(/\s+$/, "\n").replaceAll("\r\n", "\n");
    if (section === undefined) {
      const isUsers = doc.blocks.user.some((block) => block.from < to && from < block.to);
      const owner = isUsers ? "user" : "nobody";
      loose.set(owner, (loose.get(owner) ?? "") + text);
      continue;
    }
    const { heading, owner } = section;
    const count = seen.get(heading) ?? 0;
    seen.set(heading, count + 1);
    const key = `${owner}\0${heading}\0${count}`;
    named.push({ key, heading, owner, text, items: readItems(path, doc.text, section) });
  }
  const others = [...loose].map(([owner, text]): Piece => ({
    key: owner,
    heading: "",
    owner,
    text,
    items: [],
  }));
  return [...others, ...named];
}

function diffItems(old: readonly Item[], young: readonly Item[]): ItemChange[] {
  const keyOf = ({ kind, name }: Item) => `${kind}\0${name}`;
  const before = new Map(old.map((item) => [keyOf(item), item]));
  const after = new Map(young.map((item) => [keyOf(item), item]));
  const gone = [...before.keys()].filter((key) => !after.has(key));
  return [...gone, ...after.keys()].flatMap((key): ItemChange[] => {
    const was = before.get(key);
    const is = after.get(key);
    const item = is ?? was;
    if (item === undefined || (was !== undefined && is !== undefined && was.says === is.says))
      return [];
    const { kind, name } = item;
    return [{ kind, name, how: howOf(was, is), before: was?.says, after: is?.says }];
  });
}
