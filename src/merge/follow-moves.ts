import { posix } from "node:path";
import { parseBlocks } from "../bank/blocks.ts";
import { type Edit, applyEdits } from "../bank/edit.ts";
import { findRoutes } from "../bank/parse.ts";
import { isWithin } from "../markdown/lines.ts";
import { scanLines } from "../markdown/scan-lines.ts";
import { isItemStart } from "./segments.ts";
import type { Merging } from "./merging.ts";
import type { Versions } from "./versions.ts";

/** A doc as rows and links name it. */
const DOC = /[^\s()[\]|`,，、;；:：<>"'“”]{1,300}\.md(?![\w-])/g;

/** Rows and links that one side wrote for a doc that the other has moved meanwhile lead to its new place. */
export function followMoves(texts: Versions<string>, merged: string, merging: Merging): string {
  return [texts.ours, texts.theirs].reduce((text, side) => {
    const moves = findMoves(texts.base, side);
    return moves.size === 0 ? text : rename(text, moves, merging);
  }, merged);
}

/** From the old place to the new one, of docs that the side names there alone. */
function findMoves(base: string, side: string): ReadonlyMap<string, string> {
  const [before, now] = [docsIn(base), docsIn(side)];
  const gone = [...before].filter((doc) => !now.has(doc));
  const fresh = [...now].filter((doc) => !before.has(doc));
  const moves = new Map<string, string>();
  if (gone.length === 0 || fresh.length === 0) return moves;
  const byRow = movesOfRoutes(base, side);
  for (const doc of gone) {
    const namesakes = fresh.filter((other) => posix.basename(other) === posix.basename(doc));
    const moved = namesakes.length === 1 ? namesakes[0] : byRow.get(doc);
    if (moved !== undefined && fresh.includes(moved)) moves.set(doc, moved);
  }
  return moves;
}

function docsIn(text: string): Set<string> {
  return new Set(text.includes(".md") ? text.match(DOC) : []);
}

/** Where a route of the same intent has one file instead of one other. */
function movesOfRoutes(base: string, side: string): Map<string, string> {
  const now = new Map(findRoutes(side).map((route) => [route.intent, route.paths]));
  return new Map(
    findRoutes(base).flatMap(({ intent, paths }) => {
      const old = paths.map(({ path }) => path);
      const young = now.get(intent)?.map(({ path }) => path) ?? [];
      const [from, ...moreGone] = old.filter((path) => !young.includes(path));
      const [to, ...moreNew] = young.filter((path) => !old.includes(path));
      const isOne = moreGone.length === 0 && moreNew.length === 0;
      return from !== undefined && to !== undefined && isOne ? [[from, to] as const] : [];
    }),
  );
}

function rename(text: string, moves: ReadonlyMap<string, string>, merging: Merging): string {
  const { user } = parseBlocks(text);
  const edits = scanLines(text).flatMap(({ from, to, fence }): Edit[] => {
    if (fence !== undefined || isWithin(user, from)) return [];
    const line = text.slice(from, to);
    const isRow = line.trimStart().startsWith("|") || isItemStart(line);
    return [...line.matchAll(DOC)].flatMap(({ 0: doc, index }) => {
      const place = moves.get(doc);
      const isLinked = line.slice(0, index).endsWith("](");
      if (place === undefined || !(isRow || isLinked)) return [];
      return [{ from: from + index, to: from + index + doc.length, text: place }];
    });
  });
  for (const doc of new Set(edits.map((edit) => text.slice(edit.from, edit.to)))) {
    const place = moves.get(doc) ?? "";
    merging.note({
      en: `${doc} was moved to ${place} by one side: what the other wrote of it leads there now`,
      zh: `${doc} 被一方移到 ${place}：另一方写到它的地方现在指向新位置`,
    });
  }
  return applyEdits(text, edits);
}
