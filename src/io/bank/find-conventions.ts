import { dirname, join, relative } from "node:path";
import { ENTRY, PATTERNS } from "../../bank/layout.ts";
import { findAlsoBinding, saysBesidesLinks } from "../../bank/live-links.ts";
import { playersOf } from "../../bank/roles.ts";
import { isUnfilled } from "../../bank/unfilled.ts";
import type { Conventions, HostWords } from "../../types.ts";
import { realPathOf, toSlashes } from "../disk/paths.ts";
import { readText, statOf } from "../disk/read.ts";
import type { BankLocation } from "./find-bank.ts";
import type { LinkedFiles } from "./linked-files.ts";

/** Hosts cut instruction files that are longer. */
const MOST_LOADED = 32 * 1024;

/** What must be read before a risky write: the doc that plays the role, and the files linked under `Also binding`. */
export function findConventions(
  { root, bank, directory }: Pick<BankLocation, "root" | "bank" | "directory">,
  docs: readonly string[],
  links: LinkedFiles,
  ownInstructions: HostWords["ownInstructions"] = [],
): Conventions[] {
  const realBank = realPathOf(bank);
  const realRoot = realPathOf(root);

  const textOf = (doc: string) => readText(join(bank, doc));
  const hasContent = (text: string) => saysBesidesLinks(text) && !isUnfilled(text);

  // Our own place comes first, but a doc with content comes before a blank one.
  const places = [PATTERNS, ...playersOf("conventions", docs)];
  const saying = places.find((doc) => hasContent(textOf(doc) ?? ""));
  const linking = saying ?? places.find((doc) => textOf(doc) !== undefined) ?? PATTERNS;
  const linked = [ENTRY, linking].flatMap((doc) =>
    findAlsoBinding(textOf(doc) ?? "").flatMap((link) =>
      links.followAll(dirname(join(bank, doc)), link),
    ),
  );
  const own = saying === undefined ? [] : [realPathOf(join(bank, saying))];
  const files = linked.flatMap((file) => (file.kind === "file" ? [file.path] : []));
  const loaded = ownInstructions
    .map((name) => realPathOf(join(root, name)))
    .find((file) => statOf(file)?.isFile());

  return [...new Set([...own, ...files])].flatMap((path) => {
    const stats = statOf(path);
    if (stats === undefined) return [];
    return {
      doc: toSlashes(relative(realBank, path)),
      address: toSlashes(relative(directory, join(root, relative(realRoot, path)))),
      isLoadedByHost: stats.size <= MOST_LOADED && path === loaded,
      changedAt: Math.max(stats.mtimeMs, stats.ctimeMs),
    };
  });
}
