import { type Dependency, type Known, findKnown } from "../dependencies.ts";
import type { Command, Fact, Place } from "../facts.ts";
import { type FolderFacts, createFolderFacts } from "../folder-facts.ts";
import { findPlaces } from "../places.ts";
import { toName } from "../plain-text.ts";
import { type Table, tableAt, textAt, textsAt, valueAt } from "../../formats/values.ts";
import { toVersion } from "../version.ts";
import type { ProjectView } from "../view.ts";

export const RUST_FRAMEWORKS: readonly Known[] = [
  ["Axum", "axum"],
  ["Actix Web", "actix-web"],
  ["Rocket", "rocket"],
  ["warp", "warp"],
  ["Poem", "poem"],
  ["Salvo", "salvo"],
  ["Tauri", "tauri"],
  ["Leptos", "leptos"],
  ["Yew", "yew"],
  ["Dioxus", "dioxus"],
  ["Bevy", "bevy"],
  ["egui", "egui"],
  ["Tonic", "tonic"],
  ["hyper", "hyper"],
  ["Tower", "tower"],
  ["Diesel", "diesel"],
  ["SQLx", "sqlx"],
  ["SeaORM", "sea-orm"],
  ["Tokio", "tokio"],
  ["PyO3", "pyo3"],
  ["NAPI-RS", "napi"],
  ["wasm-bindgen", "wasm-bindgen"],
  ["Salsa", "salsa"],
  ["Ratatui", "ratatui"],
  ["clap", "clap"],
];
export const RUST_TOOLS: readonly Known[] = [
  ["insta", "insta"],
  ["Criterion", "criterion"],
  ["proptest", "proptest"],
];
const MANIFEST = "Cargo.toml";

export function readRust(view: ProjectView): FolderFacts | undefined {
  const manifest = view.toml(MANIFEST);
  if (manifest === undefined || !("package" in manifest || "workspace" in manifest))
    return undefined;
  const source = view.source(MANIFEST);
  const workspace = tableAt(manifest, "workspace");
  const hasMembers = "workspace" in manifest;
  const main = readDependencies(manifest, source, ["dependencies"]);
  const shared = readDependencies(workspace, source, ["dependencies"]);
  const dev = readDependencies(manifest, source, ["dev-dependencies", "build-dependencies"]);
  return createFolderFacts({
    weight: hasMembers ? 5 : 4,
    name: toName(textAt(manifest, "package", "name")),
    repository: toName(
      /([^/:]+?)(?:\.git)?\/?$/.exec(textAt(workspace, "package", "repository") ?? "")?.[1],
    ),
    description:
      textAt(manifest, "package", "description") ?? textAt(workspace, "package", "description"),
    languages: findLanguages(view, manifest, source),
    frameworks: findKnown(RUST_FRAMEWORKS, new Map([...shared, ...main])),
    tools: findKnown(RUST_TOOLS, new Map([...shared, ...main, ...dev])),
    packageManagers: [{ name: "Cargo", source }],
    workspaces: textsAt(workspace, "members"),
    membership: { kind: "crates", source },
    places: "package" in manifest ? readPlaces(view, textAt(manifest, "package", "name")) : [],
    implied: readImplied(view, manifest, source),
  });
}

/** Where Cargo looks for them. */
function readPlaces(view: ProjectView, name: string | undefined): Place[] {
  return findPlaces(
    view,
    MANIFEST,
    ["src", "source", name],
    ["tests", "tests"],
    ["examples", "examples"],
    ["benches", "benchmarks"],
  );
}

function readDependencies(
  table: Table,
  source: string,
  keys: readonly string[],
): Map<string, Dependency> {
  const found = new Map<string, Dependency>();
  for (const key of keys) {
    for (const [name, value] of Object.entries(tableAt(table, key))) {
      // Another part of the same project.
      if (valueAt(value, "path") !== undefined) continue;
      found.set(name, {
        version: typeof value === "string" ? value : valueAt(value, "version"),
        source,
      });
    }
  }
  return found;
}

function findLanguages(view: ProjectView, manifest: Table, source: string): Fact[] {
  const own = (key: string) =>
    textAt(manifest, "package", key) ?? textAt(manifest, "workspace", "package", key);
  const edition = /^20\d\d$/.exec(own("edition") ?? "")?.[0];
  const oldest = toVersion(own("rust-version"));
  const pinned = toVersion(textAt(view.toml("rust-toolchain.toml"), "toolchain", "channel"));
  const rust =
    oldest === undefined && pinned !== undefined
      ? { name: "Rust", version: pinned, source: view.source("rust-toolchain.toml") }
      : { name: "Rust", version: oldest === undefined ? undefined : `>=${oldest}`, source };
  return edition === undefined
    ? [rust]
    : [rust, { name: "Rust edition", version: edition, source }];
}

function readImplied(view: ProjectView, manifest: Table, source: string): Command[] {
  // Without the flag, a root that is a package itself leaves its members out.
  const all = "package" in manifest && "workspace" in manifest ? " --workspace" : "";
  const commands: Command[] = [
    { purpose: "build", command: `cargo build${all}`, source },
    { purpose: "test", command: `cargo test${all}`, source },
  ];
  const programs = valueAt(manifest, "bin");
  const isProgram = Array.isArray(programs) && programs.length === 1;
  if (isProgram || view.has("src/main.rs")) {
    commands.push({ purpose: "start", command: "cargo run", source });
  }
  const clippy = view.firstOf("clippy.toml", ".clippy.toml");
  if (clippy !== undefined) {
    commands.push({ purpose: "lint", command: "cargo clippy", source: view.source(clippy) });
  }
  const rustfmt = view.firstOf("rustfmt.toml", ".rustfmt.toml");
  if (rustfmt !== undefined) {
    commands.push({ purpose: "format", command: "cargo fmt", source: view.source(rustfmt) });
  }
  return commands;
}
