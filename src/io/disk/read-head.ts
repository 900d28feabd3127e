import { closeSync, constants, fstatSync, openSync, readSync, realpathSync } from "node:fs";
import { basename, extname, isAbsolute, join, relative, sep } from "node:path";

export type Head =
  | { readonly kind: "text"; readonly text: string; readonly isCut: boolean }
  | { readonly kind: "refused"; readonly reason: string };

/** A pipe would wait for somebody to write into it, so it is opened without waiting and then refused. */
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

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
    const inside = relative(home, real).split(sep).join("/");
    const isOutside = inside === ".." || inside.startsWith("../") || isAbsolute(inside);
    if (isOutside) return refuse("it leads out of the project");
    if (!isSameKind(path, real) || isLeftOut(inside)) return refuse("it leads to another file");
    return readBytes(real, most);
  } catch (error) {
    return refuse(codeOf(error));
  }
}

function readBytes(real: string, most: number): Head {
  const file = openSync(real, FLAGS);
  try {
    if (!fstatSync(file).isFile()) return refuse("it is not a regular file");
    const bytes = Buffer.alloc(most + 1);
    let length = 0;
    while (length < bytes.length) {
      const count = readSync(file, bytes, length, bytes.length - length, length);
      if (count === 0) break;
      length += count;
    }
    const isCut = length > most;
    const text = decode(bytes.subarray(0, Math.min(length, most)), isCut);
    if (text.includes("\0")) return refuse("it is not a text file");
    return { kind: "text", text: isCut ? wholeLines(text) : text, isCut };
  } finally {
    closeSync(file);
  }
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

function codeOf(error: unknown): string {
  if (error instanceof Error && "code" in error && typeof error.code === "string")
    return error.code;
  return "it cannot be opened";
}
