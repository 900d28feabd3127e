import { join, relative } from "node:path";
import type { BankFile, CheckInput } from "../../check/check-input.ts";
import { detectLanguage } from "../../bank/language.ts";
import { DOC_EXTENSION, ENTRY } from "../../bank/layout.ts";
import { playersOf } from "../../bank/roles.ts";
import { ownWords } from "../../bank/own-words.ts";
import type { Language } from "../../types.ts";
import { readBankState } from "./bank-state.ts";
import { toSlashes } from "../disk/paths.ts";
import type { BankPlace } from "../plan/check-plan.ts";
import type { PlanOptions } from "../plan/read-plan.ts";
import type { BankOptions } from "./open-bank.ts";
import { createConventions } from "./find-conventions.ts";
import { createLinkedFiles } from "./linked-files.ts";
import { homeOf } from "./find-bank.ts";
import { createProjectLookup } from "./project-lookup.ts";
import { readBankFile, readBankLink } from "./read-bank-file.ts";

type ShownOptions = Pick<
  BankOptions,
  "directory" | "maxChars" | "sensitive" | "guardMode" | "readScope" | "words"
>;

export interface CheckOptions extends PlanOptions, ShownOptions {
  /** Docs beyond this many are known by name alone. */
  readonly mostDocs?: number;
  /** Whether git's history is asked about paths that are gone: a process, and up to ten seconds. */
  readonly asksGit?: boolean;
}

/** Some half a second inside a host, which does nothing else meanwhile. */
const MOST_DOCS = 500;

/** The bank and its project as a check looks at them. Nothing is changed, and nothing odd makes it throw. */
export function readCheckInput(place: BankPlace, options: CheckOptions): CheckInput {
  const { bank } = place;
  const { paths, others } = readBankState(bank);
  const { lang, locale, today, mostDocs = MOST_DOCS } = options;
  // The entry is the last that may go unread.
  const isEntry = (path: string) => path === ENTRY;
  const ordered = [...paths.filter(isEntry), ...paths.filter((path) => !isEntry(path))];
  let docs = 0;
  const files = ordered.map((path): BankFile => {
    if (path.endsWith(DOC_EXTENSION)) docs += 1;
    const isRead = docs <= mostDocs;
    return { path, read: () => (isRead ? readBankFile(join(bank, path)) : { kind: "unread" }) };
  });
  const links = others.map((path): BankFile => ({
    path,
    read: () => readBankLink(place.root, bank, path),
  }));
  const toAddress = (path: string) =>
    toSlashes(relative(options.directory, join(bank, path))) || ".";
  const linked = createLinkedFiles(place.root, bank, options.sensitive);
  const conventions = createConventions({
    root: place.root,
    directory: options.directory,
    bank,
    docsOf: (role) => playersOf(role, paths).filter((doc) => !doc.endsWith("/")),
    links: linked,
    isCaseInsensitive: false,
    ownInstructions: [],
  });
  const sorted = [...files, ...links].toSorted((a, b) => (a.path < b.path ? -1 : 1));
  return {
    bankName: homeOf(place).name,
    files: sorted,
    project: createProjectLookup(place, { asksGit: options.asksGit ?? false, links: linked }),
    prompt: {
      entryAddress: toAddress(ENTRY),
      bankAddress: toAddress(""),
      conventions: conventions.list().map(({ address }) => address),
      readPointer: (pointer) => linked.headOf(bank, pointer),
      guardMode: options.guardMode,
      readScope: options.readScope,
      words: options.words,
      maxChars: options.maxChars,
    },
    language: lang ?? languageOf(sorted) ?? locale,
    today,
  };
}

function languageOf(files: readonly BankFile[]): Language | undefined {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const text = ownWords([...byPath.keys()], (path) => {
    const content = byPath.get(path)?.read();
    return content?.kind === "text" ? content.text : undefined;
  });
  return detectLanguage(text);
}
