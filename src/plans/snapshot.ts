import { setSectionBody } from "../bank/edit.ts";
import { SECTION } from "../bank/layout.ts";
import { bodyOf } from "../bank/parse.ts";
import { toParagraph } from "../scan/plain-text.ts";
import type { Language } from "../types.ts";
import { renderCommands, renderStack } from "./describe-facts.ts";
import type { PlanInput } from "./plan-input.ts";

/** Follows a generated snapshot. The number is a hash of its words: with another hash, somebody has edited it. */
const ORIGIN = /<!-- from the project's files: ([0-9a-f]{8}) -->/;

/** The values for the entry's template. */
export function renderSnapshot({ facts }: PlanInput) {
  const { description } = facts;
  return {
    snapshot: description === undefined ? null : toParagraph(description),
    stack: renderStack(facts),
    commands: renderCommands(facts),
    // The hash is filled in once the text is known.
    origin: "<!-- from the project's files: 00000000 -->",
  };
}

/** The entry with the hash of its snapshot filled in. */
export function signSnapshot(entry: string): string {
  const number = numberOf(bodyOf(entry, SECTION.snapshot) ?? "");
  return entry.replace(ORIGIN, (comment) => comment.replace(/[0-9a-f]{8}/, number));
}

/** A line that every snapshot of the Chinese template has. */
const CHINESE = /^- 技术栈：/m;

/** Replaces the snapshot with that of a new entry in the same language, if nobody has edited it. */
export function updateSnapshot(entry: string, fresh: (language: Language) => string): string {
  const body = bodyOf(entry, SECTION.snapshot);
  const number = ORIGIN.exec(body ?? "")?.[1];
  if (body === undefined || number !== numberOf(body)) return entry;
  const current = bodyOf(fresh(CHINESE.test(body) ? "zh" : "en"), SECTION.snapshot);
  return current === undefined ? entry : setSectionBody(entry, SECTION.snapshot, current);
}

/** The hash of the words, ignoring line breaks and blanks. FNV-1a, which needs no library. */
function numberOf(body: string): string {
  const words = body.replace(ORIGIN, "").replaceAll(/\s+/g, " ").trim();
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(words)) {
    hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  }
  return hash.toString(16).padStart(8, "0");
}
