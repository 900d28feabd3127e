import type { Sign } from "./ecosystem.ts";
import type { Fact } from "./facts.ts";
import { firstSign } from "./read-ecosystem.ts";
import type { ProjectView } from "./view.ts";

/** Settings that say which tool builds, checks or formats the code. */
const CONFIGS: readonly (readonly [tool: string, ...sign: Sign])[] = [
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

export function findConfiguredTools(view: ProjectView): Fact[] {
  return CONFIGS.flatMap(([name, ...sign]) => {
    const file = firstSign(view, [sign]);
    return file === undefined ? [] : [{ name, source: view.folder + file }];
  });
}
