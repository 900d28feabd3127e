import type { Ecosystem } from "../ecosystem.ts";
import { PHP, PYTHON, RUBY_APP, RUBY_GEM } from "./backends.ts";
import { DOTNET, GO, GRADLE_BUILD, MAVEN, RUST } from "./compiled.ts";
import { DENO, NODE_APP, NODE_PACKAGE } from "./node.ts";

const MIX = /^mix\.exs$/;
const PUBSPEC = /^pubspec\.yaml$/;
const SWIFT = /^Package\.swift$/;
const CMAKE = /^CMakeLists\.txt$/;

/** Of these, little more than the language and the manifest. */
const RARE: readonly Ecosystem[] = [
  {
    kind: "other",
    manifests: [[MIX, /\buse\s+Mix\.Project\b/]],
    weight: 4,
    name: [[MIX, /\bapp:\s*:(\w+)/g]],
    languages: [{ name: "Elixir", version: [[MIX, /\belixir:\s*"([^"\n]+)"/g]] }],
    packages: [[MIX, /\{\s*:(\w+)\s*,\s*"([^"\n]*)"/g]],
    commands: [["test", "mix test", MIX]],
  },
  {
    kind: "other",
    manifests: [[PUBSPEC]],
    weight: 4,
    name: [[PUBSPEC, "name"]],
    description: [[PUBSPEC, "description"]],
    languages: [{ name: "Dart", version: [[PUBSPEC, "environment.sdk"]] }],
    packages: [[PUBSPEC, "dependencies"]],
  },
  {
    kind: "other",
    manifests: [[SWIFT]],
    weight: 4,
    name: [[SWIFT, /\bPackage\s*\(\s*name:\s*"([^"\n]+)"/g]],
    languages: [{ name: "Swift", version: [[SWIFT, /swift-tools-version:\s*([\d.]+)/g]] }],
    commands: [
      ["test", "swift test", SWIFT, /\.testTarget\b/],
      ["build", "swift build", SWIFT],
    ],
  },
  {
    kind: "other",
    manifests: [[CMAKE, /^[ \t]*project[ \t]*\(/im]],
    weight: 3,
    name: [[CMAKE, /^[ \t]*project[ \t]*\(\s*([^\s()]+)/gim]],
    languages: [
      { name: "C", signs: [[CMAKE, /^[ \t]*project[ \t]*\([^)]*\sC[\s)]/im]] },
      { name: "C++", signs: [[CMAKE, /^[ \t]*project[ \t]*\([^)]*\sCXX[\s)]/im]] },
    ],
  },
];

/** Of equal weight, the earlier one is the main one. Node.js is late, since a package.json often serves only tooling. */
export const ECOSYSTEMS: readonly Ecosystem[] = [
  MAVEN,
  GRADLE_BUILD,
  DOTNET,
  PHP,
  RUBY_GEM,
  RUBY_APP,
  GO,
  RUST,
  PYTHON,
  ...RARE,
  DENO,
  NODE_APP,
  NODE_PACKAGE,
];
