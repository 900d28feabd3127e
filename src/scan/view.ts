import type { ScannedFile } from "./facts.ts";
import { parseJson } from "../formats/parse-json.ts";
import { parseToml } from "../formats/parse-toml.ts";
import { parseYaml } from "../formats/parse-yaml.ts";
import { isCitable } from "./plain-text.ts";
import { type Table, isTable } from "../formats/values.ts";

/** The project, or one folder of it, as a reader of manifests sees it. Names are relative to the folder. */
export interface ProjectView {
  /** "" for the project itself, else with a `/` at its end. */
  readonly folder: string;
  /** The project itself. */
  readonly root: ProjectView;
  /** Known names, sorted; a folder's name ends in `/`. */
  readonly names: readonly string[];
  has(name: string): boolean;
  /** The first of these that is there. */
  firstOf(...names: readonly string[]): string | undefined;
  matching(pattern: RegExp): string[];
  /** Names of the files that were read and match. */
  readNames(pattern: RegExp): string[];
  text(name: string): string | undefined;
  /** Undefined when the file was not read or cannot be parsed; the latter is a problem. */
  json(name: string): Table | undefined;
  toml(name: string): Table | undefined;
  yaml(name: string): Table | undefined;
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
      .map((file) => [file.path, { ...file, text: normalise(file.text) }]),
  );
  const parsed = new Map<string, Table | undefined>();
  const allNames = [...new Set([...names.filter(isCitable), ...byPath.keys()])].toSorted();

  function view(folder: string): ProjectView {
    const own = allNames.flatMap((name) =>
      name.startsWith(folder) && name !== folder ? [name.slice(folder.length)] : [],
    );
    const known = new Set(own);

    function parse(name: string, parser: (text: string) => unknown): Table | undefined {
      const path = folder + name;
      const file = byPath.get(path);
      if (file === undefined || parsed.has(path)) return parsed.get(path);
      const table = parseFile(file, parser);
      if (table === "broken") onProblem(`${path} cannot be parsed`);
      else parsed.set(path, table);
      return parsed.get(path);
    }

    return {
      folder,
      get root() {
        return root;
      },
      names: own,
      has: (name) => known.has(name),
      firstOf: (...wanted) => wanted.find((name) => known.has(name)),
      matching: (pattern) => own.filter((name) => pattern.test(name)),
      readNames: (pattern) => own.filter((name) => pattern.test(name) && byPath.has(folder + name)),
      text: (name) => byPath.get(folder + name)?.text,
      json: (name) => parse(name, parseJson),
      toml: (name) => parse(name, parseToml),
      yaml: (name) => parse(name, parseYaml),
      source: (name) => folder + name,
      at: (inner) => view(folder + inner),
    };
  }

  const root = view("");
  return root;
}

/** An empty file says nothing, and is not broken. Of one that was cut, nobody can tell. */
function parseFile(
  file: ScannedFile,
  parser: (text: string) => unknown,
): Table | undefined | "broken" {
  if (file.text.trim() === "") return undefined;
  try {
    const value = parser(file.text);
    return isTable(value) ? value : value === undefined || value === null ? undefined : "broken";
  } catch {
    return file.isCut ? undefined : "broken";
  }
}

function normalise(text: string): string {
  return text.replace(/^\uFEFF/, "").replaceAll(/\r\n?/g, "\n");
}
