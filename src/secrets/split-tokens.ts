import type { Detector, Hit } from "./hit.ts";
import { toSearchedText } from "./searched-text.ts";

/** What Markdown, HTML or code puts between two halves of one token, or around one of them. */
const JOINT =
  /`{1,2}[ \t]{0,2}`{1,2}|\*{1,3}|`|<\/?(?:wbr|b|i|em|strong|code|span)[ /]{0,2}>|["'][ \t]{0,4}\+[ \t]{0,4}["']|["']{2}/g;
const BAR = /[ \t]{0,8}\|[ \t]{0,8}/;
const HALVES = new RegExp(String.raw`[\w-](?:(?:${JOINT.source}){1,4}|${BAR.source})[\w-]`);
const SIGN = /[`*|<+]|["']{2}/;
const CONTINUED = /["'`]?\\$|["'`][ \t]{0,2}\+$/;

/** Tokens that formatting has cut in two: joined, they have their format again. */
export function createFindSplit(detectors: readonly Detector[]): Detector {
  return ({ lines, changed }) => {
    const hits: Hit[] = [];
    const joined = new Map<number, string>();
    for (const [line, text] of changed) {
      const next = lines[line + 1];
      const isContinued = next !== undefined && CONTINUED.test(text.slice(-8));
      const whole = isContinued
        ? `${text.replace(CONTINUED, "")}${next.replace(/^[ \t"'`]{1,20}/, "")}`
        : text;
      if (isContinued || (/\d/.test(text) && SIGN.test(text) && HALVES.test(text)))
        joined.set(line, join(whole));
    }
    if (joined.size === 0) return hits;
    const numbers = [...joined.keys()];
    const text = toSearchedText([...joined.values()], []);
    for (const detector of detectors) {
      for (const { rule, value, line } of detector(text)) {
        const at = numbers[line] ?? 0;
        // What stands in one piece was found where it stands.
        const isWhole = [lines[at], lines[at + 1]].some((each) => each?.includes(value) === true);
        if (!isWhole) hits.push({ rule, value, line: at });
      }
    }
    return hits;
  };
}

/** Without what parts halves; of a table's row, each cell with the next one. */
function join(line: string): string {
  const bare = line.replaceAll(JOINT, "");
  if (!bare.includes("|")) return bare;
  const cells = bare.split(BAR);
  return cells.map((cell, at) => cell + (cells[at + 1] ?? "")).join(" ");
}
