import type { Ecosystem, Sign } from "../ecosystem.ts";
import { PHP, PYTHON, RAILS, RUBY_APP, RUBY_GEM } from "./backends.ts";
import { DOTNET, GO, GRADLE_BUILD, MAVEN, RUST } from "./compiled.ts";
import { DENO, NODE_APP, NODE_PACKAGE, NODE_WORKSPACE } from "./node.ts";

const MIX = /^mix\.exs$/;
const PUBSPEC = /^pubspec\.yaml$/;
const SWIFT = /^Package\.swift$/;
const CMAKE = /^CMakeLists\.txt$/;

/** For these, little more than the language and the manifest is known. */
const RARE: readonly Ecosystem[] = [
  {
    kind: "other",
    manifests: [[MIX, /\buse\s+Mix\.Project\b/]],
    name: [[MIX, /\bapp:\s*:(\w+)/g]],
    languages: [{ name: "Elixir", version: [[MIX, /\belixir:\s*"([^"\n]+)"/g]] }],
    packages: [[MIX, /\{\s*:(\w+)\s*,\s*"([^"\n]*)"/g]],
    commands: [
      ["test", "mix test", MIX],
      ["format", "mix format", /^\.formatter\.exs$/],
      ["install", "mix deps.get", MIX, /\bdeps:/],
    ],
  },
  {
    kind: "other",
    manifests: [[PUBSPEC]],
    name: [[PUBSPEC, "name"]],
    description: [[PUBSPEC, "description"]],
    languages: [{ name: "Dart", version: [[PUBSPEC, "environment.sdk"]] }],
    packages: [[PUBSPEC, "dependencies"]],
  },
  {
    kind: "other",
    manifests: [[SWIFT]],
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
    name: [[CMAKE, /^[ \t]*project[ \t]*\(\s*([^\s()]+)/gim]],
    languages: [
      // Beside Swift, CMake needs it for its own modules.
      { name: "C", signs: [[CMAKE, /^[ \t]*project[ \t]*\((?![^)]*\sSwift)[^)]*\sC[\s)]/im]] },
      { name: "C++", signs: [[CMAKE, /^[ \t]*project[ \t]*\([^)]*\sCXX[\s)]/im]] },
    ],
  },
];

/** The first one that a folder has is its main one. A package.json and a Gemfile often serve only tooling. */
export const ECOSYSTEMS: readonly Ecosystem[] = [
  PHP,
  RUBY_GEM,
  RAILS,
  NODE_WORKSPACE,
  MAVEN,
  GRADLE_BUILD,
  DOTNET,
  GO,
  RUST,
  DENO,
  PYTHON,
  ...RARE,
  NODE_APP,
  NODE_PACKAGE,
  RUBY_APP,
];

/** Settings that say which tool builds, checks or formats the code. */
export const CONFIGURED_TOOLS: readonly (readonly [tool: string, ...sign: Sign])[] = [
  ["Turborepo", /^turbo\.json$/],
  ["Nx", /^nx\.json$/],
  ["Lerna", /^lerna\.json$/],
  ["CMake", /^CMakeLists\.txt$/],
  ["golangci-lint", /^\.golangci\.(?:ya?ml|toml|json)$/],
  ["Clippy", /^\.?clippy\.toml$/],
  ["rustfmt", /^\.?rustfmt\.toml$/],
  ["pytest", /^pyproject\.toml$/, /^\[tool\.pytest\b/m],
  ["tox", /^tox\.(?:toml|ini)$/],
  ["nox", /^noxfile\.py$/],
  ["Ruff", /^pyproject\.toml$/, /^\[tool\.ruff\b/m],
  ["Ruff", /^\.?ruff\.toml$/],
  ["Black", /^pyproject\.toml$/, /^\[tool\.black\b/m],
  ["mypy", /^pyproject\.toml$/, /^\[tool\.mypy\b/m],
  ["mypy", /^\.?mypy\.ini$/],
  ["Pyright", /^pyrightconfig\.json$/],
  ["Flake8", /^\.flake8$/],
  ["RuboCop", /^\.rubocop\.yml$/],
  ["PHPStan", /^phpstan(?:\.dist)?\.neon(?:\.dist)?$/],
  ["Biome", /^\.?biome\.jsonc?$/],
  ["Oxlint", /^\.oxlintrc\.json$/],
  ["ESLint", /^(?:\.eslintrc(?:\.(?:js|cjs|mjs|json|ya?ml))?|eslint\.config\.[cm]?[jt]s)$/],
  ["Prettier", /^(?:\.prettierrc(?:\.\w+)?|prettier\.config\.[cm]?[jt]s)$/],
  ["SwiftLint", /^\.swiftlint\.yml$/],
  ["pre-commit", /^\.pre-commit-config\.ya?ml$/],
];
