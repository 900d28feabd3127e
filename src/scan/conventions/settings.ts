import { parseIni } from "../../formats/parse-ini.ts";
import { type Table, isTable, tableAt, valueAt } from "../../formats/values.ts";
import { toPlainText } from "../plain-text.ts";
import type { ProjectView } from "../view.ts";

/** What the settings of one tool say, as `key: value`. */
export interface ToolSettings {
  readonly tool: string;
  readonly said: string;
  readonly file: string;
}

type Pick = (settings: Table) => readonly string[];

interface Source {
  readonly tool: string;
  readonly file: RegExp;
  /** Where in the file they are. */
  readonly under?: readonly string[];
  readonly pick: Pick;
}

const MOST_NAMES = 10;
const MOST_PAIRS = 8;
const LONGEST_VALUE = 40;
const SAFE = /^[\p{L}\p{N}@.][\p{L}\p{N}@./:_+*>=-]{0,39}$/u;

/** The values of these keys, each a way of names; behind `=`, what it is called where its last name says little. */
function keys(...ways: readonly string[]): Pick {
  return (settings) =>
    ways.flatMap((each) => {
      const [way = "", label] = each.split("=");
      const names = way.split(">");
      const value = toShown(valueAt(settings, ...names));
      return value === undefined ? [] : [`${label ?? names.at(-1)}: ${value}`];
    });
}

/** Every key whose value is one word or number. */
const everyKey: Pick = (settings) =>
  Object.entries(settings).flatMap(([key, value]) => {
    const shown = SAFE.test(key) && !isTable(value) ? toShown(value) : undefined;
    return shown === undefined ? [] : [`${key}: ${shown}`];
  });

function toShown(value: unknown): string | undefined {
  if (typeof value === "boolean" || typeof value === "number") return String(value);
  if (typeof value === "string") {
    const plain = toPlainText(value, LONGEST_VALUE + 1);
    return plain.length <= LONGEST_VALUE && SAFE.test(plain) ? plain : undefined;
  }
  const names = (Array.isArray(value) ? value : []).filter(
    (name): name is string => typeof name === "string" && SAFE.test(name),
  );
  if (names.length === 0) return undefined;
  const more = names.length - MOST_NAMES;
  return names.slice(0, MOST_NAMES).join(" ") + (more > 0 ? ` … +${more}` : "");
}

const STRICT: ReadonlySet<unknown> = new Set(["error", 2, "deny", "forbid"]);

/** Rules that are an error, by whatever way a linter has to say so. */
function strictRules(...way: readonly string[]): Pick {
  return (settings) => {
    const names = Object.entries(tableAt(settings, ...way)).flatMap(([name, value]) => {
      const level: unknown = Array.isArray(value)
        ? value[0]
        : isTable(value)
          ? value["level"]
          : value;
      return STRICT.has(level) ? [name] : [];
    });
    const shown = toShown(names);
    return shown === undefined ? [] : [`errors: ${shown}`];
  };
}

function all(...picks: readonly Pick[]): Pick {
  return (settings) => picks.flatMap((pick) => pick(settings));
}

const PRETTIER = keys(
  "useTabs",
  "tabWidth",
  "printWidth",
  "semi",
  "singleQuote",
  "jsxSingleQuote",
  "trailingComma",
  "arrowParens",
  "bracketSpacing",
  "endOfLine",
);
const ESLINT = all(keys("extends"), strictRules("rules"));
const RUFF = keys(
  "line-length",
  "target-version",
  "lint>select",
  "lint>extend-select",
  "select",
  "lint>ignore",
  "format>quote-style",
  "lint>pydocstyle>convention",
);

/** Each cop whose style or bound is chosen. */
const rubocop: Pick = (settings) => [
  ...keys("AllCops>TargetRubyVersion", "AllCops>NewCops")(settings),
  ...Object.entries(settings).flatMap(([cop, chosen]) => {
    const value = toShown(valueAt(chosen, "EnforcedStyle") ?? valueAt(chosen, "Max"));
    return value === undefined || !/^[A-Z]\w{1,20}\/\w{1,40}$/.test(cop)
      ? []
      : [`${cop}: ${value}`];
  }),
];

const preCommit: Pick = (settings) => {
  const repos = valueAt(settings, "repos");
  const hooks = (Array.isArray(repos) ? repos : []).flatMap((repo: unknown) => {
    const own = valueAt(repo, "hooks");
    return Array.isArray(own) ? own.map((hook: unknown) => valueAt(hook, "id")) : [];
  });
  const shown = toShown(hooks);
  return shown === undefined ? [] : [`hooks: ${shown}`];
};

