import { join } from "node:path";
import { detectLanguage } from "../../bank/language.ts";
import { ENTRY } from "../../bank/layout.ts";
import { readFocus } from "../../bank/focus.ts";
import { renderAnchors } from "../../bank/render-anchors.ts";
import { renderContext } from "../../bank/render-context.ts";
import { type Trouble, renderTrouble } from "../../bank/render-trouble.ts";
import type { Bank, ExistingDoc, GuardMode, HostWords, Language, ReadScope } from "../../types.ts";
import { createConventions } from "./find-conventions.ts";
import { findBank } from "./find-bank.ts";
import { findOffered, placeToRefresh } from "./find-offered.ts";
import type { BankPlace } from "../plan/check-plan.ts";
import { codeOf } from "../disk/disk-error.ts";
import { createPaths, isCaseInsensitive, type Paths } from "../disk/paths.ts";
import { createLinkedFiles } from "./linked-files.ts";
import { findOtherBanks } from "./other-banks.ts";
import { readEntry } from "./read-entry.ts";
import { readLanguage } from "./read-language.ts";
import { createRoleDocs } from "./role-docs.ts";
import { readTrouble } from "./read-trouble.ts";
import { stampOf, statOf } from "../disk/read.ts";

export interface BankOptions {
  /** Where the host was started: addresses are told from there. */
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

/** The bank on disk, looked at anew only as far as it may have changed. */
export interface OpenBank extends Bank {
  readonly paths: Paths;
  /** Throws where several folders could become the bank. */
  placeToRefresh(): BankPlace;
  /** Looks for the other banks of the work tree. */
  discoverOthers(): Promise<void>;
  /** What a main request gets: the block, or one line that says why there is none. */
  renderPrompt(): string;
  /** The block that names docs to read again, with the task's focus. */
  renderAnchors(docs: readonly ExistingDoc[]): string;
  /** The block alone; undefined when there is no entry to show. */
  renderBlock(): string | undefined;
  /** Headings of the entry for which the block had no room. */
  readonly leftOut: readonly string[];
}

interface Prompt {
  readonly stamp: string;
  /** The conventions that the text names. */
  readonly conventions: readonly string[];
  /** The files that the entry points to, and how they were. */
  readonly pointers: readonly string[];
  readonly pointed: string;
  readonly text: string;
  readonly hasEntry: boolean;
  readonly leftOut: readonly string[];
  readonly focus: readonly string[];
  readonly language: Language;
}

const NO_ENTRY: Omit<Prompt, "text" | "language"> = {
  stamp: "",
  conventions: [],
  pointers: [],
  pointed: "",
  hasEntry: false,
  leftOut: [],
  focus: [],
};

export function openBank(options: BankOptions): OpenBank {
  let location = findBank(options, options.bank);
  let others = findOtherBanks(location);
  let docsOf = createRoleDocs(location.bank);
  let links = createLinkedFiles(location.root, location.bank, options.sensitive);
  let conventions = lookForConventions();
  let paths = locate();
  let prompt: Prompt | undefined;
  let reported = "";

  function lookForConventions() {
    const { root, bank } = location;
    return createConventions({
      root,
      bank,
      directory: options.directory,
      docsOf,
      links,
      isCaseInsensitive: isCaseInsensitive(bank),
      ownInstructions: options.words.ownInstructions,
    });
  }

  function locate(): Paths {
    return createPaths({
      ...location,
      isCaseInsensitive: isCaseInsensitive(location.bank),
      others,
      linkedAs: (real) => conventions.linkedAs(real),
    });
  }

  /** A `stat` for each file that it shows or names when nothing changed. */
  function load(): Prompt {
    // Started below the bank's folder: a nearer one may have been made since.
    if (location.home !== location.directory) relocate();
    const path = join(location.bank, ENTRY);
    const stats = statOf(path);
    if (stats?.isFile()) {
      const stamp = stampOf(stats);
      const named = conventions.list().map(({ address }) => address);
      const isSame =
        prompt?.stamp === stamp &&
        prompt.conventions.join("\n") === named.join("\n") &&
        prompt.pointed === stampPointed(prompt.pointers);
      if (prompt !== undefined && isSame) return prompt;
      return (prompt = read(path, stamp, named));
    }
    return (prompt = withoutEntry(stats !== undefined));
  }

  function stampPointed(pointers: readonly string[]): string {
    const files = pointers.map((pointer) => links.follow(location.bank, pointer));
    return files.map((file) => (file.kind === "file" ? file.stamp : file.because)).join("\n");
  }

  function read(path: string, stamp: string, named: readonly string[]): Prompt {
    try {
      const entry = readEntry(path);
      if (!entry.isValidUtf8) report(`${path} is not valid UTF-8; unreadable bytes are replaced`);
      const language = options.lang ?? detectLanguage(entry.text) ?? options.locale;
      const pointers: string[] = [];
      const rendered = renderContext({
        entry: entry.text,
        isPart: entry.isPart,
        entryAddress: paths.toAddress(ENTRY),
        bankAddress: paths.toAddress(""),
        conventions: named,
        readPointer: (pointer) => {
          pointers.push(pointer);
          return links.headOf(location.bank, pointer);
        },
        guardMode: options.guardMode,
        readScope: options.readScope,
        language,
        words: options.words,
        maxChars: options.maxChars,
      });
      const focus = readFocus(rendered.entry);
      const pointed = stampPointed(pointers);
      const given = { stamp, conventions: named, pointers, pointed };
      return { ...given, hasEntry: true, focus, language, ...rendered };
    } catch (error) {
      return inTrouble({ kind: "unreadable", reason: codeOf(error) ?? String(error) });
    }
  }

  function withoutEntry(isOther: boolean): Prompt {
    if (isOther) return inTrouble({ kind: "unreadable", reason: "it is not a regular file" });
    if (relocate() && statOf(join(location.bank, ENTRY))?.isFile()) return load();
    if (!location.exists) return inTrouble(withoutBank());
    return inTrouble(readTrouble(location.bank));
  }

  function withoutBank(): Trouble {
    const folders = findOffered(location).map(({ name }) => `${name}/`);
    return folders.length === 0 ? { kind: "no-bank" } : { kind: "offered", folders };
  }

  function relocate(): boolean {
    const found = findBank(options, options.bank);
    if (found.bank === location.bank && found.exists === location.exists) return false;
    location = found;
    others = findOtherBanks(location);
    void others.discover();
    docsOf = createRoleDocs(location.bank);
    links = createLinkedFiles(location.root, location.bank, options.sensitive);
    conventions = lookForConventions();
    paths = locate();
    prompt = undefined;
    return true;
  }

  function inTrouble(trouble: Trouble): Prompt {
    const address = paths.toAddress(ENTRY);
    if (trouble.kind === "unreadable") report(`${address} cannot be read: ${trouble.reason}`);
    const own = location.exists ? readLanguage(location.bank) : undefined;
    const language = options.lang ?? own ?? options.locale;
    const text = renderTrouble(trouble, address, options.words, language);
    return { ...NO_ENTRY, text, language };
  }

  function report(message: string): void {
    if (message === reported) return;
    reported = message;
    options.onProblem(message);
  }

  function toExisting(doc: string): ExistingDoc {
    // A link inside the bank: what is read is known by the name of its target.
    const target = paths.toTarget(join(location.bank, doc));
    return { doc: target.doc ?? paths.toDoc(doc), address: paths.toAddress(doc) };
  }

  function isReadable(doc: string): boolean {
    return conventions.factsOf(join(location.bank, doc))?.isReadable === true;
  }

  /** Nobody is sent to a doc in which nothing is. */
  function saysSomething(doc: string): boolean {
    return conventions.factsOf(join(location.bank, doc))?.isBlank === false;
  }

  return {
    get paths() {
      return paths;
    },
    get name() {
      return location.name;
    },
    placeToRefresh: () => placeToRefresh(location),
    discoverOthers: () => others.discover(),
    get language() {
      return (prompt ?? load()).language;
    },
    get conventions() {
      return conventions.list();
    },
    get startingDocs() {
      const docs = [ENTRY, docsOf("focus").find(isReadable)];
      return docs.flatMap((doc) =>
        doc !== undefined && saysSomething(doc) ? [toExisting(doc)] : [],
      );
    },
    existing: (docs) => docs.filter(isReadable).map(toExisting),
    renderAnchors(docs) {
      const { focus, language } = load();
      const addresses = docs.map(({ address }) => address);
      return renderAnchors({ addresses, focus, language });
    },
    renderPrompt: () => load().text,
    get leftOut() {
      return load().leftOut;
    },
    renderBlock() {
      const { text, hasEntry } = load();
      return hasEntry ? text : undefined;
    },
  };
}
