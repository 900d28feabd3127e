import type { Dependencies } from "../dependencies.ts";
import type { Command, Fact } from "../facts.ts";
import { parseIni } from "../../formats/parse-ini.ts";
import { toName } from "../plain-text.ts";
import { toTaskCommands } from "../tasks.ts";
import { type Table, tableAt, valueAt } from "../../formats/values.ts";
import type { ProjectView } from "../view.ts";

export interface PythonContext {
  readonly view: ProjectView;
  readonly pyproject: Table;
  readonly manager: Fact | undefined;
  readonly dependencies: Dependencies;
  /** The file that makes it a Python project. */
  readonly manifest: string;
}

const RUN: Readonly<Record<string, string>> = {
  uv: "uv run ",
  Poetry: "poetry run ",
  PDM: "pdm run ",
  Pipenv: "pipenv run ",
};
const INSTALL: Readonly<Record<string, string>> = {
  uv: "uv sync",
  Poetry: "poetry install",
  PDM: "pdm install",
  Pipenv: "pipenv install",
};
/** The table in pyproject.toml, and sections of INI files. */
const TOOL_SETTINGS: readonly (readonly [tool: string, table: string, ...sections: string[]])[] = [
  ["pytest", "pytest", "pytest", "tool:pytest"],
  ["tox", "tox", "tox", "testenv", "tox:tox"],
  ["Ruff", "ruff"],
  ["Black", "black"],
  ["isort", "isort", "isort"],
  ["Flake8", "flake8", "flake8"],
  ["Pylint", "pylint"],
  ["mypy", "mypy", "mypy"],
  ["Pyright", "pyright"],
  ["ty", "ty"],
];
const MOST_ENTRY_POINTS = 3;

/** Tasks that the project has written down for one of the task runners. */
export function readTasks({ view, pyproject, manager }: PythonContext): Command[] {
  const tool = tableAt(pyproject, "tool");
  const source = view.source("pyproject.toml");
  const named = (table: Table) => Object.keys(table).filter((name) => !name.startsWith("_"));
  const hatch = tableAt(tool, "hatch", "envs", "default", "scripts");
  const entryPoints = [
    ...Object.keys(tableAt(pyproject, "project", "scripts")),
    ...Object.keys(tableAt(tool, "poetry", "scripts")),
  ].flatMap((name) => toName(name) ?? []);
  const run = RUN[manager?.name ?? ""] ?? "";
  return [
    ...toTaskCommands(named(tableAt(tool, "poe", "tasks")), (task) => `${run}poe ${task}`, source),
    ...toTaskCommands(named(tableAt(tool, "pdm", "scripts")), (task) => `pdm run ${task}`, source),
    ...toTaskCommands(named(hatch), (task) => `hatch run ${task}`, source),
    ...toTaskCommands(
      named(tableAt(tool, "taskipy", "tasks")),
      (task) => `${run}task ${task}`,
      source,
    ),
    ...entryPoints
      .slice(0, MOST_ENTRY_POINTS)
      .map((name) => ({ purpose: name, command: run + name, source })),
  ];
}

/** Files of settings in the INI format, as far as they have a section for a tool. */
function createIniOf(view: ProjectView): (...names: readonly string[]) => string | undefined {
  const inis = ["tox.ini", "setup.cfg"].map((file) => ({
    file,
    sections: parseIni(view.text(file) ?? ""),
  }));
  return (...names) => inis.find(({ sections }) => names.some((name) => sections.has(name)))?.file;
}

/** Tools that are set up here: in a table of their own, or in a section of an INI file. */
export function findConfigured(view: ProjectView, pyproject: Table): Fact[] {
  const tool = tableAt(pyproject, "tool");
  const iniOf = createIniOf(view);
  return TOOL_SETTINGS.flatMap(([name, key, ...sections]) => {
    const file = key in tool ? "pyproject.toml" : iniOf(...sections);
    return file === undefined ? [] : [{ name, source: view.source(file) }];
  });
}

/** What the settings of tools say: a tool that is set up here can be run here. */
export function readImplied(context: PythonContext): Command[] {
  const { view, pyproject, manager, dependencies } = context;
  const tool = tableAt(pyproject, "tool");
  const commands: Command[] = [];
  const add = (purpose: string, command: string, file: string) =>
    commands.push({ purpose, command, source: view.source(file) });
  /** Only what is among the dependencies is in the environment that the manager runs. */
  const run = (name: string, words = name) =>
    (dependencies.has(name) ? (RUN[manager?.name ?? ""] ?? "") : "") + words;

  const install = findInstall(context);
  if (install !== undefined) add("install", install, context.manifest);
  if (view.has("manage.py")) {
    add("dev", `${run("django", "python manage.py")} runserver`, "manage.py");
  }

  const iniOf = createIniOf(view);
  const pytestIni = iniOf("pytest", "tool:pytest");
  const flake8 = view.firstOf(".flake8") ?? iniOf("flake8");
  const pytest = view.firstOf("pytest.ini", "conftest.py", "tests/conftest.py");
  if ("pytest" in tool) add("test", run("pytest"), "pyproject.toml");
  else if (pytest !== undefined) add("test", run("pytest"), pytest);
  else if (pytestIni !== undefined) add("test", run("pytest"), pytestIni);
  else if (dependencies.has("pytest")) add("test", run("pytest"), context.manifest);
  else if (view.has("manage.py")) {
    add("test", `${run("django", "python manage.py")} test`, "manage.py");
  }
  const matrix =
    "tox" in tool
      ? "pyproject.toml"
      : (iniOf("tox", "testenv", "tox:tox") ?? view.firstOf("tox.toml"));
  if (matrix !== undefined) add(nameMatrix(commands, "tox"), "tox", matrix);
  if (view.has("noxfile.py")) add(nameMatrix(commands, "nox"), "nox", "noxfile.py");

  const ruff = "ruff" in tool ? "pyproject.toml" : view.firstOf("ruff.toml", ".ruff.toml");
  if (ruff !== undefined) add("lint", run("ruff", "ruff check"), ruff);
  else if (flake8 !== undefined) add("lint", run("flake8"), flake8);
  if (valueAt(tool, "ruff", "format") !== undefined) {
    add("format", run("ruff", "ruff format"), "pyproject.toml");
  } else if ("black" in tool) add("format", run("black", "black ."), "pyproject.toml");
  // Without files in its settings mypy has to be told what to check, and nobody says what.
  const mypy = tableAt(tool, "mypy");
  if (["files", "packages", "modules"].some((key) => key in mypy)) {
    add("types", run("mypy"), "pyproject.toml");
  } else if ("pyright" in tool) add("types", run("pyright"), "pyproject.toml");
  return commands;
}

/** tox and nox run the tests of a project that shows no shorter way. */
function nameMatrix(commands: readonly Command[], tool: string): string {
  return commands.some(({ purpose }) => purpose === "test") ? tool : "test";
}

function findInstall({ view, pyproject, manager, manifest }: PythonContext): string | undefined {
  const known = INSTALL[manager?.name ?? ""];
  if (known !== undefined) return known;
  if (manifest.startsWith("requirements")) return `pip install -r ${manifest}`;
  const isPackage = "build-system" in pyproject || view.has("setup.py") || "project" in pyproject;
  return isPackage ? "pip install -e ." : undefined;
}
