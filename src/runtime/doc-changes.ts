import { isAbsolute, join } from "node:path";
import { readBytes } from "../io/disk/read-text.ts";
import { statOf } from "../io/disk/stat.ts";
import { changesDoc } from "../policy/call.ts";
import type { PlannedText, ToolCall, Write } from "../types.ts";

/** A doc that a structured tool is about to write. */
export interface WrittenDoc {
  /** Path inside the bank. */
  readonly doc: string;
  readonly file: string;
  /** Undefined for a new doc. */
  readonly before: Buffer | undefined;
  /** Undefined where only running the tool tells. */
  readonly expected: Buffer | undefined;
}

/** As it is now: where somebody has saved it since the call was judged, what the call makes of it was not. */
export function withPresent(written: WrittenDoc): WrittenDoc {
  const present = readBytes(written.file);
  const isSame = present === undefined || written.before?.equals(present) === true;
  return isSame ? written : { ...written, before: present, expected: undefined };
}

const UNKNOWN: PlannedText = { after: undefined, brings: "" };

/** The same call, with what it does to the text of each doc. */
export async function withDocChanges(call: ToolCall, root: string) {
  // Nobody but who writes into the bank pays for the rules for secrets.
  const { findOffence } = await import("../secrets/find-offence.ts");
  const docs: WrittenDoc[] = [];
  const writes = call.writes.map((write): Write => {
    const { doc, path } = write.target;
    if (doc === undefined || !changesDoc(write)) return write;
    const file = isAbsolute(path) ? path : join(root, path);
    const bytes = readBytes(file);
    if (bytes === undefined && statOf(file) !== undefined) {
      throw new Error(`${path} cannot be read as a text of bearable size`);
    }
    const before = bytes?.toString("utf8");
    const planned = write.planText?.(before) ?? UNKNOWN;
    const expected = planned.after === undefined ? undefined : Buffer.from(planned.after, "utf8");
    docs.push({ doc, file, before: bytes, expected });
    return { ...write, change: { before, ...planned, secret: findOffence(doc, before, planned) } };
  });
  return { call: { ...call, writes }, docs };
}
