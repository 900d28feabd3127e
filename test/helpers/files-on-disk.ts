import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

/** Writes files with their folders. A path that ends in `/` makes an empty folder. */
export function writeFiles(
  root: string,
  files: Iterable<readonly [path: string, content: string | Uint8Array]>,
): void {
  for (const [name, content] of files) {
    const path = join(root, name);
    mkdirSync(name.endsWith("/") ? path : dirname(path), { recursive: true });
    if (!name.endsWith("/")) writeFileSync(path, content);
  }
}

/** Every file below a folder by its path there. Links, pipes and the like are left out. */
export function readFiles(root: string): Map<string, Buffer> {
  if (!existsSync(root)) return new Map();
  const paths = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
  return new Map(
    paths.map((path) => [relative(root, path).replaceAll("\\", "/"), readFileSync(path)]),
  );
}

/** The same as texts in which no byte is lost. */
export function textsIn(root: string): Record<string, string> {
  const files = [...readFiles(root)].map(([path, bytes]) => [path, bytes.toString("latin1")]);
  return Object.fromEntries(files) as Record<string, string>;
}
