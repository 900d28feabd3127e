import { join } from "node:path";
import { detectLanguage, ownWords } from "../../bank/language.ts";
import { ENTRY } from "../../bank/layout.ts";
import { readFocus } from "../../bank/focus.ts";
import { renderAnchors } from "../../bank/render-anchors.ts";
import { renderContext } from "../../bank/render-context.ts";
import { type Trouble, renderTrouble } from "../../bank/render-trouble.ts";
import type {
  Bank,
  Conventions,
  ExistingDoc,
  GuardMode,
  HostWords,
  Language,
  ReadScope,
} from "../../types.ts";
import { docOf } from "../../bank/roles.ts";
import { isBlankDoc } from "../../bank/templates/template-lines.ts";
import type { BankPlace } from "../plan/check-plan.ts";
import { createPaths, type Paths } from "../disk/paths.ts";
import { readDoc, readText, remember, statOf } from "../disk/read.ts";
import { type BankLocation, findBank } from "./find-bank.ts";
import { findConventions } from "./find-conventions.ts";
import { findOffered, namesInBank, placeToRefresh } from "./find-offered.ts";
import { linkedFiles } from "./linked-files.ts";
import { findOtherBanks } from "./other-banks.ts";

export interface BankOptions {
  /** Where the host was started: addresses of docs are relative to it. */
  readonly directory: string;
  readonly worktree: string;
  readonly maxChars: number;
  readonly guardMode: GuardMode;
  readonly readScope: ReadScope;
  /** The folder that a setting names. */
  readonly bank: string | undefined;
  /** Globs that the settings add to the sensitive paths. */
  readonly sensitive?: readonly string[];
  readonly lang: Language | undefined;
  readonly locale: Language;
  readonly words: HostWords;
  readonly onProblem: (message: string) => void;
}

/** The bank on disk; read again only where it may have changed. */
export interface OpenBank extends Bank {
  readonly paths: Paths;
  /** Throws where several folders could become the bank. */
  placeToRefresh(): BankPlace;
  /** Looks for the other banks of the work tree. */
  discoverOthers(): Promise<void>;
  /** What a main request gets: the block, or one line that says why there is none. */
  renderPrompt(): string;
  /** The block that names docs to read again after a compaction, with the task's focus. */
  renderAnchors(docs: readonly ExistingDoc[]): string;
  /** The block alone; undefined when there is no entry to show. */
  renderBlock(): string | undefined;
  /** Headings of the entry for which the block had no room. */
  readonly leftOut: readonly string[];
}

/** What was read from the disk, each part only once it is asked for. */
interface Contents {
  /** What a main request gets. */
  readonly text: string;
  readonly hasEntry: boolean;
  readonly leftOut: readonly string[];
  readonly focus: readonly string[];
  readonly language: Language;
  readonly conventions: readonly Conventions[];
  /** Docs to read for an agent that does not know the task. */
  readonly startingDocs: readonly string[];
}

export function openBank(options: BankOptions): OpenBank {
  let latest: Contents | undefined;
  let reported = "";
  let place = open(findBank(options, options.bank));
  const read = remember(() => (latest = readContents()));

  function open(location: BankLocation) {
    const others = findOtherBanks(location);
    const paths = createPaths({
      ...location,
      others,
      conventions: () => (latest ?? read()).conventions.map(({ doc }) => doc),
    });
    return { location, others, paths };
  }

  function readContents(): Contents {
    const location = findBank(options, options.bank);
    if (location.bank !== place.location.bank || location.exists !== place.location.exists) {
      place = open(location);
      void place.others.discover();
    }
    const { bank, exists } = location;
    const { paths } = place;
    const names = exists ? namesInBank(bank) : [];
    const docs = names.filter((name) => /\.md$/i.test(name));
    const links = linkedFiles(location, options.sensitive);
    const found = findConventions(location, docs, links, options.words.ownInstructions);
    const conventions = found.map((each) => ({ ...each, doc: paths.toDoc(each.doc) }));
    const textOf = (doc: string) => readText(join(bank, doc));
    const says = (doc: string) => !isBlankDoc(textOf(doc) ?? "");
    const startingDocs = [ENTRY, docOf("focus", docs) ?? ENTRY].filter(says);
    const known = { conventions, startingDocs: [...new Set(startingDocs)] };

    const isEntry = statOf(join(bank, ENTRY)) !== undefined;
    const entry = isEntry ? readDoc(join(bank, ENTRY)) : undefined;
    if (entry?.kind !== "text") {
      const trouble: Trouble = exists ? { kind: "no-entry" } : withoutBank(location);
      const shown = entry === undefined ? trouble : entry;
      const own = detectLanguage(ownWords(docs, textOf));
      return { ...known, ...describeTrouble(shown, options.lang ?? own ?? options.locale) };
    }
    if (!entry.isUtf8)
      report(`${join(bank, ENTRY)} is not valid UTF-8; unreadable bytes are replaced`);
    const text = entry.text.replace(/^\ufeff/, "");
    const language = options.lang ?? detectLanguage(text) ?? options.locale;
    const rendered = renderContext({
      ...options,
      entry: text,
      entryAddress: paths.toAddress(ENTRY),
      bankAddress: paths.toAddress(""),
      conventions: conventions.map(({ address }) => address),
      readPointer: links.readPointer,
      language,
    });
    return { ...known, ...rendered, hasEntry: true, focus: readFocus(rendered.entry), language };
  }

  function describeTrouble(trouble: Trouble, language: Language) {
    const address = place.paths.toAddress(ENTRY);
    if (trouble.kind === "unreadable") report(`${address} cannot be read: ${trouble.reason.en}`);
    const text = renderTrouble(trouble, address, options.words, language);
    return { text, hasEntry: false, leftOut: [], focus: [], language };
  }

  function report(message: string): void {
    if (message !== reported) options.onProblem(message);
    reported = message;
  }

  function toExisting(doc: string): ExistingDoc {
    // A doc that is a link inside the bank is known by the name of its target.
    const { paths, location } = place;
    const target = paths.toTarget(join(location.bank, doc));
    return { doc: target.doc ?? paths.toDoc(doc), address: paths.toAddress(doc) };
  }

  return {
    get paths() {
      return place.paths;
    },
    get name() {
      return place.location.name;
    },
    placeToRefresh: () => placeToRefresh(place.location),
    discoverOthers: () => place.others.discover(),
    get language() {
      return (latest ?? read()).language;
    },
    get conventions() {
      return read().conventions;
    },
    get startingDocs() {
      return read().startingDocs.map(toExisting);
    },
    existing: (docs) =>
      docs.filter((doc) => statOf(join(place.location.bank, doc))?.isFile()).map(toExisting),
    renderAnchors(docs) {
      const { focus, language } = read();
      const addresses = docs.map(({ address }) => address);
      return renderAnchors(addresses, focus, language);
    },
    renderPrompt: () => read().text,
    get leftOut() {
      return read().leftOut;
    },
    renderBlock() {
      const { text, hasEntry } = read();
      return hasEntry ? text : undefined;
    },
  };
}

function withoutBank(location: BankLocation): Trouble {
  const folders = findOffered(location).map(({ name }) => `${name}/`);
  return folders.length === 0 ? { kind: "no-bank" } : { kind: "offered", folders };
}
