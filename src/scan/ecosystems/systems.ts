import { type Table, tableAt, textAt, textsAt, valueAt } from "../../formats/values.ts";
import { type Dependency, type Manifest, listCommands } from "../manifest.ts";
import { toName } from "../plain-text.ts";
import { toVersion } from "../version.ts";
import type { ProjectView } from "../view.ts";

const REQUIRE =
  /^(?:require\s+)?([\w.~-]+\.[\w~-]+\/[\w./~-]+|[\w-]+\.\w+\/\w+)\s+(v[\w.+-]+)(?!.*\/\/ indirect)/;

export function readGo(view: ProjectView): Manifest | undefined {
  const text = view.text("go.mod");
  const module = /^module\s+"?([^\s"]+)/m.exec(text ?? "")?.[1];
  if (text === undefined || module === undefined) return undefined;
  const source = view.source("go.mod");
  const main = new Map<string, Dependency>();
  for (const line of text.split("\n")) {
    const [, name, version] = REQUIRE.exec(line.trim()) ?? [];
    // `v0.0.0` is a stand-in for another part of the same project.
    if (name === undefined || version === "v0.0.0") continue;
    main.set(name.replace(/\/v\d+$/, ""), { version, source });
  }
  const programs = view.matching(/^cmd\/[^/]+\/$/).filter((name) => name !== "cmd/internal/");
  const [program] = programs.length === 1 && !view.has("main.go") ? programs : [];
  const linter = view.matching(/^\.golangci\.(?:ya?ml|toml|json)$/)[0];
  return {
    weight: 4,
    source,
    // `github.com/gofiber/fiber/v3` is called fiber.
    name: toName(
      module
        .replace(/\/v\d+$/, "")
        .split("/")
        .at(-1),
    ),
    languages: [{ name: "Go", version: toVersion(/^go\s+(\S+)/m.exec(text)?.[1]), source }],
    main,
    dev: main,
    managers: [{ name: "Go modules", source }],
    membersIn: view.source("go.work"),
    members: [...(view.text("go.work") ?? "").matchAll(/^(?:use\s+|\s+)\.\/([\w./-]+)\s*$/gm)].map(
      ([, member = ""]) => member,
    ),
    implied: listCommands(
      view,
      ["test", "go test ./...", "go.mod"],
      ["lint", "golangci-lint run", linter],
      ["start", "go run .", view.firstOf("main.go")],
      toName(program) !== undefined && ["start", `go run ./${program?.slice(0, -1)}`, program],
      ["build", "go build ./...", "go.mod"],
      ["install", "go mod download", "go.mod"],
    ),
  };
}

const CARGO = "Cargo.toml";

export function readRust(view: ProjectView): Manifest | undefined {
  const manifest = view.toml(CARGO);
  if (manifest === undefined || !("package" in manifest || "workspace" in manifest))
    return undefined;
  const source = view.source(CARGO);
  const workspace = tableAt(manifest, "workspace");
  const own = (key: string) =>
    textAt(manifest, "package", key) ?? textAt(workspace, "package", key);
  const read = (table: Table, key: string): [string, Dependency][] =>
    Object.entries(tableAt(table, key)).flatMap(([name, value]): [string, Dependency][] => {
      // Another part of the same project.
      if (valueAt(value, "path") !== undefined) return [];
      return [
        [name, { version: typeof value === "string" ? value : valueAt(value, "version"), source }],
      ];
    });
  const main = new Map([...read(workspace, "dependencies"), ...read(manifest, "dependencies")]);
  const pinned = toVersion(textAt(view.toml("rust-toolchain.toml"), "toolchain", "channel"));
  const oldest = toVersion(own("rust-version"));
  const isPinned = oldest === undefined && pinned !== undefined;
  const edition = /^20\d\d$/.exec(own("edition") ?? "")?.[0];
  // Without the flag, a root that is a package itself leaves its members out.
  const all = "package" in manifest && "workspace" in manifest ? " --workspace" : "";
  const programs = valueAt(manifest, "bin");
  const isProgram = view.has("src/main.rs") || (Array.isArray(programs) && programs.length === 1);
  return {
    weight: "workspace" in manifest ? 5 : 4,
    source,
    name: toName(textAt(manifest, "package", "name")),
    description: own("description"),
    languages: [
      {
        name: "Rust",
        version: isPinned ? pinned : oldest === undefined ? undefined : `>=${oldest}`,
        source: isPinned ? view.source("rust-toolchain.toml") : source,
      },
      ...(edition === undefined ? [] : [{ name: "Rust edition", version: edition, source }]),
    ],
    main,
    dev: new Map([...read(manifest, "dev-dependencies"), ...main]),
    managers: [{ name: "Cargo", source }],
    members: textsAt(workspace, "members"),
    implied: listCommands(
      view,
      ["test", `cargo test${all}`, CARGO],
      ["lint", "cargo clippy", view.firstOf("clippy.toml", ".clippy.toml")],
      ["format", "cargo fmt", view.firstOf("rustfmt.toml", ".rustfmt.toml")],
      isProgram && ["start", "cargo run", CARGO],
      ["build", `cargo build${all}`, CARGO],
    ),
  };
}

export function readSwift(view: ProjectView): Manifest | undefined {
  const text = view.text("Package.swift");
  if (text === undefined) return undefined;
  const source = view.source("Package.swift");
  const version = toVersion(/swift-tools-version:\s*([\d.]+)/.exec(text)?.[1]);
  return {
    weight: 4,
    source,
    name: toName(/\bPackage\s*\(\s*name:\s*"([^"\n]+)"/.exec(text)?.[1]),
    languages: [{ name: "Swift", version, source }],
    managers: [{ name: "Swift Package Manager", source }],
    implied: listCommands(
      view,
      /\.testTarget\b/.test(text) && ["test", "swift test", "Package.swift"],
      ["build", "swift build", "Package.swift"],
    ),
  };
}

const CMAKE_LANGUAGES = new Map([
  ["C", "C"],
  ["CXX", "C++"],
  ["CUDA", "CUDA"],
  ["Fortran", "Fortran"],
]);

export function readCmake(view: ProjectView): Manifest | undefined {
  const text = view.text("CMakeLists.txt") ?? "";
  const [, name, rest = ""] = /^[ \t]*project[ \t]*\(\s*([^\s()]+)([^)]*)\)/im.exec(text) ?? [];
  if (name === undefined) return undefined;
  const source = view.source("CMakeLists.txt");
  const languages = rest.split(/\s+/).flatMap((word) => CMAKE_LANGUAGES.get(word) ?? []);
  return {
    weight: 4,
    source,
    name: toName(name),
    description: /\bDESCRIPTION\s+"([^"\n]+)"/.exec(rest)?.[1],
    languages: [...new Set(languages)].map((language) => ({ name: language, source })),
    tools: [{ name: "CMake", source }],
    implied: listCommands(view, [
      "build",
      "cmake -B build && cmake --build build",
      "CMakeLists.txt",
    ]),
  };
}
