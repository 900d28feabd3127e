import { join } from "node:path";
import type { LogLine, LogPart } from "../../types.ts";
import { readBytes, statOf } from "../disk/read.ts";
import { LOG_FILE, OLD_LOG_FILE } from "./decision-log.ts";
import { parseLog } from "./read-decisions.ts";

const LINE_FEED = 10;

export interface LogTail {
  /** What has been read so far. */
  readonly log: () => LogPart;
  /** Reads what was written since, and gives those entries. One look at each log when there is nothing new. */
  readonly poll: () => LogPart;
}

/** Follows the decision logs of some state folders as one. A line that nobody wants is not even parsed. */
export function tailLogs(
  folders: readonly string[],
  isWanted: (line: string) => boolean = () => true,
): LogTail {
  const logs = folders.map((folder) => followLog(folder, isWanted));
  let entries: LogLine[] = [];
  return {
    log: () => ({ from: 0, entries }),
    poll() {
      const fresh = logs.flatMap((read) => read()).toSorted((a, b) => a.at - b.at);
      const from = entries.length;
      entries = [...entries, ...fresh];
      return { from, entries: fresh };
    },
  };
}

/** Returns what reads the entries that came since the last time, over the log's rotation. */
function followLog(folder: string, isWanted: (line: string) => boolean): () => LogLine[] {
  /** The inode of the log that was read up to the offset. */
  let file: number | undefined;
  let offset = 0;

  function readRest(name: string): LogLine[] {
    const bytes = readBytes(join(folder, name))?.subarray(offset) ?? Buffer.alloc(0);
    // A line that is not finished yet waits.
    const end = bytes.lastIndexOf(LINE_FEED) + 1;
    offset += end;
    return parseLog(bytes.toString("utf8", 0, end), isWanted);
  }

  return () => {
    const { ino = -1, size = 0 } = statOf(join(folder, LOG_FILE)) ?? {};
    const found: LogLine[] = [];
    if (ino !== file || size < offset) {
      // What was the log is now the older one: its last lines may not have been read yet.
      const older = statOf(join(folder, OLD_LOG_FILE));
      if (file === undefined || older?.ino === file) found.push(...readRest(OLD_LOG_FILE));
      file = ino;
      offset = 0;
    }
    if (size > offset) found.push(...readRest(LOG_FILE));
    return found;
  };
}
