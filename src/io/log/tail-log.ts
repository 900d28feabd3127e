import { join } from "node:path";
import type { LogLine, LogPart } from "../../types.ts";
import { parseLogLine, readFrom } from "./read-decisions.ts";
import { LOG_FILE, OLD_LOG_FILE } from "./log-files.ts";
import { NO_LINK, attempt, statOf, withFile } from "../disk/read.ts";

const LINE_FEED = 10;
/** Nearly all of a full log, so that what is counted of it is what the report counts. */
const MOST_ENTRIES = 20_000;

export interface LogTail {
  /** What has been read so far. */
  readonly log: () => LogPart;
  /** Reads what was written since, and gives those entries. Two looks at the disk when there is nothing new. */
  readonly poll: () => LogPart;
}

/**
 * Follows the decision log of a state folder over its rotation. A line that is not finished yet waits; one that
 * nobody wants is not even parsed.
 */
export function tailLog(folder: string, isWanted: (line: string) => boolean = () => true): LogTail {
  let entries: LogLine[] = [];
  let from = 0;
  let file = -1;
  let offset = 0;
  let hasRead = false;

  function append(name: string): void {
    const read = readEntries(join(folder, name), offset, isWanted);
    offset = read.offset;
    entries = entries.concat(read.entries);
  }

  function poll(): LogPart {
    const at = from + entries.length;
    const stats = statOf(join(folder, LOG_FILE));
    const current = stats?.ino ?? -1;
    if (!hasRead || current !== file || (stats?.size ?? 0) < offset) {
      const older = statOf(join(folder, OLD_LOG_FILE));
      // What was the log is now the older one: its last lines may not have been read yet.
      if (!hasRead || (older !== undefined && older.ino === file)) append(OLD_LOG_FILE);
      hasRead = true;
      offset = 0;
      file = current;
    }
    if (file !== -1 && (stats?.size ?? 0) > offset) append(LOG_FILE);
    const fresh = entries.slice(at - from);
    const surplus = Math.max(0, entries.length - MOST_ENTRIES);
    entries = surplus > 0 ? entries.slice(surplus) : entries;
    from += surplus;
    return { from: at, entries: fresh };
  }

  return { log: () => ({ from, entries }), poll };
}

interface Tail {
  readonly entries: LogLine[];
  readonly offset: number;
}

/** The entries from an offset on, and the offset behind the last finished line. */
function readEntries(path: string, start: number, isWanted: (line: string) => boolean): Tail {
  const read = (file: number): Tail => {
    const { offset, bytes } = readFrom(file, start);
    const end = bytes.lastIndexOf(LINE_FEED) + 1;
    const lines = bytes.subarray(0, end).toString("utf8").split("\n");
    const entries = lines.filter(isWanted).flatMap((line) => parseLogLine(line) ?? []);
    return { entries, offset: offset + end };
  };
  // Rotated or removed between two looks: the next look finds what there is then.
  return attempt(() => withFile(path, read, NO_LINK), { entries: [], offset: start });
}

/** Several logs as one, in the order of time as far as each look goes: what has its number keeps it. */
export function joinTails(tails: readonly LogTail[]): LogTail {
  const [only, ...others] = tails;
  if (only !== undefined && others.length === 0) return only;
  let entries: LogLine[] = [];
  return {
    log: () => ({ from: 0, entries }),
    poll() {
      const from = entries.length;
      const fresh = tails.flatMap((tail) => tail.poll().entries).toSorted((a, b) => a.at - b.at);
      entries = entries.concat(fresh);
      return { from, entries: fresh };
    },
  };
}
