import { join, relative } from "node:path";
import type { BankFile, CheckInput, FileContent } from "../../check/check-input.ts";
import { detectLanguage } from "../../bank/language.ts";
import { DOC_EXTENSION, ENTRY } from "../../bank/layout.ts";
import { ownWords } from "../../bank/own-words.ts";
import type { Text } from "../../types.ts";
import { isBelow, realPathOf, toSlashes } from "../disk/paths.ts";
import { NOT_REGULAR, NOT_TEXT, readDoc, readDocText } from "../disk/read-doc.ts";
import { lstatOf, statOf } from "../disk/read.ts";
import type { BankPlace } from "../plan/check-plan.ts";
import type { PlanOptions } from "../plan/read-plan.ts";
import { readBankState } from "./bank-state.ts";
import { homeOf } from "./find-bank.ts";
import { findConventions } from "./find-conventions.ts";
import { linkedFiles } from "./linked-files.ts";
import type { BankOptions } from "./open-bank.ts";
import { createProjectLookup } from "./project-lookup.ts";

export type CheckOptions = PlanOptions &
  Pick<BankOptions, "directory" | "maxChars" | "sensitive" | "guardMode" | "readScope" | "words">;

const LEADS_OUT: Text = { en: "it is a link out of the project", zh: "它是指向项目之外的链接" };
const LEADS_NOWHERE: Text = { en: "it is a link that leads nowhere", zh: "它是没有目标的链接" };

/** The bank and its project as a check looks at them. Nothing is changed, and nothing odd makes it throw. */
export function readCheckInput(place: BankPlace, options: CheckOptions): CheckInput {
  const { root, bank } = place;
  const { directory, lang, locale, today } = options;
  const { paths, others } = readBankState(bank);
  const files = [...paths, ...others]
    .toSorted()
    .map((path): BankFile => ({ path, read: () => readBankFile(place, path) }));
  const toAddress = (path: string) => toSlashes(relative(directory, join(bank, path))) || ".";
  const links = linkedFiles(place, options.sensitive);
  const conventions = findConventions({ root, bank, directory, docs: paths, links });
  const own = detectLanguage(ownWords(paths, (path) => readDocText(join(bank, path))));
  return {
    bankName: homeOf(place).name,
    files,
    project: createProjectLookup(place, links),
    prompt: {
      ...options,
      entryAddress: toAddress(ENTRY),
      bankAddress: toAddress(""),
      conventions: conventions.map(({ address }) => address),
      readPointer: (pointer) => links.headOf(bank, pointer),
    },
    language: lang ?? own ?? locale,
    today,
  };
}

/** What is in the bank and no folder. */
function readBankFile({ root, bank }: BankPlace, path: string): FileContent {
  const file = join(bank, path);
  if (lstatOf(file)?.isSymbolicLink()) {
    const real = realPathOf(file);
    if (!isBelow(realPathOf(root), real)) return { kind: "unreadable", reason: LEADS_OUT };
    const stats = statOf(file);
    if (stats === undefined) return { kind: "unreadable", reason: LEADS_NOWHERE };
    // A doc of the bank has its own name, and is looked at by that.
    if (!stats.isFile() || isBelow(realPathOf(bank), real)) return { kind: "link" };
  } else if (!lstatOf(file)?.isFile()) return { kind: "unreadable", reason: NOT_REGULAR };
  if (!path.endsWith(DOC_EXTENSION)) return { kind: "unread" };
  const doc = readDoc(file);
  return doc.kind === "text" && !doc.isUtf8 ? { kind: "unreadable", reason: NOT_TEXT } : doc;
}
