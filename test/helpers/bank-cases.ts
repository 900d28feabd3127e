/**
 * Golden banks: what a plan makes of a project with its bank. A case is a folder of `test/fixtures/banks/`:
 *
 * - `case.json` names its bases, folders of `test/fixtures/bank-bases/`, a later one over an earlier one;
 * - `before/` has the files that the bases lack or have otherwise;
 * - `after/` has the files that the plan made or changed; `case.json` says which docs of the bank are removed or
 *   only moved, and which new ones are those of `test/fixtures/templates/`, to the byte;
 * - `plan.txt` is the plan as it is shown; where nothing can be planned, `abort.txt` has the message instead.
 */
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { BankInMemory } from "./bank-in-memory.ts";
import { readFiles, writeFiles } from "./files-on-disk.ts";

/** Files by their paths. A path that ends in `/` is an empty folder. */
type Tree = ReadonlyMap<string, Buffer>;

/** Paths inside the bank. */
interface Changes {
  readonly templates?: readonly string[];
  readonly moved?: Readonly<Record<string, string>>;
  readonly removed?: readonly string[];
}

interface CaseFile {
  readonly bases: readonly string[];
  readonly after?: Changes;
}

export type Expected =
  | { readonly kind: "abort"; readonly shown: string }
  | { readonly kind: "plan"; readonly shown: string; readonly bank: Tree };

const FIXTURES = fileURLToPath(new URL("../fixtures/", import.meta.url));
const BANK = "memory-bank/";
const TEMPLATES = ["patterns", "progress", "tech"];

export const BANK_CASES: readonly string[] = readdirSync(join(FIXTURES, "banks")).toSorted();

export function languageOf(name: string): "en" | "zh" {
  return name.endsWith(".zh") ? "zh" : "en";
}

/** The project before, with its bank. */
export function readBefore(name: string): Tree {
  const folders = readCaseFile(name).bases.map((base) => join(FIXTURES, "bank-bases", base));
  return [...folders, inCase(name, "before")].reduce<Tree>(
    (below, folder) => lay(readTree(folder), below),
    new Map(),
  );
}

export function bankIn(project: Tree): BankInMemory {
  const paths = [...project].filter(([path]) => path.startsWith(BANK));
  if (paths.length === 0) return undefined;
  const files = paths.filter(([path]) => !path.endsWith("/"));
  return new Map(files.map(([path, bytes]) => [path.slice(BANK.length), bytes]));
}

export function readExpected(name: string): Expected {
  const abort = inCase(name, "abort.txt");
  if (existsSync(abort)) return { kind: "abort", shown: readFileSync(abort, "utf8") };
  const shown = readFileSync(inCase(name, "plan.txt"), "utf8");
  const { templates = [], moved = {}, removed = [] } = readCaseFile(name).after ?? {};
  const files = new Map(bankIn(readBefore(name)));
  const take = (path: string) => {
    const bytes = files.get(path);
    if (bytes === undefined) throw new Error(`${name}: there is no ${path} in its bank`);
    files.delete(path);
    return bytes;
  };
  for (const path of removed) take(path);
  for (const [from, to] of Object.entries(moved)) files.set(to, take(from));
  for (const template of templates) files.set(docOf(template), readTemplate(name, template));
  return { kind: "plan", shown, bank: lay(readTree(inCase(name, "after/memory-bank")), files) };
}

export function writeExpected(name: string, expected: Expected): void {
  for (const file of ["abort.txt", "plan.txt", "after"]) {
    rmSync(inCase(name, file), { recursive: true, force: true });
  }
  writeFileSync(inCase(name, `${expected.kind}.txt`), expected.shown);
  const { bases } = readCaseFile(name);
  const after = expected.kind === "plan" ? writeBank(name, expected.bank) : {};
  const file: CaseFile = Object.keys(after).length > 0 ? { bases, after } : { bases };
  writeFileSync(inCase(name, "case.json"), `${JSON.stringify(file, undefined, 2)}\n`);
}

/** Writes the files that can be had from nowhere else, and says of the others where they come from. */
function writeBank(name: string, bank: Tree): Changes {
  const before = new Map(bankIn(readBefore(name)));
  const gone = new Map([...before].filter(([path]) => !bank.has(path)));
  const templates: string[] = [];
  const moved: Record<string, string> = {};
  for (const path of [...bank.keys()].toSorted()) {
    const bytes = bank.get(path) ?? Buffer.of();
    if (before.get(path)?.equals(bytes)) continue;
    const template = TEMPLATES.find((each) => docOf(each) === path);
    if (template !== undefined && readTemplate(name, template).equals(bytes)) {
      templates.push(template);
      continue;
    }
    const [from] = [...gone].find(([, old]) => old.equals(bytes)) ?? [];
    if (from === undefined) writeFiles(inCase(name, "after"), [[BANK + path, bytes]]);
    else {
      gone.delete(from);
      moved[from] = path;
    }
  }
  const removed = [...gone.keys()];
  return {
    ...(templates.length > 0 ? { templates } : {}),
    ...(Object.keys(moved).length > 0 ? { moved } : {}),
    ...(removed.length > 0 ? { removed } : {}),
  };
}

function inCase(name: string, path: string): string {
  return join(FIXTURES, "banks", name, path);
}

function readCaseFile(name: string): CaseFile {
  return JSON.parse(readFileSync(inCase(name, "case.json"), "utf8")) as CaseFile;
}

function docOf(template: string): string {
  return `details/${template}.md`;
}

function readTemplate(name: string, template: string): Buffer {
  return readFileSync(join(FIXTURES, "templates", languageOf(name), `${template}.md`));
}

/** Files over others. None may be the same as below it: it would be kept twice. */
function lay(files: Tree, below: Tree): Tree {
  for (const [path, bytes] of files) {
    if (below.get(path)?.equals(bytes)) throw new Error(`${path} is the same in the base`);
  }
  return new Map([...below, ...files]);
}

/** Git keeps no empty folders. */
function readTree(folder: string): Tree {
  const files = [...readFiles(folder)];
  return new Map(files.map(([path, bytes]) => [path.replace(/(?<=\/)\.gitkeep$/, ""), bytes]));
}
