import { parseIni } from "../../formats/parse-ini.ts";
import { type Table, tableAt, textAt, textsAt, valueAt } from "../../formats/values.ts";
import { toTaskCommands } from "../commands.ts";
import type { Command, Fact } from "../facts.ts";
import { type Manifest, listCommands } from "../manifest.ts";
import { toName } from "../plain-text.ts";
import { toVersion } from "../version.ts";
import type { ProjectView } from "../view.ts";
import { type Setup, readPythonDependencies, readSetup } from "./python-dependencies.ts";

const PYPROJECT = "pyproject.toml";

interface Manager {
  readonly name: string;
  readonly file: string;
  readonly key?: string;
  readonly run: string;
  readonly install: string;
}

/** What says how the packages are installed, the most telling first: a lockfile, or a table of pyproject.toml. */
const MANAGERS: readonly Manager[] = [
  { name: "uv", file: "uv.lock", key: "uv", run: "uv run ", install: "uv sync" },
  {
    name: "Poetry",
    file: "poetry.lock",
    key: "poetry",
    run: "poetry run ",
    install: "poetry install",
  },
  { name: "PDM", file: "pdm.lock", run: "pdm run ", install: "pdm install" },
  { name: "Pipenv", file: "Pipfile", run: "pipenv run ", install: "pipenv install" },
];
/** The table in pyproject.toml, and sections of INI files. */
const TOOL_SETTINGS: readonly (readonly [tool: string, table: string, ...sections: string[]])[] = [
  ["pytest", "pytest", "pytest", "tool:pytest"],
  ["tox", "tox", "tox", "testenv", "tox:tox"],
  ["Ruff", "ruff"],
  ["Black", "black"],
  ["isort", "isort", "isort"],
  ["Flake8", "flake8", "flake8"],
  ["mypy", "mypy", "mypy"],
  ["Pyright", "pyright"],
];

interface Context {
  readonly view: ProjectView;
  readonly tool: Table;
  readonly manager: Manager | undefined;
  readonly manifest: string;
  /** In front of a command, where the manager's environment has the package. */
  readonly run: (name: string) => string;
  /** The file that sets a tool up. */
  readonly fileOf: (tool: string) => string | undefined;
}

export function readPython(view: ProjectView): Manifest | undefined {
  const pyproject = view.toml(PYPROJECT) ?? {};
  const tool = tableAt(pyproject, "tool");
  const setup = readSetup(view);
  const requirements = view
    .readNames(/^requirements(?:[-_.][\w.-]*)?(?:\/[\w-]+)?\.txt$/)
    .toSorted((one, other) => one.length - other.length);
  const isPackage = "project" in pyproject || "poetry" in tool;
  const manifest = isPackage
    ? PYPROJECT
    : (setup?.file ?? requirements[0] ?? view.readNames(/^Pipfile$/)[0]);
  // A file that only holds settings of tools does not make a Python project.
  if (manifest === undefined) return undefined;
  const { main, dev } = readPythonDependencies(view, pyproject, setup, requirements);
  const manager =
    MANAGERS.find(({ file }) => view.has(file)) ??
    MANAGERS.find(({ key }) => key !== undefined && key in tool);
  const own = textAt(pyproject, "project", "name") ?? textAt(tool, "poetry", "name") ?? setup?.name;
  const inis = ["tox.ini", "setup.cfg"].map(
    (file) => [file, parseIni(view.text(file) ?? "")] as const,
  );
  const fileOf = (name: string) => {
    const [, key = "", ...sections] = TOOL_SETTINGS.find(([label]) => label === name) ?? [];
    if (key in tool) return PYPROJECT;
    return inis.find(([, ini]) => sections.some((section) => ini.has(section)))?.[0];
  };
  const has = (name: string) => main.has(name) || dev.has(name);
  const run = (name: string) => (has(name) ? (manager?.run ?? "") : "");
  const context: Context = { view, tool, manager, manifest, run, fileOf };
  const managerFile = manager === undefined ? undefined : view.firstOf(manager.file);
  return {
    weight: weigh(view, pyproject, own, isPackage || setup !== undefined),
    source: view.source(manifest),
    name: toName(own),
    description:
      textAt(pyproject, "project", "description") ??
      textAt(tool, "poetry", "description") ??
      setup?.description,
    languages: [findLanguage(view, pyproject, setup, manifest)],
    main,
    dev,
    tools: TOOL_SETTINGS.flatMap(([name]) => {
      const file = fileOf(name);
      return file === undefined ? [] : [{ name, source: view.source(file) }];
    }),
    managers:
      manager !== undefined
        ? [{ name: manager.name, source: view.source(managerFile ?? PYPROJECT) }]
        : requirements[0] === undefined
          ? []
          : [{ name: "pip", source: view.source(requirements[0]) }],
    members: textsAt(tool, "uv", "workspace", "members"),
    tasks: readTasks(context, pyproject),
    implied: readImplied(context, has("pytest"), isPackage || view.has("setup.py")),
  };
}

