import { isUtf8 } from "node:buffer";
import { createHash } from "node:crypto";
import { closeSync, fstatSync, openSync, readSync } from "node:fs";

/** Enough for any entry a person wrote; a larger one is read in part and said to be cut. */
const LONGEST_READ = 1024 * 1024;

export interface EntryText {
  readonly text: string;
  readonly isPart: boolean;
  readonly fingerprint: string;
  readonly isValidUtf8: boolean;
}

/** Throws what the system says; the caller has checked that the path is a regular file. */
export function readEntry(path: string): EntryText {
  const file = openSync(path, "r");
  try {
    const { size } = fstatSync(file);
    const bytes = Buffer.alloc(Math.min(size, LONGEST_READ));
    let length = 0;
    while (length < bytes.length) {
      const count = readSync(file, bytes, length, bytes.length - length, length);
      if (count === 0) break;
      length += count;
    }
    const content = bytes.subarray(0, length);
    const isPart = size > LONGEST_READ;
    return {
      text: new TextDecoder().decode(content, { stream: isPart }),
      isPart,
      fingerprint: createHash("sha256").update(content).digest("hex").slice(0, 12),
      isValidUtf8: isPart || isUtf8(content),
    };
  } finally {
    closeSync(file);
  }
}

const SAMPLE = 4096;
/** Used again and again: this is asked for each risky write. */
const BYTES = Buffer.alloc(SAMPLE);
const PICTURE = /^(?:%PDF-|\x89PNG|\xff\xd8\xff|GIF8|RIFF)/;

/** Whether a host's read tool would show it as text. One that it cannot show must not be asked for. */
export function isReadableText(path: string): boolean {
  try {
    const file = openSync(path, "r");
    try {
      const length = readSync(file, BYTES, 0, SAMPLE, 0);
      const sample = BYTES.toString("latin1", 0, length);
      return !sample.includes("\0") && !PICTURE.test(sample);
    } finally {
      closeSync(file);
    }
  } catch {
    return false;
  }
}
