import { README } from "../readme.ts";

/** How much of a text is taken for a rule. */
export type Trust =
  /** Written for whoever changes the code: rules stand anywhere in it. */
  | "rules"
  /** A text about how code looks here. */
  | "style"
  /** For contributors: rules stand below some of its headings. */
  | "contributing"
  /** For users: only below headings that say so. */
  | "readme";

interface Kind {
  readonly name: RegExp;
  readonly trust: Trust;
  readonly most: number;
}

const kind = (name: RegExp, trust: Trust, most = 1): Kind => ({ name, trust, most });

/** Texts that say how things are done here, the most binding first. */
const TEXTS: readonly Kind[] = [
  kind(/^AGENTS\.md$/i, "rules"),
  kind(/^CLAUDE\.md$/i, "rules"),
  kind(/^\.cursor\/rules\/[^/]+\.mdc?$/, "rules", 4),
  kind(/^\.cursorrules$/, "rules"),
  kind(/^\.clinerules$/, "rules"),
  kind(/^\.clinerules\/[^/]+\.(?:md|txt)$/, "rules", 4),
  kind(/^\.windsurfrules$/, "rules"),
  kind(/^GEMINI\.md$/, "rules"),
  kind(/^\.github\/copilot-instructions\.md$/, "rules"),
  kind(
    /^(?:\.github\/|docs?\/)?(?:code|coding)?[-_ ]?(?:conventions?|style(?:[-_ ]?guide)?|standards?|guidelines)\.(?:md|markdown)$/i,
    "style",
    2,
  ),
  kind(/^(?:\.github\/|docs?\/)?CONTRIBUTING\.(?:md|markdown)$/i, "contributing"),
  kind(/^(?:HACKING|DEVELOPMENT|DEVELOPING)\.md$/i, "contributing"),
  kind(README, "readme"),
];

/** What memory banks of other tools tell the agent about themselves is no rule of the project. */
const ABOUT_BANKS = /memory[-_ ]?bank/i;

/** Settings of linters and formatters; `config-tools.ts` knows those that say something by their name alone. */
const SETTINGS =
  /^(?:\.editorconfig|\.prettierrc(?:\.(?:json|ya?ml|toml))?|\.eslintrc(?:\.(?:json|ya?ml))?|\.?biome\.jsonc?|\.oxlintrc\.json|\.oxfmtrc\.jsonc?|\.?ruff\.toml|\.flake8|\.?rustfmt\.toml|\.?clippy\.toml|\.golangci\.(?:ya?ml|toml)|\.rubocop\.yml|\.clang-format|\.pre-commit-config\.ya?ml|\.commitlintrc(?:\.(?:json|ya?ml))?|pint\.json|tsconfig\.json|analysis_options\.yaml|\.swiftlint\.yml)$/;

const MOST_TEXTS = 8;
const MOST_SETTINGS = 10;

/** The files that tell how code is written here, beside the manifests: texts first, then settings. */
export function chooseConventionFiles(names: readonly string[]): string[] {
  const files = names.filter((name) => !name.endsWith("/") && !ABOUT_BANKS.test(name)).toSorted();
  const texts = TEXTS.flatMap(({ name, most }) =>
    files.filter((path) => name.test(path)).slice(0, most),
  );
  const settings = files.filter((path) => SETTINGS.test(path)).slice(0, MOST_SETTINGS);
  return [...texts.slice(0, MOST_TEXTS), ...settings];
}

/** What may be taken from a text; undefined for any other file. */
export function trustOf(path: string): Trust | undefined {
  if (ABOUT_BANKS.test(path)) return undefined;
  return TEXTS.find(({ name }) => name.test(path))?.trust;
}

/** Folders, hidden ones too, whose names have to be listed for this. */
export const CONVENTION_FOLDERS: readonly string[] = [".cursor/rules/", ".clinerules/"];
