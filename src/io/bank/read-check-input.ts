import { join, relative } from "node:path";
import type { BankFile, CheckInput, FileContent } from "../../check/check-input.ts";
import { detectLanguage, ownWords } from "../../bank/language.ts";
import { DOC_EXTENSION, ENTRY } from "../../bank/layout.ts";
import type { Text } from "../../types.ts";
import { isBelow, realPathOf, toSlashes } from "../disk/paths.ts";
import { NOT_TEXT, readDoc, lstatOf, readText, statOf } from "../disk/read.ts";
import type { BankPlace } from "../plan/check-plan.ts";
import type { PlanOptions } from "../plan/read-plan.ts";
import { walkBank } from "./bank-state.ts";
import { homeOf } from "./find-bank.ts";
import { findConventions } from "./find-conventions.ts";
import { linkedFiles } from "./linked-files.ts";
import type { BankOptions } from "./open-bank.ts";
import { createProjectLookup } from "./project-lookup.ts";

export type CheckOptions = PlanOptions &
  Pick<BankOptions, "directory" | "maxChars" | "sensitive" | "guardMode" | "readScope" | "words">;

const LEADS_OUT: Text = { en: "it is a link out of the project", zh: "它是指向项目之外的链接" };

/** The bank and its project as a check sees them. It changes nothing, and unreadable files do not make it throw. */
export function readCheckInput(place: BankPlace, options: CheckOptions): CheckInput {
  const { root, bank } = place;
  const { directory, lang, locale, today } = options;
  const paths = walkBank(bank).map(({ path }) => path);
  const files = paths.map((path): BankFile => ({ path, read: () => readBankFile(place, path) }));
  const toAddress = (path: string) => toSlashes(relative(directory, join(bank, path))) || ".";
  const links = linkedFiles(place, options.sensitive);
  const conventions = findConventions({ root, bank, directory }, paths, links);
  const own = detectLanguage(ownWords(paths, (path) => readText(join(bank, path))));
  return {
    bankName: homeOf(place).name,
    files,
    project: createProjectLookup(place, links),
    prompt: {
      ...options,
      entryAddress: toAddress(ENTRY),
      bankAddress: toAddress(""),
      conventions: conventions.map(({ address }) => address),
      readPointer: links.readPointer,
    },
    language: lang ?? own ?? locale,
    today,
  };
}

/** A file of the bank as a check sees it. */
function readBankFile({ root, bank }: BankPlace, path: string): FileContent {
  const file = join(bank, path);
  if (lstatOf(file)?.isSymbolicLink()) {
    const real = realPathOf(file);
    if (!isBelow(realPathOf(root), real)) return { kind: "unreadable", reason: LEADS_OUT };
    // The target is in the bank, where it is checked under its own name.
    if (isBelow(realPathOf(bank), real) && statOf(file)) return { kind: "link" };
  }
  if (!path.endsWith(DOC_EXTENSION)) return { kind: "unread" };
  const doc = readDoc(file);
  return doc.kind === "text" && !doc.isUtf8 ? { kind: "unreadable", reason: NOT_TEXT } : doc;
}
