import { fstatSync } from "node:fs";
import { join } from "node:path";
import { isBelow, realPathOf } from "./paths.ts";
import { attempt, readStart, withFile } from "./read.ts";

export interface Head {
  readonly text: string;
  /** The file goes on. */
  readonly isCut: boolean;
}

/** The beginning of a text file, whole lines where possible; undefined for what is no text file. */
export function readHead(path: string, most: number): Head | undefined {
  return attempt(
    () =>
      withFile(path, (file) => {
        const stats = fstatSync(file);
        if (!stats.isFile()) return undefined;
        const isCut = stats.size > most;
        const text = decode(readStart(file, Math.min(stats.size, most)), isCut);
        if (text.includes("\0")) return undefined;
        return { text: isCut ? wholeLines(text) : text, isCut };
      }),
    undefined,
  );
}

/** The same of a file of a project; a link is followed only inside it. */
export function readProjectHead(root: string, path: string, most: number): Head | undefined {
  const real = realPathOf(join(root, path));
  return isBelow(realPathOf(root), real) ? readHead(real, most) : undefined;
}

/** PowerShell writes UTF-16 when it redirects: `pip freeze > requirements.txt`. */
function decode(bytes: Uint8Array, isCut: boolean): string {
  const isWide = bytes[0] === 0xff && bytes[1] === 0xfe;
  return new TextDecoder(isWide ? "utf-16le" : "utf-8").decode(bytes, { stream: isCut });
}

function wholeLines(text: string): string {
  const end = text.lastIndexOf("\n");
  return end < 0 ? text : text.slice(0, end + 1);
}
