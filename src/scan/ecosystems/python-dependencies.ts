import { parseIni } from "../../formats/parse-ini.ts";
import { type Table, tableAt, textAt, textsAt, valueAt } from "../../formats/values.ts";
import type { Dependencies, Dependency } from "../manifest.ts";
import type { ProjectView } from "../view.ts";

/** `Django[argon2]>=4.2,<5; python_version > "3.8"  # the web` */
const REQUIREMENT = /^([A-Za-z0-9][\w.-]*)\s*(?:\[[^\]]*\])?\s*\(?\s*((?:[<>=!~][^;#@)]*)?)/;
/** Groups that are installed in production. */
const MAIN_GROUP = /^(?:main|prod|production|default|base|common|runtime|)$/;

export interface Setup {
  readonly file: string;
  readonly name: string | undefined;
  readonly description: string | undefined;
  readonly python: string | undefined;
  readonly requires: readonly string[];
}

/** `setup.cfg` is data; of `setup.py` only what is written out as a string. */
export function readSetup(view: ProjectView): Setup | undefined {
  const ini = parseIni(view.text("setup.cfg") ?? "");
  const metadata = ini.get("metadata");
  const code = view.text("setup.py") ?? "";
  if (metadata === undefined && !/\bsetup\s*\(/.test(code)) return undefined;
  const literal = (key: string) => {
    const found = new RegExp(`\\b${key}\\s*=\\s*(?:"([^"\\n]*)"|'([^'\\n]*)')`).exec(code);
    return found?.[1] ?? found?.[2];
  };
  const quoted = (key: string) => {
    const constant = new RegExp(`\\b${key}\\s*=\\s*([A-Z_]+)\\b`).exec(code)?.[1];
    return literal(key) ?? (constant === undefined ? undefined : literal(constant));
  };
  const options = ini.get("options");
  const list = /\binstall_requires\s*=\s*\[([^\]]*)\]/.exec(code)?.[1] ?? "";
  return {
    file: metadata === undefined ? "setup.py" : "setup.cfg",
    name: metadata?.get("name") ?? quoted("name"),
    description: metadata?.get("description") ?? quoted("description"),
    python: options?.get("python_requires") ?? quoted("python_requires"),
    requires: [
      ...(options?.get("install_requires") ?? "").split("\n"),
      ...[...list.matchAll(/["']([^"'\n]+)["']/g)].map(([, requirement = ""]) => requirement),
    ].filter((requirement) => requirement !== ""),
  };
}

export function readPythonDependencies(
  view: ProjectView,
  pyproject: Table,
  setup: Setup | undefined,
  requirements: readonly string[],
): { main: Dependencies; dev: Dependencies } {
  const main = new Map<string, Dependency>();
  const dev = new Map<string, Dependency>();
  const own = fold(textAt(pyproject, "project", "name") ?? setup?.name ?? "");
  const add = (group: string, name: string, version: unknown, file: string) => {
    const to = MAIN_GROUP.test(group) ? main : dev;
    const key = fold(name);
    if (key === own || key === "python" || to.has(key)) return;
    to.set(key, { version, source: view.source(file) });
  };
  const addLines = (group: string, lines: readonly string[], file: string) => {
    for (const line of lines) {
      const [, name, version] = REQUIREMENT.exec(line.trim()) ?? [];
      if (name !== undefined) add(group, name, version?.trim(), file);
    }
  };
  const addTable = (group: string, table: Table, file: string) => {
    for (const [name, value] of Object.entries(table)) {
      add(group, name, typeof value === "string" ? value : valueAt(value, "version"), file);
    }
  };
  const file = "pyproject.toml";
  addLines("main", textsAt(pyproject, "project", "dependencies"), file);
  const poetry = tableAt(pyproject, "tool", "poetry");
  addTable("main", tableAt(poetry, "dependencies"), file);
  addTable("dev", tableAt(poetry, "dev-dependencies"), file);
  for (const [name, group] of Object.entries(tableAt(poetry, "group"))) {
    addTable(name, tableAt(group, "dependencies"), file);
  }
  const groups = tableAt(pyproject, "dependency-groups");
  for (const name of Object.keys(groups)) addLines(name, textsAt(groups, name), file);
  const extras = tableAt(pyproject, "project", "optional-dependencies");
  for (const name of Object.keys(extras)) addLines("dev", textsAt(extras, name), file);
  if (setup !== undefined) addLines("main", setup.requires, setup.file);
  for (const name of requirements) {
    const group = /^requirements[-_./]?(.*)\.txt$/.exec(name)?.[1] ?? "";
    addLines(group, (view.text(name) ?? "").split("\n"), name);
  }
  const pipfile = view.toml("Pipfile");
  addTable("main", tableAt(pipfile, "packages"), "Pipfile");
  addTable("dev", tableAt(pipfile, "dev-packages"), "Pipfile");
  return { main, dev };
}

function fold(name: string): string {
  return name.toLowerCase().replaceAll(/[-_.]+/g, "-");
}
