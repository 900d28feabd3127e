import { join } from "node:path";
import type { LogLine, LogPart } from "../../types.ts";
import { attempt, readBytes, statOf } from "../disk/read.ts";
import { LOG_FILE, OLD_LOG_FILE } from "./decision-log.ts";

const LINE_FEED = 10;

export type LogTail = ReturnType<typeof tailLogs>;

/** Follows the decision logs of several state folders as one. Lines that are not wanted are not parsed. */
export function tailLogs(
  folders: readonly string[],
  isWanted: (line: string) => boolean = () => true,
) {
  const logs = folders.map((folder) => followLog(folder, isWanted));
  let entries: LogLine[] = [];
  return {
    /** All entries that were read so far. */
    log: (): LogPart => ({ from: 0, entries }),
    /** Returns the entries written since the last call. Costs one `stat` per file when there is nothing new. */
    poll(): LogPart {
      const fresh = logs.flatMap((read) => read()).toSorted((a, b) => a.at - b.at);
      const from = entries.length;
      entries = [...entries, ...fresh];
      return { from, entries: fresh };
    },
  };
}

/** All lines of a state folder's decision log, oldest first. */
export function readDecisions(folder: string): readonly LogLine[] {
  return tailLogs([folder]).poll().entries;
}

/** Returns a function that reads the entries written since its last call. */
function followLog(folder: string, isWanted: (line: string) => boolean): () => LogLine[] {
  /** How far each file was read, by inode: the log may have been renamed to the older log by now. */
  const offsets = new Map<number, number>();

  function readRest(name: string): LogLine[] {
    const file = join(folder, name);
    const { ino, size } = statOf(file) ?? { ino: 0, size: 0 };
    const known = offsets.get(ino) ?? 0;
    if (size === known) return [];
    // A shorter file is a new one that was given the inode of a deleted one.
    const offset = size < known ? 0 : known;
    const bytes = readBytes(file)?.subarray(offset) ?? Buffer.alloc(0);
    // A line that is not finished yet is read next time.
    const end = bytes.lastIndexOf(LINE_FEED) + 1;
    offsets.set(ino, offset + end);
    return parseLog(bytes.toString("utf8", 0, end), isWanted);
  }

  return () => [OLD_LOG_FILE, LOG_FILE].flatMap(readRest);
}

/** The beginning of every line that we write. A version that changes the type `LogLine` changes the number. */
const BEGINNING = '{"v":2,';

/** Lines that are incomplete, foreign, of another version or not wanted are left out. */
function parseLog(text: string, isWanted: (line: string) => boolean): LogLine[] {
  return text.split("\n").flatMap((line) => {
    // A killed process leaves half a line, and the next line is appended to it.
    const start = line.lastIndexOf(BEGINNING);
    const parse = (): LogLine => JSON.parse(line.slice(start));
    return start === -1 || !isWanted(line) ? [] : attempt(parse, []);
  });
}
