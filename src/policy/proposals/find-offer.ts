import { scanLines } from "../../markdown/scan-lines.ts";
import type { Offer } from "../../proposal-types.ts";
import { findDocs } from "./find-docs.ts";
import { foldWords } from "./fold-words.ts";

const OPENS = /^\s*(?:[-*+•]\s+|#{1,6}\s+)?(?:\*\*|__)?\s*💾/u;
const ARROW = /(?:→|➜|➔|⇒|->|=>)\uFE0F?/u;
const LABEL = /^(?:content|points?|summary|内容|要点)\s*[:：]\s*/iu;
const ITEM = /^\s*(?:[-*+•]|\d{1,3}[.)])\s+/;
/** The line that says how to answer ends an offer. */
const HOW = /^\s*(?:\*\*|[*_>])?\s*(?:reply|respond|answer|say|type|(?:请)?(?:回复|回答|输入))/iu;
/** Of another question in the same message, with or without its mark. */
export const WANTS_ANSWER =
  /[?？]|吗|\b(?:tell me|let me know|choose|confirm|approval|permission|waiting|unless you|if you agree|ready to|want me to|reply|type|press|your (?:ok|answer|choice))\b|请(?:选择|确认)|同意|回复|要不要/i;
/** A report of a save looks much like an offer. */
const DONE = /\b(?:saved|written|wrote|updated|recorded)\b|已|完成|写好/i;
const MOST_LINES = 40;
const MOST_POINTS = 20;
const LONGEST_POINT = 300;

/**
 * The 💾 offer of an assistant's message: where it would save, and what. Where the message asks for something else
 * behind it, nobody could tell what a yes is to.
 */
export function findOffer(text: string): Offer | undefined {
  const all = ownLines(text);
  const start = all.findLastIndex((line) => OPENS.test(line));
  if (start === -1) return undefined;
  const [first = "", ...rest] = all.slice(start, start + MOST_LINES);
  const [question = "", ...inline] = first.split(ARROW);
  const end = rest.findIndex((line) => line.trim() === "---" || HOW.test(line));
  const lines = end === -1 ? rest : rest.slice(0, end);
  const behind = (end === -1 ? rest : rest.slice(end)).filter((line) => !ARROW.test(line));
  const how = behind.findIndex((line) => HOW.test(line));
  const isAsked = behind.some((line, index) => index !== how && WANTS_ANSWER.test(line));
  if (DONE.test(question) || isAsked) return undefined;
  const pieces = [...inline, ...lines.flatMap(toPieces)].map((piece) =>
    piece.replaceAll(/\*\*|__|`/g, "").trim(),
  );
  const named = pieces.filter((piece) => !LABEL.test(piece) && findDocs(piece).length > 0);
  const targets = [question, ...named].flatMap(findDocs);
  // `details/tech.md: use pnpm` says what goes there.
  const content = pieces.map((piece) =>
    named.includes(piece)
      ? (/\.md\s*[:：]\s+(.*)/.exec(piece)?.[1] ?? "")
      : piece.replace(LABEL, ""),
  );
  const points = content.flatMap((piece) => piece.split(/[;；]/u));
  if (targets.length === 0) return undefined;
  return {
    targets: [...new Set(targets)],
    points: points
      .map((point) => point.trim().slice(0, LONGEST_POINT))
      .filter((point) => point !== "")
      .slice(0, MOST_POINTS),
  };
}

/** What an arrow leads to, and items. */
function toPieces(line: string): string[] {
  const [before = "", ...after] = line.split(ARROW);
  if (after.length > 0 && before.replace(ITEM, "").trim() === "") return [after.join(" → ").trim()];
  return ITEM.test(line) && after.length === 0 ? [line.replace(ITEM, "").trim()] : [];
}

/** Without examples in code and in quotes. */
function ownLines(text: string): string[] {
  return scanLines(text).map(({ kind, from, to }) => {
    const line = text.slice(from, to);
    const isExample = kind === "fence" || kind === "html" || /^\s*(?:[-*+]\s+)?>/.test(line);
    return isExample || (kind === "code" && line.includes("💾")) ? "" : line;
  });
}

/** The same for offers that a reader takes as the same, however they are laid out. */
export function offerKey({ targets, points }: Offer): string {
  const content = points.map((point) => foldWords(point).replaceAll(/[^\p{L}\p{N}]+/gu, ""));
  return [...targets.map((doc) => doc.toLowerCase()).toSorted(), ...content.toSorted()].join("\n");
}
