import { isTable, valueAt } from "../formats/data.ts";
import type { Ecosystem, Field, Language, Sign, Where } from "./ecosystem.ts";
import type { Command, Fact } from "./facts.ts";
import { type Dependencies, FRAMEWORKS, TOOLS, findKnown, fold, toVersion } from "./known.ts";
import { toName } from "./plain-text.ts";
import { toTaskCommands } from "./commands.ts";
import type { ProjectView } from "./view.ts";

/** What the files of one ecosystem in one folder say; `source` is the file to cite. */
export type Manifest = NonNullable<ReturnType<typeof readEcosystem>>;

/** Reads a folder by a row of the table; undefined if the folder has no manifest of this kind. */
export function readEcosystem(row: Ecosystem, view: ProjectView) {
  const manifest = firstSign(view, row.manifests);
  const isOther = row.unless !== undefined && view.matching(row.unless).length > 0;
  if (manifest === undefined || isOther) return undefined;
  const source = view.folder + manifest;
  const [manager] = (row.managers ?? []).flatMap(([name, run, ...sign]) => {
    const file = firstSign(view, [sign]);
    return file === undefined ? [] : [{ run, fact: { name, source: view.folder + file } }];
  });
  const fill = (text: string, file: string) =>
    text
      .replace("{run}", manager?.run ?? "")
      .replace("{file}", file.includes(" ") ? `"${file}"` : file);
  const packages = readPackages(view, row.packages ?? []);
  const dev = new Map([...readPackages(view, row.dev ?? []), ...packages]);
  return {
    kind: row.kind,
    source,
    name: toName(textOf(view, row.name)),
    description: textOf(view, row.description),
    languages: readLanguages(row.languages, view, source),
    runtimes: readLanguages(row.runtimes ?? [], view, source).filter(({ version }) => version),
    frameworks: findKnown(FRAMEWORKS, packages),
    tools: findKnown(TOOLS, dev),
    managers: manager?.fact.name ? [manager.fact] : [],
    members: find(view, row.members ?? []).map(({ groups: [name = ""], source }) => ({
      name,
      source,
    })),
    tasks: readTasks(row, view, fill),
    implied: readCommands(row, view, fill),
  };
}

/** The file of the first sign that is found. */
export function firstSign(view: ProjectView, signs: readonly Sign[]): string | undefined {
  for (const [file, says] of signs) {
    const found = view
      .matching(file)
      .find((name) => says === undefined || says.test(view.text(name) ?? ""));
    if (found !== undefined) return found;
  }
  return undefined;
}

function readLanguages(languages: readonly Language[], view: ProjectView, source: string): Fact[] {
  const told = languages.filter(
    ({ signs }) => signs === undefined || firstSign(view, signs) !== undefined,
  );
  return told.map(({ name, version: fields }) => {
    const said = find(view, fields ?? [])
      .map((found) => ({ version: toVersion(found.groups[0]), source: found.source }))
      .find((each) => each.version !== undefined);
    return said === undefined ? { name, source } : { name, ...said };
  });
}

function readTasks(
  { tasks, runner = "" }: Ecosystem,
  view: ProjectView,
  fill: (text: string, file: string) => string,
): Command[] {
  const found = tasks === undefined ? [] : find(view, [tasks]);
  const names = found.flatMap(({ groups: [task = "", body = ""] }) =>
    task === "install" || PLACEHOLDER.test(body) ? [] : [task],
  );
  return toTaskCommands(names, fill(runner, ""), found[0]?.source ?? "");
}

/** The script that `npm init` writes if there is no test. */
const PLACEHOLDER = /no test specified/;
/** A name that may be in a command line, if necessary in quotes. */
const PLAIN_FILE = /^[\w ./+-]+$/;

function readCommands(
  { commands = [] }: Ecosystem,
  view: ProjectView,
  fill: (text: string, file: string) => string,
): Command[] {
  const found = new Map<string, Command>();
  for (const [purpose, command, ...sign] of commands) {
    const file = found.has(purpose) ? undefined : firstSign(view, [sign]);
    if (file === undefined || (command.includes("{file}") && !PLAIN_FILE.test(file))) continue;
    found.set(purpose, { purpose, command: fill(command, file), source: view.folder + file });
  }
  return [...found.values()];
}

interface Found {
  readonly groups: readonly (string | undefined)[];
  readonly source: string;
}

function textOf(view: ProjectView, fields: readonly Field[] = []): string | undefined {
  const texts = find(view, fields).map(({ groups: [text = ""] }) => text);
  return texts.find((text) => text.trim() !== "");
}

function find(view: ProjectView, fields: readonly Field[]): Found[] {
  return fields.flatMap(([file, where]) =>
    view.readNames(file).flatMap((name) => {
      const found =
        typeof where === "string"
          ? inData(view.data(name), where.split("."))
          : inText(view.text(name) ?? "", where);
      return found.map((groups) => ({ groups, source: view.folder + name }));
    }),
  );
}

function inText(text: string, where: Exclude<Where, string>): string[][] {
  const all = (part: string, pattern: RegExp) =>
    [...part.matchAll(pattern)].map(([, ...groups]) => groups);
  if (where instanceof RegExp) return all(text, where);
  const [block, each] = where;
  return all(text, block).flatMap(([part = ""]) => all(part, each));
}

/** The values at a path of keys: a text, the items of a list, or the keys of a table with their values. */
function inData(value: unknown, [key, ...rest]: readonly string[]): (string | undefined)[][] {
  if (key === "*")
    return Object.values(isTable(value) ? value : {}).flatMap((each) => inData(each, rest));
  if (key !== undefined) return inData(valueAt(value, key), rest);
  if (typeof value === "string") return [[value]];
  if (Array.isArray(value))
    return value.flatMap((item) => (typeof item === "string" ? [[item]] : []));
  if (!isTable(value)) return [];
  return Object.entries(value).flatMap(([name, said]) => {
    // A dependency by path is another part of the same project.
    if (valueAt(said, "path") !== undefined) return [];
    const version = typeof said === "string" ? said : valueAt(said, "version");
    return [[name, typeof version === "string" ? version : undefined]];
  });
}

/** `Django[argon2]>=4.2,<5; python_version > "3.8"` */
const REQUIREMENT = /^\s*([\w@][\w@./-]*)\s*(?:\[[^\]]*\])?\s*\(?\s*((?:[<>=!~][^;#@)]*)?)/;
/** Versions of other parts of the same project. */
const LOCAL = /^(?:workspace|link|portal):|^v0\.0\.0$/;

function readPackages(view: ProjectView, fields: readonly Field[]): Dependencies {
  const found = new Map<string, { version: string | undefined; source: string }>();
  for (const { groups, source } of find(view, fields)) {
    const [name, version] =
      groups.length > 1 ? groups : (REQUIREMENT.exec(groups[0] ?? "")?.slice(1) ?? []);
    if (name === undefined || LOCAL.test(version ?? "")) continue;
    const key = fold(name);
    if (found.get(key)?.version === undefined) found.set(key, { version: version?.trim(), source });
  }
  return found;
}
