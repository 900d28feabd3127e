import type { ScannedFile } from "./facts.ts";
import { type Table, isTable, parseJson, parseToml, parseYaml } from "../formats/data.ts";
import { isCitable } from "./plain-text.ts";

/** The project, or one folder of it, as a reader of manifests sees it. Names are relative to the folder. */
export interface ProjectView {
  /** "" for the project itself, else with a `/` at its end. */
  readonly folder: string;
  /** Known names, sorted; a folder's name ends in `/`. */
  readonly names: readonly string[];
  has(name: string): boolean;
  matching(pattern: RegExp): string[];
  /** Names of the files that were read and match. */
  readNames(pattern: RegExp): string[];
  text(name: string): string | undefined;
  /** What a file of JSON, TOML or YAML says; undefined for others and for those that were not read. */
  data(name: string): Table | undefined;
  /** False for a file of data that cannot be parsed; that is a problem. */
  isSound(name: string): boolean;
  /** The path to cite. */
  source(name: string): string;
  at(folder: string): ProjectView;
}

export function createView(
  files: readonly ScannedFile[],
  names: readonly string[],
  onProblem: (problem: string) => void,
): ProjectView {
  const byPath = new Map(
    files
      .filter(({ path }) => isCitable(path))
      .map((file) => [file.path, { ...file, text: normalise(file) }]),
  );
  const parsed = new Map<string, Table | undefined | "broken">();
  const allNames = [...new Set([...names.filter(isCitable), ...byPath.keys()])].toSorted();

  function view(folder: string): ProjectView {
    const own = allNames.flatMap((name) =>
      name.startsWith(folder) && name !== folder ? [name.slice(folder.length)] : [],
    );
    const known = new Set(own);

    function data(name: string): Table | undefined | "broken" {
      const path = folder + name;
      const file = byPath.get(path);
      const parser = PARSERS.find(([pattern]) => pattern.test(name))?.[1];
      if (file === undefined || parser === undefined) return undefined;
      const known = parsed.has(path) ? parsed.get(path) : parseFile(file, parser);
      if (!parsed.has(path) && known === "broken") onProblem(`${path} cannot be parsed`);
      parsed.set(path, known);
      return known;
    }

    return {
      folder,
      names: own,
      has: (name) => known.has(name),
      matching: (pattern) => own.filter((name) => pattern.test(name)),
      readNames: (pattern) => own.filter((name) => pattern.test(name) && byPath.has(folder + name)),
      text: (name) => byPath.get(folder + name)?.text,
      data: (name) => {
        const table = data(name);
        return table === "broken" ? undefined : table;
      },
      isSound: (name) => data(name) !== "broken",
      source: (name) => folder + name,
      at: (inner) => view(folder + inner),
    };
  }

  return view("");
}

type Parser = (text: string) => unknown;
const PARSERS: readonly (readonly [file: RegExp, parser: Parser])[] = [
  [/\.jsonc?$/, parseJson],
  [/\.toml$|^Pipfile$/, parseToml],
  [/\.ya?ml$/, parseYaml],
];

/** An empty file says nothing, and is not broken. Of one that was cut, nobody can tell. */
function parseFile(file: ScannedFile, parser: Parser): Table | undefined | "broken" {
  if (file.text.trim() === "") return undefined;
  try {
    const value = parser(file.text);
    return isTable(value) ? value : value === undefined || value === null ? undefined : "broken";
  } catch {
    return file.isCut ? undefined : "broken";
  }
}

/** Comments in code are no facts; a `//` after a colon belongs to an address. */
const COMMENTS: readonly (readonly [file: RegExp, comment: RegExp])[] = [
  [/\.gradle(?:\.kts)?$/, /\/\*[^]*?\*\/|(?<!:)\/\/.*/g],
  [/\.(?:xml|\w+proj|props|slnx)$/, /<!--[^]*?-->/g],
];

function normalise({ path, text }: ScannedFile): string {
  const comment = COMMENTS.find(([file]) => file.test(path))?.[1];
  const plain = text.replace(/^\uFEFF/, "").replaceAll(/\r\n?/g, "\n");
  return comment === undefined ? plain : plain.replaceAll(comment, "");
}
