import { createHash } from "node:crypto";
import { basename, join } from "node:path";
import { isUtf8 } from "node:buffer";
import { readFileSync } from "node:fs";
import { findTitle } from "../../bank/parse.ts";
import { detectLanguage } from "../../bank/language.ts";
import { ownWords } from "../../bank/own-words.ts";
import { planBank } from "../../plans/plan-bank.ts";
import type { BankFiles } from "../../plans/plan-input.ts";
import type { ProjectFacts } from "../../scan/facts.ts";
import type { Flow, Language, Plan } from "../../types.ts";
import { readBankState } from "../bank/bank-state.ts";
import { homeOf } from "../bank/find-bank.ts";
import { hashOf } from "../kept/kept-versions.ts";
import { readProjectFacts } from "../bank/scan-files.ts";
import type { BankPlace } from "./check-plan.ts";
import { readHead } from "../disk/read-head.ts";
import { attempt, statOf } from "../disk/read.ts";

export interface PlanOptions {
  /** The language that the user asked for; else that of the bank, else of the README, else of the machine. */
  readonly lang: Language | undefined;
  readonly locale: Language;
  /** As `2026-11-15`. */
  readonly today: string;
  /** Leaves a focus and a snapshot that 0.2.0 copied as they are. */
  readonly keepsCopies?: boolean;
}

/** A title stands near the beginning. */
const TITLE_WITHIN = 2000;

export type PlanResult =
  | { readonly kind: "plan"; readonly plan: Plan; readonly language: Language }
  | { readonly kind: "abort"; readonly flow: Flow; readonly problem: string };

/** Looks at the bank and at the project, and says what refresh would do. Nothing is changed. */
export function readPlan(place: BankPlace, options: PlanOptions): PlanResult {
  const { bank } = place;
  const { home, name } = homeOf(place);
  const { exists, paths, state } = readBankState(bank);
  const files = toBankFiles({ bank, name }, exists, paths);
  const facts = readProjectFacts(home);
  const language = options.lang ?? languageOf(files, facts) ?? options.locale;
  const planned = planBank({
    bank: files,
    facts,
    projectName: basename(home),
    isInProject: (path) => statOf(join(home, path)) !== undefined,
    language,
    today: options.today,
    keepsCopies: options.keepsCopies ?? false,
  });
  if (planned.kind === "abort") return planned;
  const { flow, operations, notes } = planned;
  const id = createHash("sha256")
    .update(JSON.stringify([flow, state, operations]))
    .digest("hex")
    .slice(0, 12);
  return { kind: "plan", language, plan: { id, bank: name, flow, state, operations, notes } };
}

function toBankFiles(
  { bank, name }: { readonly bank: string; readonly name: string },
  exists: boolean,
  paths: readonly string[],
): BankFiles {
  const known = new Map<string, Buffer | undefined>();
  const there = new Set(paths);
  const bytesOf = (path: string): Buffer | undefined => {
    const read = () => (there.has(path) ? readFileSync(join(bank, path)) : undefined);
    if (!known.has(path)) known.set(path, attempt(read, undefined));
    return known.get(path);
  };
  return {
    name,
    exists,
    paths,
    read: (path) => {
      const bytes = bytesOf(path);
      return bytes !== undefined && isUtf8(bytes) ? bytes.toString("utf8") : undefined;
    },
    hash: (path) => hashOf(bytesOf(path) ?? new Uint8Array()),
    title: (path) => findTitle(readHead(join(bank, path), TITLE_WITHIN)?.text ?? "") ?? "",
  };
}

/** One that says nothing yet speaks as the project's README does. */
function languageOf({ read, paths }: BankFiles, facts: ProjectFacts): Language | undefined {
  const text = ownWords(paths, read);
  return text === "" ? facts.readmeLanguage : detectLanguage(text);
}
