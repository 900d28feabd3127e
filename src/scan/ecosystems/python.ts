import { findKnown, mergeDependencies } from "../dependencies.ts";
import type { Fact, Place } from "../facts.ts";
import { type FolderFacts, createFolderFacts } from "../folder-facts.ts";
import { parseIni } from "../../formats/parse-ini.ts";
import { findPlaces } from "../places.ts";
import { toName } from "../plain-text.ts";
import { type Table, tableAt, textAt, textsAt, valueAt } from "../../formats/values.ts";
import { toVersion } from "../version.ts";
import type { ProjectView } from "../view.ts";
import { PYTHON_FRAMEWORKS, PYTHON_TOOLS } from "./known-python.ts";
import { findConfigured, readImplied, readTasks } from "./python-commands.ts";
import { REQUIREMENTS, readPythonDependencies } from "./python-dependencies.ts";

const PYPROJECT = "pyproject.toml";

/** What says how the packages are installed, the most telling first. */
const MANAGERS: readonly (readonly [file: string, manager: string])[] = [
  ["uv.lock", "uv"],
  ["poetry.lock", "Poetry"],
  ["pdm.lock", "PDM"],
  ["Pipfile", "Pipenv"],
  ["Pipfile.lock", "Pipenv"],
];

export function readPython(view: ProjectView): FolderFacts | undefined {
  const pyproject = view.toml(PYPROJECT) ?? {};
  const setup = readSetup(view);
  const requirements = view
    .readNames(REQUIREMENTS)
    .toSorted((one, other) => one.length - other.length);
  const hasProject = "project" in pyproject || "poetry" in tableAt(pyproject, "tool");
  const manifest = hasProject
    ? PYPROJECT
    : (setup?.file ?? requirements[0] ?? view.readNames(/^Pipfile$/)[0]);
  // A file that only holds settings of tools does not make a Python project.
  if (manifest === undefined) return undefined;
  const name = toName(
    textAt(pyproject, "project", "name") ??
      textAt(pyproject, "tool", "poetry", "name") ??
      setup?.name,
  );
  const { main, dev } = readPythonDependencies(view, pyproject, setup);
  const all = mergeDependencies(main, dev);
  const frameworks = findKnown(PYTHON_FRAMEWORKS, main);
  const manager = findManager(view, pyproject, requirements[0]);
  const context = { view, pyproject, manager, dependencies: all, manifest };
  return createFolderFacts({
    weight:
      weigh(view, pyproject, hasProject || setup !== undefined) +
      (frameworks.length > 0 ? 1 : 0) +
      (hasSource(view, name) ? 2 : 0),
    name,
    description:
      textAt(pyproject, "project", "description") ??
      textAt(pyproject, "tool", "poetry", "description") ??
      setup?.description,
    languages: [findLanguage(view, pyproject, setup, manifest)],
    frameworks,
    tools: [...findKnown(PYTHON_TOOLS, all), ...findConfigured(view, pyproject)],
    packageManagers: manager === undefined ? [] : [manager],
    workspaces: readMembers(pyproject),
    membership: { kind: "packages", source: view.source(PYPROJECT) },
    places: readPlaces(view, pyproject, manifest, name),
    commands: readTasks(context),
    implied: readImplied(context),
  });
}

function weigh(view: ProjectView, pyproject: Table, isPackage: boolean): number {
  // The package is a wrapping of another language's code.
  const backend = textAt(pyproject, "build-system", "build-backend") ?? "";
  if (/maturin|setuptools_rust|scikit_build/.test(backend)) return 1;
  return (isPackage ? 4 : 3) + (view.has("manage.py") ? 2 : 0);
}

/** The source lies at the top in a folder of the package's name. */
function hasSource(view: ProjectView, name: string | undefined): boolean {
  return name !== undefined && view.has(`${name.toLowerCase().replaceAll("-", "_")}/__init__.py`);
}

/** The package itself, by its name in one of the two layouts or as the build is told, and its tests. */
function readPlaces(
  view: ProjectView,
  pyproject: Table,
  manifest: string,
  name: string | undefined,
): Place[] {
  const folder = name?.toLowerCase().replaceAll(/[-.]/g, "_");
  const stated = textsAt(pyproject, "tool", "hatch", "build", "targets", "wheel", "packages");
  const packages = [...stated, `src/${folder}`, hasSource(view, name) ? folder : undefined];
  return [
    ...findPlaces(view, manifest, ...packages.map((each) => [each, "source", name] as const)),
    ...findPlaces(
      view,
      PYPROJECT,
      ...textsAt(pyproject, "tool", "pytest", "ini_options", "testpaths").map(
        (each) => [each, "tests"] as const,
      ),
    ),
  ];
}

function readMembers(pyproject: Table): string[] {
  const members = valueAt(pyproject, "tool", "uv", "workspace", "members");
  return Array.isArray(members) ? members.filter((member) => typeof member === "string") : [];
}

export interface Setup {
  readonly file: string;
  readonly name: string | undefined;
  readonly description: string | undefined;
  readonly python: string | undefined;
  readonly requires: readonly string[];
}

/** `setup.cfg` is data; of `setup.py` only what is written out as a string. */
function readSetup(view: ProjectView): Setup | undefined {
  const ini = parseIni(view.text("setup.cfg") ?? "");
  const metadata = ini.get("metadata");
  const code = view.text("setup.py") ?? "";
  const literal = (key: string) =>
    new RegExp(`\\b${key}\\s*=\\s*(?:"([^"\\n]*)"|'([^'\\n]*)')`).exec(code);
  const quoted = (key: string) => {
    const found =
      literal(key) ?? literal(new RegExp(`\\b${key}\\s*=\\s*([A-Z_]+)\\b`).exec(code)?.[1] ?? key);
    return found?.[1] ?? found?.[2];
  };
  const isSetup = /\bsetup\s*\(/.test(code);
  if (metadata === undefined && !isSetup) return undefined;
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
  if (version !== undefined) return { name: "Python", version, source: view.source(manifest) };
  const pinned = toVersion(view.text(".python-version")?.trim());
  return pinned === undefined
    ? { name: "Python", source: view.source(manifest) }
    : { name: "Python", version: pinned, source: view.source(".python-version") };
}

function findManager(
  view: ProjectView,
  pyproject: Table,
  requirements: string | undefined,
): Fact | undefined {
  const [file, name] = MANAGERS.find(([lockfile]) => view.has(lockfile)) ?? [];
  if (file !== undefined && name !== undefined) return { name, source: view.source(file) };
  const tool = tableAt(pyproject, "tool");
  for (const [key, manager] of [
    ["poetry", "Poetry"],
    ["uv", "uv"],
    ["pdm", "PDM"],
  ] as const) {
    if (key in tool) return { name: manager, source: view.source(PYPROJECT) };
  }
  return requirements === undefined
    ? undefined
    : { name: "pip", source: view.source(requirements) };
}
