import type { Fact } from "./facts.ts";
import type { ProjectView } from "./view.ts";

/** Settings that say by their name alone which tool checks or formats the code. */
const CONFIGS: readonly (readonly [tool: string, config: RegExp])[] = [
  ["golangci-lint", /^\.golangci\.(?:ya?ml|toml|json)$/],
  ["Clippy", /^\.?clippy\.toml$/],
  ["rustfmt", /^\.?rustfmt\.toml$/],
  ["Ruff", /^\.?ruff\.toml$/],
  ["tox", /^tox\.toml$/],
  ["nox", /^noxfile\.py$/],
  ["Flake8", /^\.flake8$/],
  ["mypy", /^\.?mypy\.ini$/],
  ["Pyright", /^pyrightconfig\.json$/],
  ["RuboCop", /^\.rubocop\.yml$/],
  ["PHPStan", /^phpstan(?:\.dist)?\.neon(?:\.dist)?$/],
  ["Checkstyle", /^(?:[\w.-]{1,40}\/){0,2}checkstyle(?:[-_](?:config|rules|checks))?\.xml$/],
  ["Biome", /^\.?biome\.jsonc?$/],
  ["Oxlint", /^\.oxlintrc\.json$/],
  ["ESLint", /^(?:\.eslintrc(?:\.(?:js|cjs|mjs|json|ya?ml))?|eslint\.config\.[cm]?[jt]s)$/],
  ["Prettier", /^(?:\.prettierrc(?:\.\w+)?|prettier\.config\.[cm]?[jt]s)$/],
  ["SwiftLint", /^\.swiftlint\.yml$/],
  ["clang-format", /^\.clang-format$/],
  ["pre-commit", /^\.pre-commit-config\.ya?ml$/],
];

export function findConfiguredTools(view: ProjectView): Fact[] {
  return CONFIGS.flatMap(([name, config]) => {
    const [file] = view.matching(config);
    return file === undefined ? [] : [{ name, source: view.source(file) }];
  });
}
