/**
 * Golden banks: what a plan makes of a project with its bank. A case is a folder of `test/fixtures/banks/`:
 *
 * - `case.json` names its bases, folders of `test/fixtures/bank-bases/`, a later one over an earlier one;
 * - `before/` has the files that the bases lack or have otherwise;
 * - `after/` has the docs that the plan made or changed, but for those that were only moved, or are a template of
 *   `test/fixtures/templates/`, to the byte;
 * - `plan.txt` is the plan as it is shown; where nothing can be planned, `abort.txt` has the message instead.
 */
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { BankInMemory } from "./bank-in-memory.ts";
import { readFiles, writeFiles } from "./files-on-disk.ts";

/** Files by their paths. A path that ends in `/` is an empty folder. */
type Tree = ReadonlyMap<string, Buffer>;

/** What is planned, as it is shown, and the docs that are new or changed. */
export interface Expected {
  readonly kind: "abort" | "plan";
  readonly shown: string;
  readonly docs: Readonly<Record<string, string>>;
}

const FIXTURES = fileURLToPath(new URL("../fixtures/", import.meta.url));
const BANK = "memory-bank/";

export const BANK_CASES: readonly string[] = readdirSync(join(FIXTURES, "banks")).toSorted();

export function languageOf(name: string): "en" | "zh" {
  return name.endsWith(".zh") ? "zh" : "en";
}

/** The project before, with its bank. */
export function readBefore(name: string): Tree {
  const text = readFileSync(inCase(name, "case.json"), "utf8");
  const { bases } = JSON.parse(text) as { readonly bases: readonly string[] };
  const folders = bases.map((base) => join(FIXTURES, "bank-bases", base));
  return new Map([...folders, inCase(name, "before")].flatMap((folder) => [...readTree(folder)]));
}

export function bankIn(project: Tree): BankInMemory {
  const paths = [...project].filter(([path]) => path.startsWith(BANK));
  if (paths.length === 0) return undefined;
  const files = paths.filter(([path]) => !path.endsWith("/"));
  return new Map(files.map(([path, bytes]) => [path.slice(BANK.length), bytes]));
}

/** Of a bank the docs that stand neither in the one before nor among the templates. */
export function newDocs(name: string, made: Tree): Expected["docs"] {
  const known = [...readTree(join(FIXTURES, "templates", languageOf(name))).values()];
  known.push(...(bankIn(readBefore(name))?.values() ?? []));
  const fresh = [...made].filter(([, bytes]) => !known.some((other) => other.equals(bytes)));
  return Object.fromEntries(fresh.map(([path, bytes]) => [path, bytes.toString("latin1")]));
}

export function readExpected(name: string): Expected {
  const kind = existsSync(inCase(name, "abort.txt")) ? "abort" : "plan";
  const shown = readFileSync(inCase(name, `${kind}.txt`), "utf8");
  const after = [...readTree(inCase(name, "after/memory-bank"))];
  const docs = after.map(([path, bytes]) => [path, bytes.toString("latin1")]);
  return { kind, shown, docs: Object.fromEntries(docs) as Expected["docs"] };
}

export function writeExpected(name: string, { kind, shown, docs }: Expected): void {
  for (const file of ["abort.txt", "plan.txt", "after"])
    rmSync(inCase(name, file), { recursive: true, force: true });
  writeFileSync(inCase(name, `${kind}.txt`), shown);
  for (const [path, text] of Object.entries(docs))
    writeFiles(inCase(name, "after"), [[BANK + path, Buffer.from(text, "latin1")]]);
}

function inCase(name: string, path: string): string {
  return join(FIXTURES, "banks", name, path);
}

/** Git keeps no empty folders. */
function readTree(folder: string): Tree {
  const files = [...readFiles(folder)];
  return new Map(files.map(([path, bytes]) => [path.replace(/(?<=\/)\.gitkeep$/, ""), bytes]));
}
