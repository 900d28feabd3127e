import { setSectionBody } from "../bank/edit.ts";
import { SECTION } from "../bank/layout.ts";
import { bodyOf } from "../bank/parse.ts";
import { toParagraph } from "../scan/plain-text.ts";
import type { Language } from "../types.ts";
import { renderCommands, renderStack } from "./describe-facts.ts";
import type { PlanInput } from "./plan-input.ts";

/** Behind a snapshot as it was generated. The number is that of its words: with others, somebody has edited it. */
const ORIGIN = /<!-- from the project's files: ([0-9a-f]{8}) -->/;

/** What the entry's template takes. */
export function renderSnapshot({ facts }: PlanInput) {
  const { description } = facts;
  return {
    snapshot: description === undefined ? null : toParagraph(description),
    stack: renderStack(facts),
    commands: renderCommands(facts),
    // Stands for the number until the text is known.
    origin: "<!-- from the project's files: 00000000 -->",
  };
}

/** The entry with the number of its snapshot. */
export function signSnapshot(entry: string): string {
  const number = numberOf(bodyOf(entry, SECTION.snapshot) ?? "");
  return entry.replace(ORIGIN, (comment) => comment.replace(/[0-9a-f]{8}/, number));
}

/** As the Chinese template begins a line of every snapshot. */
const CHINESE = /^- 技术栈：/m;

/** The snapshot of a new entry, in its own language, in place of another one, while that is as it was generated. */
export function updateSnapshot(entry: string, fresh: (language: Language) => string): string {
  const body = bodyOf(entry, SECTION.snapshot);
  const number = ORIGIN.exec(body ?? "")?.[1];
  if (body === undefined || number !== numberOf(body)) return entry;
  const current = bodyOf(fresh(CHINESE.test(body) ? "zh" : "en"), SECTION.snapshot);
  return current === undefined ? entry : setSectionBody(entry, SECTION.snapshot, current);
}

/** Of the words alone: line breaks and blanks do not count. FNV-1a, which needs no library. */
function numberOf(body: string): string {
  const words = body.replace(ORIGIN, "").replaceAll(/\s+/g, " ").trim();
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(words)) {
    hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  }
  return hash.toString(16).padStart(8, "0");
}
