import { dirname, join, relative } from "node:path";
import { findConflicts } from "../../bank/markers.ts";
import { ENTRY, PATTERNS } from "../../bank/layout.ts";
import { findAlsoBinding, saysBesidesLinks } from "../../bank/live-links.ts";
import type { Role } from "../../bank/roles.ts";
import type { Conventions } from "../../types.ts";
import { realPathOf, toSlashes } from "../disk/paths.ts";
import { changeOf, readText, stampOf, statOf } from "../disk/read.ts";
import type { LinkedFile, createLinkedFiles } from "./linked-files.ts";
import { readDocKind } from "./read-entry.ts";

export interface ConventionsPlace {
  readonly root: string;
  /** Where the host was started: addresses are told from there. */
  readonly directory: string;
  readonly bank: string;
  readonly docsOf: (role: Role) => readonly string[];
  readonly links: ReturnType<typeof createLinkedFiles>;
  readonly isCaseInsensitive: boolean;
  /** See `HostWords`. */
  readonly ownInstructions: readonly string[];
}

/** A link under `Also binding`, and what it leads to. */
export interface BindingLink {
  /** The doc of the bank that has it. */
  readonly doc: string;
  readonly path: string;
  readonly files: readonly LinkedFile[];
}

/** What is known of a doc as long as its file does not change. */
interface Facts {
  readonly stamp: string;
  readonly size: number;
  readonly changedAt: number;
  /** A host's read tool would show it as text. */
  readonly isReadable: boolean;
  /** It is its template, or empty. */
  readonly isBlank: boolean;
  readonly saysSomething: boolean;
  readonly alsoBinding: readonly string[];
  readonly conflictLine: number | undefined;
}

/** Hosts cut what is longer. */
const MOST_LOADED = 32 * 1024;
const FACTS_REMEMBERED = 100;

/** What must be read before a risky write: the doc that plays the role, and the files linked under `Also binding`. */
export function createConventions(place: ConventionsPlace) {
  const { root, directory, bank, docsOf, links, isCaseInsensitive, ownInstructions } = place;
  const realBank = realPathOf(bank);
  const realRoot = realPathOf(root);
  const known = new Map<string, Facts>();

  /** By the file's path. Read whole, but only when it has changed. */
  function factsOf(path: string): Facts | undefined {
    const stats = statOf(path);
    if (stats?.isFile() !== true) return undefined;
    const stamp = stampOf(stats);
    const before = known.get(path);
    if (before?.stamp === stamp) return before;
    const kind = readDocKind(path);
    const isReadable = kind !== "other";
    const text = isReadable ? (readText(path) ?? "") : "";
    const facts = {
      stamp,
      size: stats.size,
      changedAt: changeOf(stats),
      isReadable,
      isBlank: kind !== "text",
      saysSomething: saysBesidesLinks(text),
      alsoBinding: findAlsoBinding(text),
      conflictLine: findConflicts(text)[0]?.line,
    };
    if (known.size >= FACTS_REMEMBERED) known.clear();
    known.set(path, facts);
    return facts;
  }

  const ofDoc = (doc: string) => factsOf(join(bank, doc));

  /** Our own place first. One that says something goes before a blank one. */
  function findDoc(): string | undefined {
    const docs = [PATTERNS, ...docsOf("conventions")];
    return (
      docs.find((doc) => ofDoc(doc)?.saysSomething) ?? docs.find((doc) => ofDoc(doc)?.isReadable)
    );
  }

  function listLinks(): BindingLink[] {
    return [ENTRY, findDoc() ?? PATTERNS].flatMap((doc) =>
      (ofDoc(doc)?.alsoBinding ?? []).map((path) => ({
        doc,
        path,
        files: links.followAll(dirname(join(bank, doc)), path),
      })),
    );
  }

  function toConventions(path: string): Conventions[] {
    const facts = factsOf(path);
    if (facts === undefined) return [];
    const { size, changedAt, conflictLine } = facts;
    const address = toSlashes(relative(directory, join(root, relative(realRoot, path))));
    const isLoadedByHost = size <= MOST_LOADED && path === loadedFile();
    return [{ doc: nameOf(path), address, isLoadedByHost, conflictLine, changedAt }];
  }

  /** What a read of a file is known by. */
  function nameOf(real: string): string {
    const name = toSlashes(relative(realBank, real));
    return isCaseInsensitive ? name.toLowerCase() : name;
  }

  function loadedFile(): string | undefined {
    const name = ownInstructions.find((each) => statOf(join(root, each))?.isFile());
    return name === undefined ? undefined : realPathOf(join(root, name));
  }

  function list(): Conventions[] {
    const doc = findDoc();
    const own = doc !== undefined && ofDoc(doc)?.saysSomething ? [realPathOf(join(bank, doc))] : [];
    const linked = listLinks()
      .flatMap(({ files }) => files)
      .flatMap((file) => (file.kind === "file" ? [file.path] : []));
    const all = [...new Set([...own, ...linked])].flatMap(toConventions);
    names = new Set(all.map((each) => each.doc));
    return all;
  }

  let names: ReadonlySet<string> | undefined;

  return {
    /** Whether there is anything to read in a doc, and whether a tool would show it as text. */
    factsOf,
    findDoc,
    list,
    listLinks,
    /** The name of a file outside the bank that is one of the conventions, as they were when they were last asked for. */
    linkedAs(real: string): string | undefined {
      if (names === undefined) list();
      const name = nameOf(real);
      return names?.has(name) === true ? name : undefined;
    },
  };
}
