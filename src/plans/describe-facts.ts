import type { Language, Text } from "../types.ts";
import { renderTableRow } from "../bank/render-table-row.ts";
import type { Fact, FolderRole, ProjectFacts } from "../scan/facts.ts";
import { VERSION_PART } from "../scan/known.ts";
import type { GenericRoute } from "../bank/render-routes.ts";

const MOST_NAMED = 6;
const MOST_COMMANDS = 5;
/** Most rows in a new table; the manifests have the rest. */
const MOST_OF_A_PART = 12;

const PARTS = [
  ["languages", { en: "language", zh: "语言" }],
  ["runtimes", { en: "runtime", zh: "运行时" }],
  ["frameworks", { en: "framework", zh: "框架" }],
  ["packageManagers", { en: "package manager", zh: "包管理器" }],
  ["tools", { en: "tool", zh: "工具" }],
] as const;

/** Whether a cell is the name that we give to a part of the stack. */
export function isPartLabel(cell: string): boolean {
  return PARTS.some(([, { en, zh }]) => cell === en || cell === zh);
}

export function toStackRows(facts: ProjectFacts, language: Language) {
  return PARTS.flatMap(([part, label]) =>
    facts[part].slice(0, MOST_OF_A_PART).map((fact) => ({ ...fact, part: label[language] })),
  );
}

/** The text for the second cell of a row. */
export function whatOf({ name, version }: Fact): string {
  const text = version === undefined ? name : `${name} ${version}`;
  // Escaped as Prettier writes a star that is not emphasis: in `>=3.*`.
  return text.replaceAll("*", "\\*");
}

/** Whether a cell holds only this name, with or without a version. */
export function isSameThing(cell: string, name: string): boolean {
  if (cell === name) return true;
  if (!cell.startsWith(`${name} `)) return false;
  const detail = cell.slice(name.length + 1).replaceAll("\\", "");
  return detail.split(/[\s,|]+/).every((part) => VERSION_PART.test(part));
}

/** Facts never have a backtick in a command or a path. */
export function codeSpan(code: string): string {
  return `\`${code}\``;
}

const MEMBERS: Text = { en: "part of the project", zh: "项目的组成部分" };

/** Rows of all tables, in the form that the template of tech.md takes. */
export function renderTechRows(facts: ProjectFacts, language: Language) {
  const { commands, workspaces } = facts;
  return {
    stack: renderRows(
      toStackRows(facts, language).map((row) => [row.part, whatOf(row), row.source]),
    ),
    commands: renderRows(commands.map(({ purpose, command }) => [purpose, codeSpan(command)])),
    structure: renderRows(
      workspaces.map(({ name, source }) => [codeSpan(name), MEMBERS[language], source]),
    ),
  };
}

function renderRows(rows: readonly (readonly string[])[]): string | null {
  return rows.length === 0 ? null : rows.map(renderTableRow).join("\n");
}

/** Languages and frameworks in one line; null if none is known. */
export function renderStack({ languages, frameworks }: ProjectFacts): string | null {
  const names = [...languages, ...frameworks].slice(0, MOST_NAMED).map(whatOf);
  return names.length === 0 ? null : names.join(", ");
}

/** One command for each purpose, in the order of the facts. */
export function renderCommands({ commands }: ProjectFacts): string | null {
  const named = commands
    .filter(
      ({ purpose }, index) => commands.findIndex((each) => each.purpose === purpose) === index,
    )
    .slice(0, MOST_COMMANDS)
    .map(({ command }) => codeSpan(command));
  return named.length === 0 ? null : named.join(", ");
}

const README_INTENT: Text = {
  en: "understand the project, install and use it",
  zh: "了解项目、安装和使用",
};
const FOLDER_INTENTS: Readonly<Record<FolderRole, Text>> = {
  ci: { en: "change continuous integration", zh: "修改持续集成" },
  docs: { en: "look something up in the project's docs", zh: "查阅项目文档" },
  packages: { en: "find or change one of the packages", zh: "查找或修改项目中的包" },
  apps: { en: "find or change one of the applications", zh: "查找或修改项目中的应用" },
  infrastructure: { en: "change deployment or infrastructure", zh: "修改部署或基础设施" },
  database: { en: "change the database or its migrations", zh: "修改数据库或迁移" },
};

/** Routes for intents that this project's own files answer. */
export function projectRoutes(facts: ProjectFacts, language: Language): GenericRoute[] {
  const { readme, folders } = facts;
  const route = (intent: Text, path: string) => ({ intent: intent[language], paths: [path] });
  return [
    ...(readme === undefined ? [] : [route(README_INTENT, readme)]),
    ...folders.map(({ path, role }) => route(FOLDER_INTENTS[role], `${path}/`)),
  ];
}
