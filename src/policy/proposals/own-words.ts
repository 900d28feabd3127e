import { scanLines } from "../../markdown/scan-lines.ts";
import { isDocName } from "./find-docs.ts";
import { foldWords } from "./fold-words.ts";
import { INTRODUCES, REPORTS } from "./request-words.ts";

/** Stands for what was taken out: a sentence around it is not whole without it. */
export const SOMETHING = "\uFFFC";
const INLINE_CODE = /(?<!`)(`+)(?!`)([^`\n]+)\1(?!`)/g;
const STRUCK = /~~[^~\n]+~~/g;
const COMMAND = /^mb:(?:write|no)$/i;

/** A message without what its writer only shows: code, quotes and pasted output are nobody's words. */
export function ownWords(message: string): string {
  const text = message.replace(/^(?:[^\S\n]*\n)+/, "").trimEnd();
  // Whoever pastes output leaves a blank line behind it, if anything.
  let pasted: "no" | "follows" | "yes" = "no";
  return scanLines(text)
    .map(({ kind, from, to }) => {
      const line = text.slice(from, to);
      if (kind === "blank") {
        if (pasted === "yes") pasted = "no";
        return line;
      }
      if (pasted !== "no" || isOutput(line)) {
        pasted = "yes";
        return SOMETHING;
      }
      if (kind === "fence" || kind === "code" || QUOTE.test(line)) return SOMETHING;
      if (introducesOutput(line)) pasted = "follows";
      return line
        .replaceAll(STRUCK, SOMETHING)
        .replaceAll(INLINE_CODE, (_, _ticks, code: string) =>
          isDocName(code.trim()) || COMMAND.test(code.trim()) ? code : SOMETHING,
        );
    })
    .join("\n");
}

const QUOTE = /^\s*(?:[-*+]\s+)?>/;

/** `Ana 10:03 AM`, as chats put it above a message. */
const SPEAKER = /^[\p{L}@][^.!?,:]{0,30} \[?\d{1,2}:\d\d(?: ?[ap]m)?\]?$/iu;

/** `Here is the log:`, and nothing behind it. */
function introducesOutput(line: string): boolean {
  const end = line.slice(-LONGEST_START).trimEnd();
  if (SPEAKER.test(end)) return true;
  if (!/[:：]$/.test(end)) return false;
  const words = foldWords(end.slice(0, -1)).trim();
  return INTRODUCES.test(words) || REPORTS.test(words);
}

/** What programs print and people paste: log lines, stack traces, prompts, test reports. */
const OUTPUT: readonly RegExp[] = [
  /^\s*\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d/,
  /^\s*\[?\d\d:\d\d:\d\d\b/,
  /^(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) [ \d]\d \d\d:\d\d:\d\d /,
  /^\s*\[?(?:TRACE|DEBUG|INFO|WARN|WARNING|ERROR|FATAL|CRITICAL)\b[\]:]?\s/,
  /^\s*\[(?:trace|debug|info|warn|warning|error|fatal|vite|webpack)\]\s/i,
  /^\s*(?:time|ts|level|msg)=\S/,
  /^\s*\{"\w+":/,
  /^[\w.-]{1,60}\s+\|\s/,
  /^\s*> (?:\S+@\d+\.\d|(?:npm|pnpm|yarn|npx|node|git|make|docker|cargo|python3?|pytest|go) \S)/,
  /^\S{1,60}@[^\s:]{1,60}:\S{0,200}[$#]\s/,
  /^(?:➜|>>>|C:\\[^>]*>)\s?\S/,
  /^\s*(?:commit [\da-f]{40}$|(?=[\da-f]*\d)(?=[\da-f]*[a-f])[\da-f]{7,12} \S)/,
  /^\s*(?:\/\/|\/\*)/,
  /^\s*at\s.+[(:]\S*:\d+/,
  /^\s*(?:Traceback \(most recent call last\)|File "[^"]*", line \d)/,
  /^\s*\w*(?:Error|Exception)(?:\s\[\w+\])?:\s/,
  /^\s*(?:npm|pnpm|yarn) (?:ERR!|error|warn)/i,
  /^\s*(?:not )?ok \d+\b/,
  /^\s*(?:\$|❯|PS [A-Z]:\\[^>]*>)\s+\S/,
  /^\s*[\w./\\-]+\.\w+:\d+(?::\d+)?\b/,
  /^\s*(?:✓|✗|✔|✘|×|PASS|FAIL)\s/,
  /^\+ \S/,
  /^(?:fixup|squash|amend)! /,
  /^(?:diff --git|index [\da-f]+\.\.|@@ |\+\+\+ |--- \S)/,
];

/** By which output is known; some patterns would take long for an endless line. */
const LONGEST_START = 300;

function isOutput(line: string): boolean {
  const start = line.slice(0, LONGEST_START);
  return OUTPUT.some((pattern) => pattern.test(start));
}
