import { dirname, join, relative } from "node:path";
import { ENTRY, PATTERNS } from "../../bank/layout.ts";
import { findAlsoBinding, saysBesidesLinks } from "../../bank/live-links.ts";
import { playersOf } from "../../bank/roles.ts";
import type { Conventions } from "../../types.ts";
import { realPathOf, toSlashes } from "../disk/paths.ts";
import { readDocText } from "../disk/read-doc.ts";
import { statOf } from "../disk/read.ts";
import type { LookAt } from "../disk/remember.ts";
import type { LinkedFiles } from "./linked-files.ts";

export interface ConventionsPlace {
  readonly root: string;
  readonly bank: string;
  /** Where the host was started: addresses are told from there. */
  readonly directory: string;
  /** Paths of docs in the bank. */
  readonly docs: readonly string[];
  readonly links: LinkedFiles;
  readonly lookAt?: LookAt;
  /** See `HostWords`. */
  readonly ownInstructions?: readonly string[];
}

/** Hosts cut what is longer. */
const MOST_LOADED = 32 * 1024;

/** What must be read before a risky write: the doc that plays the role, and the files linked under `Also binding`. */
export function findConventions(place: ConventionsPlace): Conventions[] {
  const { root, bank, directory, links, lookAt = statOf, ownInstructions = [] } = place;
  const realBank = realPathOf(bank);
  const realRoot = realPathOf(root);

  function textOf(doc: string): string | undefined {
    const path = join(bank, doc);
    return lookAt(path)?.isFile() ? readDocText(path) : undefined;
  }

  // Our own place first. One that says something goes before a blank one.
  const docs = [PATTERNS, ...playersOf("conventions", place.docs)];
  const saying = docs.find((doc) => saysBesidesLinks(textOf(doc) ?? ""));
  const linking = saying ?? docs.find((doc) => textOf(doc) !== undefined) ?? PATTERNS;
  const linked = [ENTRY, linking].flatMap((doc) =>
    findAlsoBinding(textOf(doc) ?? "").flatMap((link) =>
      links.followAll(dirname(join(bank, doc)), link),
    ),
  );
  const own = saying === undefined ? [] : [realPathOf(join(bank, saying))];
  const files = linked.flatMap((file) => (file.kind === "file" ? [file.path] : []));
  const loaded = ownInstructions
    .map((name) => join(root, name))
    .find((file) => lookAt(file)?.isFile());
  const loadedFile = loaded && realPathOf(loaded);

  return [...new Set([...own, ...files])].flatMap((path) => {
    const stats = lookAt(path);
    if (stats === undefined) return [];
    return {
      doc: toSlashes(relative(realBank, path)),
      address: toSlashes(relative(directory, join(root, relative(realRoot, path)))),
      isLoadedByHost: stats.size <= MOST_LOADED && path === loadedFile,
      changedAt: Math.max(stats.mtimeMs, stats.ctimeMs),
    };
  });
}
