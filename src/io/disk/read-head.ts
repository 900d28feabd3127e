import { fstatSync, realpathSync } from "node:fs";
import { basename, extname, join, relative } from "node:path";
import { codeOf } from "./disk-error.ts";
import { isBelow, toSlashes } from "./paths.ts";
import { NO_LINK, readStart, withFile } from "./read.ts";

export type Head =
  | { readonly kind: "text"; readonly text: string; readonly isCut: boolean }
  | { readonly kind: "refused"; readonly reason: string };

/**
 * The first bytes of a text file of a project, whole lines where possible. A link is followed only inside
 * the project, and only to a file of the same name or kind: a README must not turn out to be `.env`.
 */
export function readHead(
  root: string,
  path: string,
  most: number,
  isLeftOut: (path: string) => boolean = () => false,
): Head {
  try {
    const home = realpathSync.native(root);
    const real = realpathSync.native(join(root, path));
    if (!isBelow(home, real)) return refuse("it leads out of the project");
    const isOther = !isSameKind(path, real) || isLeftOut(toSlashes(relative(home, real)));
    if (isOther) return refuse("it leads to another file");
    return withFile(real, (file) => readText(file, most), NO_LINK);
  } catch (error) {
    return refuse(codeOf(error) ?? "it cannot be opened");
  }
}

function readText(file: number, most: number): Head {
  if (!fstatSync(file).isFile()) return refuse("it is not a regular file");
  const bytes = readStart(file, most + 1);
  const isCut = bytes.length > most;
  const text = decode(bytes.subarray(0, most), isCut);
  if (text.includes("\0")) return refuse("it is not a text file");
  return { kind: "text", text: isCut ? wholeLines(text) : text, isCut };
}

function refuse(reason: string): Head {
  return { kind: "refused", reason };
}

function isSameKind(path: string, real: string): boolean {
  const extension = extname(path);
  return basename(real) === basename(path) || (extension !== "" && extname(real) === extension);
}

/** PowerShell writes UTF-16 when it redirects: `pip freeze > requirements.txt`. */
function decode(bytes: Uint8Array, isCut: boolean): string {
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? "utf-16le"
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? "utf-16be"
        : "utf-8";
  return new TextDecoder(encoding).decode(bytes, { stream: isCut });
}

function wholeLines(text: string): string {
  const end = text.lastIndexOf("\n");
  return end < 0 ? text : text.slice(0, end + 1);
}
