import { type Dependency, type Known, findKnown } from "../dependencies.ts";
import { type FolderFacts, createFolderFacts } from "../folder-facts.ts";
import { findPlaces } from "../places.ts";
import { toName } from "../plain-text.ts";
import { toTaskCommands } from "../tasks.ts";
import { tableAt, textAt, textsAt } from "../../formats/values.ts";
import { toVersion } from "../version.ts";
import type { ProjectView } from "../view.ts";

export function readDeno(view: ProjectView): FolderFacts | undefined {
  const manifest = view.readNames(/^deno\.jsonc?$/)[0];
  const settings = manifest === undefined ? undefined : view.json(manifest);
  if (manifest === undefined || settings === undefined) return undefined;
  const source = view.source(manifest);
  return createFolderFacts({
    weight: 4,
    name: toName(textAt(settings, "name")),
    languages: [{ name: "TypeScript", source }],
    runtimes: [{ name: "Deno", source }],
    workspaces: textsAt(settings, "workspace"),
    membership: { kind: "packages", source },
    commands: toTaskCommands(
      Object.keys(tableAt(settings, "tasks")),
      (task) => `deno task ${task}`,
      source,
    ),
  });
}

const DART_FRAMEWORKS: readonly Known[] = [
  ["Flutter", "flutter"],
  ["Shelf", "shelf"],
];

export function readDart(view: ProjectView): FolderFacts | undefined {
  const manifest = view.yaml("pubspec.yaml");
  if (manifest === undefined) return undefined;
  const source = view.source("pubspec.yaml");
  const dependencies = new Map<string, Dependency>(
    Object.keys(tableAt(manifest, "dependencies")).map((name) => [
      name,
      { version: undefined, source },
    ]),
  );
  const tool = dependencies.has("flutter") ? "flutter" : "dart";
  return createFolderFacts({
    weight: 4,
    name: toName(textAt(manifest, "name")),
    description: textAt(manifest, "description"),
    languages: [
      { name: "Dart", version: toVersion(textAt(manifest, "environment", "sdk")), source },
    ],
    frameworks: findKnown(DART_FRAMEWORKS, dependencies),
    packageManagers: [{ name: "pub", source }],
    places: findPlaces(view, "pubspec.yaml", ["lib", "source"], ["test", "tests"]),
    implied: [
      { purpose: "install", command: `${tool} pub get`, source },
      ...(view.has("test/") ? [{ purpose: "test", command: `${tool} test`, source }] : []),
    ],
  });
}

const ELIXIR_FRAMEWORKS: readonly Known[] = [
  ["Phoenix", "phoenix"],
  ["Phoenix LiveView", "phoenix_live_view"],
  ["Ecto", "ecto_sql", "ecto"],
];

export function readElixir(view: ProjectView): FolderFacts | undefined {
  const text = view.text("mix.exs");
  if (text === undefined || !/\buse\s+Mix\.Project\b/.test(text)) return undefined;
  const source = view.source("mix.exs");
  const dependencies = new Map<string, Dependency>(
    [...text.matchAll(/\{\s*:(\w+)\s*,\s*"([^"\n]*)"/g)].map(([, name = "", version]) => [
      name,
      { version, source },
    ]),
  );
  return createFolderFacts({
    weight: 4,
    name: toName(/\bapp:\s*:(\w+)/.exec(text)?.[1]),
    description: /\bdescription:\s*"([^"\n]+)"/.exec(text)?.[1],
    languages: [
      { name: "Elixir", version: toVersion(/\belixir:\s*"([^"\n]+)"/.exec(text)?.[1]), source },
    ],
    frameworks: findKnown(ELIXIR_FRAMEWORKS, dependencies),
    packageManagers: [{ name: "Mix", source }],
    places: findPlaces(view, "mix.exs", ["lib", "source"], ["test", "tests"]),
    implied: [
      { purpose: "install", command: "mix deps.get", source },
      { purpose: "build", command: "mix compile", source },
      { purpose: "test", command: "mix test", source },
    ],
  });
}

export function readSwift(view: ProjectView): FolderFacts | undefined {
  const text = view.text("Package.swift");
  if (text === undefined) return undefined;
  const source = view.source("Package.swift");
  return createFolderFacts({
    weight: 4,
    name: toName(/\bPackage\s*\(\s*name:\s*"([^"\n]+)"/.exec(text)?.[1]),
    languages: [
      {
        name: "Swift",
        version: toVersion(/swift-tools-version:\s*([\d.]+)/.exec(text)?.[1]),
        source,
      },
    ],
    packageManagers: [{ name: "Swift Package Manager", source }],
    places: findPlaces(view, "Package.swift", ["Sources", "source"], ["Tests", "tests"]),
    implied: [
      { purpose: "build", command: "swift build", source },
      ...(/\.testTarget\b/.test(text) ? [{ purpose: "test", command: "swift test", source }] : []),
    ],
  });
}

const CMAKE_LANGUAGES = new Map([
  ["C", "C"],
  ["CXX", "C++"],
  ["CUDA", "CUDA"],
  ["Fortran", "Fortran"],
]);

export function readCmake(view: ProjectView): FolderFacts | undefined {
  const text = view.text("CMakeLists.txt");
  const [, name, rest = ""] =
    /^[ \t]*project[ \t]*\(\s*([^\s()]+)([^)]*)\)/im.exec(text ?? "") ?? [];
  if (name === undefined) return undefined;
  const source = view.source("CMakeLists.txt");
  const words = rest.split(/\s+/);
  const languages = words.flatMap((word) => CMAKE_LANGUAGES.get(word) ?? []);
  return createFolderFacts({
    weight: 4,
    name: toName(name),
    description: /\bDESCRIPTION\s+"([^"\n]+)"/.exec(rest)?.[1],
    languages: [...new Set(languages)].map((language) => ({ name: language, source })),
    tools: [{ name: "CMake", source }],
    implied: [{ purpose: "build", command: "cmake -B build && cmake --build build", source }],
  });
}
