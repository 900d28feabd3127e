import { basename, join } from "node:path";
import { isUtf8 } from "node:buffer";
import { readFileSync } from "node:fs";
import { findTitle } from "../../bank/parse.ts";
import { detectLanguage, ownWords } from "../../bank/language.ts";
import { planBank } from "../../plans/plan-bank.ts";
import type { BankFiles } from "../../plans/plan-input.ts";
import type { ProjectFacts } from "../../scan/facts.ts";
import type { Flow, Language, Plan } from "../../types.ts";
import { readBankState } from "../bank/bank-state.ts";
import { homeOf } from "../bank/find-bank.ts";
import { hashOf } from "../kept/kept-versions.ts";
import { readProjectFacts } from "../bank/scan-files.ts";
import type { BankPlace } from "./check-plan.ts";
import { attempt, statOf } from "../disk/read.ts";

export interface PlanOptions {
  /** The language that the user asked for; by default that of the bank, else of the README, else of the machine. */
  readonly lang: Language | undefined;
  readonly locale: Language;
  /** As `2026-11-15`. */
  readonly today: string;
  /** Leaves a focus and a snapshot that 0.2.0 copied as they are. */
  readonly keepsCopies?: boolean;
}

export type PlanResult =
  | { readonly kind: "plan"; readonly plan: Plan; readonly language: Language }
  | { readonly kind: "abort"; readonly flow: Flow; readonly problem: string };

/** Reads the bank and the project, and returns what refresh would do. Changes nothing. */
export function readPlan(place: BankPlace, options: PlanOptions): PlanResult {
  const { bank } = place;
  const { home, name } = homeOf(place);
  const found = readBankState(bank);
  const files = toBankFiles(bank, name, found);
  const facts = readProjectFacts(home);
  const language = options.lang ?? languageOf(files, facts) ?? options.locale;
  const planned = planBank({
    ...options,
    bank: files,
    facts,
    projectName: basename(home),
    isInProject: (path) => statOf(join(home, path)) !== undefined,
    language,
  });
  if (planned.kind === "abort") return planned;
  const { flow, operations, notes } = planned;
  const { state } = found;
  const id = hashOf(Buffer.from(JSON.stringify([flow, state, operations]))).slice(0, 12);
  return { kind: "plan", language, plan: { id, bank: name, flow, state, operations, notes } };
}

function toBankFiles(
  bank: string,
  name: string,
  { exists, paths }: ReturnType<typeof readBankState>,
): BankFiles {
  const known = new Map<string, Buffer | undefined>();
  const there = new Set(paths);
  const bytesOf = (path: string): Buffer | undefined => {
    const read = () => (there.has(path) ? readFileSync(join(bank, path)) : undefined);
    if (!known.has(path)) known.set(path, attempt(read, undefined));
    return known.get(path);
  };
  const read = (path: string) => {
    const bytes = bytesOf(path);
    return bytes !== undefined && isUtf8(bytes) ? bytes.toString("utf8") : undefined;
  };
  return {
    name,
    exists,
    paths,
    read,
    hash: (path) => hashOf(bytesOf(path) ?? new Uint8Array()),
    title: (path) => findTitle(read(path) ?? "") ?? "",
  };
}

/** The bank's language. A bank without text of its own has the language of the project's README. */
function languageOf({ read, paths }: BankFiles, facts: ProjectFacts): Language | undefined {
  const text = ownWords(paths, read);
  return text === "" ? facts.readmeLanguage : detectLanguage(text);
}
