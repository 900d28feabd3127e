import type { Dependencies, Dependency } from "../dependencies.ts";
import { type Table, tableAt, textAt, textsAt, valueAt } from "../../formats/values.ts";
import type { ProjectView } from "../view.ts";
import type { Setup } from "./python.ts";

/** `Django[argon2]>=4.2,<5; python_version > "3.8"  # the web` */
const REQUIREMENT = /^([A-Za-z0-9][\w.-]*)\s*(?:\[[^\]]*\])?\s*\(?\s*((?:[<>=!~][^;#@)]*)?)/;
/** Groups that are installed in production. */
const MAIN_GROUP = /^(?:main|prod|production|default|base|common|runtime)$/;
export const REQUIREMENTS = /^requirements(?:[-_.][\w.-]*)?(?:\/[\w-]+)?\.txt$/;

export function readPythonDependencies(
  view: ProjectView,
  pyproject: Table,
  setup: Setup | undefined,
): { main: Dependencies; dev: Dependencies } {
  const main = new Map<string, Dependency>();
  const dev = new Map<string, Dependency>();
  const own = normalise(textAt(pyproject, "project", "name") ?? setup?.name ?? "");

  function add(to: Map<string, Dependency>, name: string, version: unknown, file: string): void {
    const key = normalise(name);
    if (key === own || key === "python" || to.has(key)) return;
    to.set(key, { version, source: view.source(file) });
  }
  function addLines(to: Map<string, Dependency>, lines: readonly string[], file: string): void {
    for (const line of lines) {
      const [, name, version] = REQUIREMENT.exec(line.trim()) ?? [];
      if (name !== undefined) add(to, name, version?.trim(), file);
    }
  }
  function addTable(to: Map<string, Dependency>, table: Table, file: string): void {
    for (const [name, value] of Object.entries(table)) {
      add(to, name, typeof value === "string" ? value : valueAt(value, "version"), file);
    }
  }

  const file = "pyproject.toml";
  addLines(main, textsAt(pyproject, "project", "dependencies"), file);
  const poetry = tableAt(pyproject, "tool", "poetry");
  addTable(main, tableAt(poetry, "dependencies"), file);
  addTable(dev, tableAt(poetry, "dev-dependencies"), file);
  for (const [name, group] of Object.entries(tableAt(poetry, "group"))) {
    addTable(MAIN_GROUP.test(name) ? main : dev, tableAt(group, "dependencies"), file);
  }
  const groups = tableAt(pyproject, "dependency-groups");
  for (const name of Object.keys(groups)) {
    addLines(MAIN_GROUP.test(name) ? main : dev, textsAt(groups, name), file);
  }
  const extras = tableAt(pyproject, "project", "optional-dependencies");
  for (const name of Object.keys(extras)) addLines(dev, textsAt(extras, name), file);
  addLines(dev, textsAt(pyproject, "tool", "uv", "dev-dependencies"), file);
  if (setup !== undefined) addLines(main, setup.requires, setup.file);
  for (const name of view.readNames(REQUIREMENTS)) {
    const group = /^requirements[-_./]?(.*)\.txt$/.exec(name)?.[1] ?? "";
    const isMain = group === "" || MAIN_GROUP.test(group);
    addLines(isMain ? main : dev, (view.text(name) ?? "").split("\n"), name);
  }
  const pipfile = view.toml("Pipfile");
  addTable(main, tableAt(pipfile, "packages"), "Pipfile");
  addTable(dev, tableAt(pipfile, "dev-packages"), "Pipfile");
  return { main, dev };
}

function normalise(name: string): string {
  return name.toLowerCase().replaceAll(/[-_.]+/g, "-");
}
