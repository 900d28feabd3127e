import { readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { attempt, readStart } from "../../io/disk/read.ts";
import { field, parseJson } from "../shared/payload.ts";

/** The first line is long: it also has the instructions. */
const LONGEST_META = 1024 * 1024;

/** Reads what the first line of a rollout says of its thread. */
export function readMeta(path: string): unknown {
  const head = attempt(() => readStart(path, LONGEST_META), undefined);
  return field(parseJson(head?.toString("utf8").split("\n", 1)[0] ?? ""), "payload");
}

/** Whether this file is a rollout of this thread. */
export function isOfThread(file: string, thread: string): boolean {
  return file.endsWith(`-${thread}.jsonl`) || file.includes(`-${thread}_`);
}

/** The latest rollout whose name fits, or "". Rollouts are in folders by year, month and day. */
export function findFile(near: string, fits: (name: string) => boolean): string {
  return find(dirname(dirname(dirname(dirname(near)))), fits);
}

function find(folder: string, fits: (name: string) => boolean): string {
  for (const name of attempt(() => readdirSync(folder).toSorted().toReversed(), [])) {
    const path = join(folder, name);
    const found = /^\d+$/.test(name) ? find(path, fits) : fits(name) ? path : "";
    if (found !== "") return found;
  }
  return "";
}

/** Reads the beginning of a rollout, up to this byte. */
export function readUpTo(path: string, end: number): string {
  return attempt(() => readFileSync(path).toString("utf8", 0, end), "");
}
