import { isTable, valueAt } from "../formats/data.ts";
import type { Ecosystem, Field, Sign, Where } from "./ecosystem.ts";
import type { Command, Fact } from "./facts.ts";
import { type Dependencies, FRAMEWORKS, TOOLS, findKnown, fold, toVersion } from "./known.ts";
import { toName } from "./plain-text.ts";
import { toTaskCommands } from "./commands.ts";
import type { ProjectView } from "./view.ts";

/** What one ecosystem's files in one folder say. */
export interface Manifest {
  readonly kind: string;
  /** The file to cite. */
  readonly source: string;
  readonly name: string | undefined;
  readonly description: string | undefined;
  readonly languages: readonly Fact[];
  readonly runtimes: readonly Fact[];
  readonly frameworks: readonly Fact[];
  readonly tools: readonly Fact[];
  readonly managers: readonly Fact[];
  readonly members: readonly Fact[];
  readonly tasks: readonly Command[];
  readonly implied: readonly Command[];
}

/** Reads a folder by a row of the table; undefined where it has no manifest of this kind. */
export function readEcosystem(row: Ecosystem, view: ProjectView): Manifest | undefined {
  const manifest = firstSign(view, row.manifests);
  const isOther = row.unless !== undefined && view.matching(row.unless).length > 0;
  if (manifest === undefined || isOther) return undefined;
  const source = view.folder + manifest;
  const [manager] = (row.managers ?? []).flatMap(([name, run, ...sign]) => {
    const file = firstSign(view, [sign]);
    return file === undefined ? [] : [{ name, run, source: view.folder + file }];
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
    name: toName(textOf(view, row.name)?.text),
    description: textOf(view, row.description)?.text,
    languages: readLanguages(row, view, source),
    runtimes: (row.runtimes ?? []).flatMap(([name, field]) => {
      const said = textOf(view, [field]);
      const version = toVersion(said?.text);
      return said === undefined || version === undefined
        ? []
        : [{ name, version, source: said.source }];
    }),
    frameworks: findKnown(FRAMEWORKS, packages),
    tools: findKnown(TOOLS, dev),
    managers:
      manager === undefined || manager.name === ""
        ? []
        : [manager].map(({ name, source }) => ({ name, source })),
    members: find(view, row.members ?? []).flatMap(({ groups: [name = ""], source }) =>
      name === "" ? [] : [{ name, source }],
    ),
    tasks: readTasks(row, view, fill),
    implied: readCommands(row, view, fill),
  };
}

/** The file of the first sign that is there. */
export function firstSign(view: ProjectView, signs: readonly Sign[]): string | undefined {
  for (const [file, says] of signs) {
    const found = view
      .matching(file)
      .find((name) => says === undefined || says.test(view.text(name) ?? ""));
    if (found !== undefined) return found;
  }
  return undefined;
}

function readLanguages(row: Ecosystem, view: ProjectView, source: string): Fact[] {
  const told = row.languages.filter(
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
  { tasks, runner }: Ecosystem,
  view: ProjectView,
  fill: (text: string, file: string) => string,
): Command[] {
  if (tasks === undefined || runner === undefined) return [];
  const found = find(view, [tasks]).filter(({ groups: [, body = ""] }) => !PLACEHOLDER.test(body));
  const program = fill(runner, "");
  return found.slice(0, 1).flatMap(({ source }) =>
    toTaskCommands(
      found.flatMap(({ groups: [task] }) =>
        task === undefined || task === "install" ? [] : [task],
      ),
      program,
      source,
    ),
  );
}

/** What `npm init` writes where there is no test. */
const PLACEHOLDER = /no test specified/;
/** A name that may stand in a command line, in quotes at most. */
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

function textOf(view: ProjectView, fields: readonly Field[] = []) {
  const found = find(view, fields).find(({ groups: [text = ""] }) => text.trim() !== "");
  return found === undefined ? undefined : { text: found.groups[0], source: found.source };
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

/** A text, the items of a list, or the keys of a table with what they say. */
function inData(value: unknown, [key, ...rest]: readonly string[]): (string | undefined)[][] {
  if (key === "*")
    return Object.values(isTable(value) ? value : {}).flatMap((each) => inData(each, rest));
  if (key !== undefined) return inData(valueAt(value, key), rest);
  if (typeof value === "string") return [[value]];
  if (Array.isArray(value))
    return value.flatMap((item) => (typeof item === "string" ? [[item]] : []));
  if (!isTable(value)) return [];
  return Object.entries(value).flatMap(([name, said]) => {
    // Another part of the same project.
    if (valueAt(said, "path") !== undefined) return [];
    const version = typeof said === "string" ? said : valueAt(said, "version");
    return [[name, typeof version === "string" ? version : undefined]];
  });
}

/** `Django[argon2]>=4.2,<5; python_version > "3.8"` */
const REQUIREMENT = /^\s*([\w@][\w@./-]*)\s*(?:\[[^\]]*\])?\s*\(?\s*((?:[<>=!~][^;#@)]*)?)/;
/** Other parts of the same project. */
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
