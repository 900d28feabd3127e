import { join } from "node:path";
import type { LogLine } from "../../types.ts";
import { attempt, readText } from "../disk/read.ts";
import { LOG_FILE, OLD_LOG_FILE } from "./decision-log.ts";

/** The decision log, the newest line last. */
export function readDecisions(folder: string): LogLine[] {
  return [OLD_LOG_FILE, LOG_FILE].flatMap((name) => parseLog(readText(join(folder, name)) ?? ""));
}

/** Of every line that we write: it is what its type says. A version that changes the type changes the number. */
const BEGINNING = '{"v":2,';

/** What is torn, foreign or of another version is left out, and so is a line that nobody wants. */
export function parseLog(
  text: string,
  isWanted: (line: string) => boolean = () => true,
): LogLine[] {
  return text.split("\n").flatMap((line) => {
    // A process that was killed leaves half a line, and the next one goes on behind it.
    const start = line.lastIndexOf(BEGINNING);
    const parse = (): LogLine => JSON.parse(line.slice(start));
    return start === -1 || !isWanted(line) ? [] : attempt(parse, []);
  });
}
