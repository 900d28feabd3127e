import { parse as parseToml } from "smol-toml";
import { type Table, isTable, parseJson, parseYaml } from "../formats/data.ts";
import type { ScannedFile } from "./facts.ts";
import { isCitable } from "./plain-text.ts";

/** The project or one folder of it, for readers of manifests. Names are relative to the folder. */
export interface ProjectView {
  /** "" for the project itself, else with a `/` at its end. */
  readonly folder: string;
  /** Known names, sorted; a folder's name ends in `/`. */
  readonly names: readonly string[];
  matching(pattern: RegExp): string[];
  /** Names of the files that were read and match the pattern. */
  readNames(pattern: RegExp): string[];
  /** The text of a file that was read. */
  text(name: string): string | undefined;
  /** The data of a JSON, TOML or YAML file; undefined for other files and for broken ones. */
  data(name: string): Table | undefined;
  at(folder: string): ProjectView;
}

export function createView(files: readonly ScannedFile[], names: readonly string[]): ProjectView {
  const texts = new Map(
    files
      .filter(({ path }) => isCitable(path))
      .map(({ path, text }) => [path, withoutComments(path, text)]),
  );
  const parsed = new Map<string, Table | undefined>();
  const allNames = [...new Set([...names.filter(isCitable), ...texts.keys()])].toSorted();

  function data(path: string): Table | undefined {
    if (!parsed.has(path)) parsed.set(path, parse(path, texts.get(path) ?? ""));
    return parsed.get(path);
  }

  function view(folder: string): ProjectView {
    const own = allNames.flatMap((name) =>
      name.startsWith(folder) && name !== folder ? [name.slice(folder.length)] : [],
    );
    return {
      folder,
      names: own,
      matching: (pattern) => own.filter((name) => pattern.test(name)),
      readNames: (pattern) => own.filter((name) => pattern.test(name) && texts.has(folder + name)),
      text: (name) => texts.get(folder + name),
      data: (name) => data(folder + name),
      at: (inner) => view(folder + inner),
    };
  }

  return view("");
}

const PARSERS: readonly (readonly [file: RegExp, parser: (text: string) => unknown])[] = [
  [/\.jsonc?$/, parseJson],
  [/\.toml$|(?:^|\/)Pipfile$/, parseToml],
  [/\.ya?ml$/, parseYaml],
];

function parse(path: string, text: string): Table | undefined {
  const parser = PARSERS.find(([file]) => file.test(path))?.[1];
  try {
    const value = parser?.(text);
    return isTable(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Comments in code are removed, since they state no facts; a `//` after a colon belongs to an address. */
const COMMENTS: readonly (readonly [file: RegExp, comment: RegExp])[] = [
  [/\.gradle(?:\.kts)?$/, /\/\*[^]*?\*\/|(?<!:)\/\/.*/g],
  [/\.(?:xml|\w+proj|props|slnx)$/, /<!--[^]*?-->/g],
];

function withoutComments(path: string, text: string): string {
  const comment = COMMENTS.find(([file]) => file.test(path))?.[1];
  const plain = text.replace(/^\uFEFF/, "").replaceAll(/\r\n?/g, "\n");
  return comment === undefined ? plain : plain.replaceAll(comment, "");
}