function weigh(view: ProjectView, pyproject: Table, name = "", isPackage = false): number {
  // The package is a wrapping of another language's code.
  const backend = textAt(pyproject, "build-system", "build-backend") ?? "";
  if (/maturin|setuptools_rust|scikit_build/.test(backend)) return 1;
  const source = `${name.toLowerCase().replaceAll("-", "_")}/__init__.py`;
  return (isPackage ? 4 : 3) + (view.has("manage.py") || view.has(source) ? 2 : 0);
}

/** Tasks that the project has written down for one of the task runners. */
function readTasks({ view, tool, manager }: Context, pyproject: Table): Command[] {
  const run = manager?.run ?? "";
  const programs = {
    ...tableAt(pyproject, "project", "scripts"),
    ...tableAt(tool, "poetry", "scripts"),
  };
  const [program] = Object.keys(programs).flatMap((name) => toName(name) ?? []);
  const source = view.source(PYPROJECT);
  const runners: readonly (readonly [Table, string])[] = [
    [tableAt(tool, "poe", "tasks"), `${run}poe`],
    [tableAt(tool, "pdm", "scripts"), "pdm run"],
    [tableAt(tool, "hatch", "envs", "default", "scripts"), "hatch run"],
    [tableAt(tool, "taskipy", "tasks"), `${run}task`],
  ];
  return [
    ...runners.flatMap(([tasks, runner]) =>
      toTaskCommands(
        Object.keys(tasks).filter((name) => !name.startsWith("_")),
        (task) => `${runner} ${task}`,
        source,
      ),
    ),
    ...(program === undefined ? [] : [{ purpose: "start", command: run + program, source }]),
  ];
}

/** What the settings of tools say: a tool that is set up here can be run here. */
function readImplied(
  { view, tool, manager, manifest, run, fileOf }: Context,
  hasPytest: boolean,
  isPackage: boolean,
): Command[] {
  const pytest =
    fileOf("pytest") ??
    view.firstOf("pytest.ini", "conftest.py", "tests/conftest.py") ??
    (hasPytest ? manifest : undefined);
  const manage = view.firstOf("manage.py");
  const django = `${run("django")}python manage.py`;
  const ruff = fileOf("Ruff") ?? view.firstOf("ruff.toml", ".ruff.toml");
  const isOther = pytest === undefined && manage === undefined;
  const mypy = tableAt(tool, "mypy");
  const install = manifest.startsWith("requirements")
    ? `pip install -r ${manifest}`
    : isPackage
      ? "pip install -e ."
      : undefined;
  return listCommands(
    view,
    ["test", `${run("pytest")}pytest`, pytest],
    pytest === undefined && ["test", `${django} test`, manage],
    isOther && ["test", "tox", fileOf("tox") ?? view.firstOf("tox.toml")],
    isOther && ["test", "nox", view.firstOf("noxfile.py")],
    ["lint", `${run("ruff")}ruff check`, ruff],
    ruff === undefined && [
      "lint",
      `${run("flake8")}flake8`,
      view.firstOf(".flake8") ?? fileOf("Flake8"),
    ],
    // Without files in its settings mypy has to be told what to check, and nobody says what.
    ["files", "packages", "modules"].some((key) => key in mypy) && [
      "types",
      `${run("mypy")}mypy`,
      PYPROJECT,
    ],
    ["types", `${run("pyright")}pyright`, "pyright" in tool ? PYPROJECT : undefined],
    valueAt(tool, "ruff", "format") !== undefined && [
      "format",
      `${run("ruff")}ruff format`,
      PYPROJECT,
    ],
    ["format", `${run("black")}black .`, "black" in tool ? PYPROJECT : undefined],
    ["dev", `${django} runserver`, manage],
    manager !== undefined && ["install", manager.install, manifest],
    manager === undefined && install !== undefined && ["install", install, manifest],
  );
}

function findLanguage(
  view: ProjectView,
  pyproject: Table,
  setup: Setup | undefined,
  manifest: string,
): Fact {
  const declared =
    textAt(pyproject, "project", "requires-python") ??
    textAt(pyproject, "tool", "poetry", "dependencies", "python") ??
    setup?.python;
  const version = toVersion(declared);
  const pinned = toVersion(view.text(".python-version")?.trim());
  const isPinned = version === undefined && pinned !== undefined;
  const source = view.source(isPinned ? ".python-version" : manifest);
  return { name: "Python", version: version ?? pinned, source };
}
