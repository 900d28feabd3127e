import { posix } from "node:path";
import { DOC_EXTENSION, ENTRY } from "../bank/layout.ts";
import { foldersOf, insideBank } from "../bank/doc-paths.ts";
import { makeRouteLookup } from "../plans/route-lookup.ts";
import { findRoutes } from "../bank/parse.ts";
import type { Route } from "../bank/routes.ts";
import type { CheckInput, FileContent } from "./check-input.ts";
import { type CheckedDoc, toCheckedDoc } from "./checked-doc.ts";

/** A bank with everything that several rules ask of it, worked out once. */
export interface CheckedBank {
  readonly input: CheckInput;
  readonly files: readonly { readonly path: string; readonly content: FileContent }[];
  /** The docs whose text could be read. */
  readonly docs: readonly CheckedDoc[];
  readonly entry: CheckedDoc | undefined;
  /** The routes of the entry's routing table; an old table counts only if there is no newer one. */
  readonly routes: readonly Route[];
  readonly docAt: (path: string) => CheckedDoc | undefined;
  /** Whether a path inside the bank leads to a file or a folder. */
  readonly isInBank: (path: string) => boolean;
  /** Whether a path in a routing row leads to something. */
  readonly isRoutable: (path: string) => boolean;
  /** Whether a path in a doc's prose leads to something, from any folder that its author may have meant. */
  readonly isAnywhere: (path: string, doc: string) => boolean;
}

export function openCheckedBank(input: CheckInput): CheckedBank {
  const { bankName, project } = input;
  const files = input.files.map(({ path, read }) => ({ path, content: read() }));
  const docs = files.flatMap(({ path, content }) =>
    content.kind === "text" && path.endsWith(DOC_EXTENSION)
      ? [toCheckedDoc(path, content.text)]
      : [],
  );
  const byPath = new Map(docs.map((doc) => [doc.path, doc]));
  const paths = files.map(({ path }) => path);
  const known = new Set(paths.flatMap((path) => [path, ...foldersOf(path)]));
  const isInBank = (path: string) => {
    const plain = posix.normalize(path).replace(/\/$/, "");
    return plain === "." || known.has(plain) || project.exists(`${bankName}/${plain}`);
  };
  const isRouted = makeRouteLookup(
    { name: bankName, paths },
    (path) => isInBank(path) || project.exists(path),
  );
  const isAnywhere = (path: string, doc: string) => {
    if (project.exists(path)) return true;
    const places = [
      insideBank(path, bankName),
      posix.join(posix.dirname(doc), path),
      `details/${path}`,
    ];
    return places.some(isInBank);
  };

  const entry = byPath.get(ENTRY);
  return {
    input,
    files,
    docs,
    entry,
    routes: entry ? findRoutes(entry.text) : [],
    docAt: (path) => byPath.get(path),
    isInBank,
    isRoutable: isRouted,
    isAnywhere,
  };
}