const SOURCES: readonly Source[] = [
  { tool: "Prettier", file: /^\.prettierrc(?:\.(?:json|ya?ml|toml))?$/, pick: PRETTIER },
  { tool: "Prettier", file: /^package\.json$/, under: ["prettier"], pick: PRETTIER },
  { tool: "Oxfmt", file: /^\.oxfmtrc\.jsonc?$/, pick: PRETTIER },
  {
    tool: "Biome",
    file: /^\.?biome\.jsonc?$/,
    pick: keys(
      "formatter>indentStyle",
      "formatter>indentWidth",
      "formatter>lineWidth",
      "javascript>formatter>quoteStyle",
      "javascript>formatter>semicolons",
      "javascript>formatter>trailingCommas",
    ),
  },
  { tool: "ESLint", file: /^\.eslintrc(?:\.(?:json|ya?ml))?$/, pick: ESLINT },
  { tool: "ESLint", file: /^package\.json$/, under: ["eslintConfig"], pick: ESLINT },
  {
    tool: "Oxlint",
    file: /^\.oxlintrc\.json$/,
    pick: all(keys("plugins"), strictRules("categories"), strictRules("rules")),
  },
  {
    tool: "TypeScript",
    file: /^tsconfig\.json$/,
    under: ["compilerOptions"],
    pick: keys(
      "strict",
      "noUncheckedIndexedAccess",
      "exactOptionalPropertyTypes",
      "noUnusedLocals",
    ),
  },
  { tool: "Ruff", file: /^\.?ruff\.toml$/, pick: RUFF },
  { tool: "Ruff", file: /^pyproject\.toml$/, under: ["tool", "ruff"], pick: RUFF },
  {
    tool: "Black",
    file: /^pyproject\.toml$/,
    under: ["tool", "black"],
    pick: keys("line-length", "target-version", "skip-string-normalization", "preview"),
  },
  {
    tool: "isort",
    file: /^pyproject\.toml$/,
    under: ["tool", "isort"],
    pick: keys("profile", "line_length", "force_single_line"),
  },
  {
    tool: "mypy",
    file: /^pyproject\.toml$/,
    under: ["tool", "mypy"],
    pick: keys("strict", "disallow_untyped_defs", "python_version"),
  },
  {
    tool: "Flake8",
    file: /^(?:\.flake8|setup\.cfg|tox\.ini)$/,
    under: ["flake8"],
    pick: keys("max-line-length", "max-complexity"),
  },
  { tool: "rustfmt", file: /^\.?rustfmt\.toml$/, pick: everyKey },
  { tool: "Clippy", file: /^\.?clippy\.toml$/, pick: everyKey },
  ...["clippy", "rust"].flatMap((lints) =>
    [["lints"], ["workspace", "lints"]].map((way) => ({
      tool: lints === "rust" ? "rustc" : "Clippy",
      file: /^Cargo\.toml$/,
      under: way,
      pick: strictRules(lints),
    })),
  ),
  {
    tool: "golangci-lint",
    file: /^\.golangci\.(?:ya?ml|toml)$/,
    pick: keys("linters>default", "linters>enable=linters", "formatters>enable=formatters"),
  },
  { tool: "RuboCop", file: /^\.rubocop\.yml$/, pick: rubocop },
  {
    tool: "clang-format",
    file: /^\.clang-format$/,
    pick: keys("BasedOnStyle", "IndentWidth", "TabWidth", "UseTab", "ColumnLimit"),
  },
  { tool: "Laravel Pint", file: /^pint\.json$/, pick: keys("preset") },
  {
    tool: "Dart analyzer",
    file: /^analysis_options\.yaml$/,
    pick: keys("include", "linter>rules"),
  },
  { tool: "SwiftLint", file: /^\.swiftlint\.yml$/, pick: keys("opt_in_rules", "disabled_rules") },
  { tool: "commitlint", file: /^\.commitlintrc(?:\.(?:json|ya?ml))?$/, pick: keys("extends") },
  { tool: "commitlint", file: /^package\.json$/, under: ["commitlint"], pick: keys("extends") },
  { tool: "pre-commit", file: /^\.pre-commit-config\.ya?ml$/, pick: preCommit },
];

/** The tools' own settings of how code is written here. */
export function readToolSettings(view: ProjectView): ToolSettings[] {
  return SOURCES.flatMap(({ tool, file, under = [], pick }) =>
    view.readNames(file).flatMap((name) => {
      const pairs = pick(tableAt(parse(view, name), ...under));
      if (pairs.length === 0) return [];
      return [{ tool, said: pairs.slice(0, MOST_PAIRS).join(", "), file: name }];
    }),
  );
}

function parse(view: ProjectView, name: string): Table {
  if (/\.jsonc?$/.test(name)) return view.json(name) ?? {};
  if (name.endsWith(".toml")) return view.toml(name) ?? {};
  if (!/flake8|\.cfg$|\.ini$/.test(name)) return view.yaml(name) ?? {};
  const flake8 = parseIni(view.text(name) ?? "").get("flake8");
  return { flake8: Object.fromEntries(flake8 ?? []) };
}
