import { closeSync, openSync, readFileSync, readSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { attempt } from "../../io/disk/attempt.ts";
import { parseJson } from "../shared/parse-json.ts";
import { field } from "../shared/payload.ts";

/** What the first line of a rollout says of its thread. */
export function readMeta(path: string): unknown {
  const line = attempt(() => readFirstLine(path), undefined);
  return line === undefined ? undefined : field(parseJson(line), "payload");
}

/** The file in which a thread is written down now: after the user has gone back it is another one. */
export function findThread(near: string, thread: string): string {
  const name = (file: string) => file.endsWith(`-${thread}.jsonl`) || file.includes(`-${thread}_`);
  return find(near, name);
}

/** The file whose name ends in this id. */
export function findFile(near: string, id: string): string {
  return find(near, (file) => file.endsWith(`${id}.jsonl`));
}

/** In the folders of all days, the latest first; "" where there is none. */
function find(near: string, fits: (file: string) => boolean): string {
  const sessions = dirname(dirname(dirname(dirname(near))));
  for (const folder of foldersBelow(sessions, 3)) {
    const name = namesIn(folder).findLast(fits);
    if (name !== undefined) return join(folder, name);
  }
  return "";
}

function* foldersBelow(folder: string, depth: number): Generator<string> {
  if (depth === 0) {
    yield folder;
    return;
  }
  for (const name of namesIn(folder).toReversed()) {
    if (/^\d+$/.test(name)) yield* foldersBelow(join(folder, name), depth - 1);
  }
}

function namesIn(folder: string): string[] {
  return attempt(() => readdirSync(folder).toSorted(), []);
}

/** The beginning of a rollout, up to this byte. */
export function readUpTo(path: string, end: number): string {
  return attempt(() => readFileSync(path).toString("utf8", 0, end), "");
}

const CHUNK = 65_536;

function readFirstLine(path: string): string | undefined {
  const handle = openSync(path, "r");
  try {
    const chunks: Buffer[] = [];
    for (;;) {
      const chunk = Buffer.alloc(CHUNK);
      const count = readSync(handle, chunk, 0, CHUNK, null);
      const end = chunk.subarray(0, count).indexOf(0x0a);
      chunks.push(chunk.subarray(0, end === -1 ? count : end));
      if (end !== -1) return Buffer.concat(chunks).toString("utf8");
      if (count === 0) return undefined;
    }
  } finally {
    closeSync(handle);
  }
}
