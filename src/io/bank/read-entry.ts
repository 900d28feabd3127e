import { isUtf8 } from "node:buffer";
import { fstatSync } from "node:fs";
import { isBlankDoc } from "../../bank/templates/template-lines.ts";
import { attempt, readStart, withFile } from "../disk/read.ts";

/** Enough for any entry a person wrote; a larger one is read in part and said to be cut. */
const LONGEST_READ = 1024 * 1024;

export interface EntryText {
  readonly text: string;
  readonly isPart: boolean;
  readonly isValidUtf8: boolean;
}

/** Throws what the system says; the caller has checked that the path is a regular file. */
export function readEntry(path: string): EntryText {
  return withFile(path, (file) => {
    const { size } = fstatSync(file);
    const content = readStart(file, Math.min(size, LONGEST_READ));
    const isPart = size > LONGEST_READ;
    return {
      text: new TextDecoder().decode(content, { stream: isPart }),
      isPart,
      isValidUtf8: isPart || isUtf8(content),
    };
  });
}

/** A template that nobody has filled in is shorter. */
const SAMPLE = 4096;
const PICTURE = /^(?:%PDF-|\x89PNG|\xff\xd8\xff|GIF8|RIFF)/;

/** `other` is what a host's read tool would not show as text: it must not be asked for. */
export type DocKind = "text" | "blank" | "other";

export function readDocKind(path: string): DocKind {
  const sample = attempt(() => withFile(path, (file) => readStart(file, SAMPLE)), undefined);
  const signs = sample?.toString("latin1");
  if (signs === undefined || signs.includes("\0") || PICTURE.test(signs)) return "other";
  return signs.length < SAMPLE && isBlankDoc(sample?.toString("utf8") ?? "") ? "blank" : "text";
}
