import type { Language, Text } from "../types.ts";
import { renderTableRow } from "../bank/edit-table.ts";
import type { Fact, FolderRole, PlaceKind, ProjectFacts } from "../scan/facts.ts";
import { toParagraph } from "../scan/plain-text.ts";
import type { GenericRoute } from "../bank/render-routes.ts";

const MOST_NAMED = 6;
const MOST_COMMANDS = 4;
const VERSION = /^(?:[<>=!~^]*v?\d[\w.*+-]*|[<>=!~^]+|\*|-)$/;
const IMAGE = /^\([^()\s]+\)$/;

/** A row of the stack table: part, what, where it is declared. */
export interface StackRow {
  readonly part: string;
  readonly name: string;
  /** Its version, or the image of a service. */
  readonly detail: string | undefined;
  readonly source: string;
}
export type CommandRow = readonly [purpose: string, command: string];

const PARTS = {
  languages: { en: "language", zh: "语言" },
  runtimes: { en: "runtime", zh: "运行时" },
  frameworks: { en: "framework", zh: "框架" },
  packageManagers: { en: "package manager", zh: "包管理器" },
  tools: { en: "tool", zh: "工具" },
} as const;

const PART_ORDER = ["languages", "runtimes", "frameworks", "packageManagers", "tools"] as const;

const SERVICES = {
  ci: { en: "CI", zh: "CI" },
  container: { en: "container", zh: "容器" },
  "compose-service": { en: "service", zh: "服务" },
} as const;

/** Whether a cell is what we call a part of the stack, or this one. */
export function isPartLabel(cell: string, only?: string): boolean {
  const labels: readonly Text[] = [...Object.values(PARTS), ...Object.values(SERVICES)];
  return labels.some(
    ({ en, zh }) => (cell === en || cell === zh) && (only === undefined || en === only),
  );
}

export function toStackRows(facts: ProjectFacts, language: Language): StackRow[] {
  const declared = PART_ORDER.flatMap((part) =>
    facts[part].map(({ name, version, source }) => ({
      part: PARTS[part][language],
      name,
      detail: version,
      source,
    })),
  );
  const services = facts.services.map(({ kind, name, image, source }) => ({
    part: SERVICES[kind][language],
    name,
    detail: image === undefined ? undefined : `(${image})`,
    source,
  }));
  return [...declared, ...services];
}

/** The second cell of a row. */
export function whatOf({ name, detail }: Pick<StackRow, "name" | "detail">): string {
  return detail === undefined ? name : `${name} ${detail}`;
}

/** Whether a cell says no more than this name, with a version or an image behind it. */
export function isSameThing(cell: string, name: string): boolean {
  if (cell === name) return true;
  if (!cell.startsWith(`${name} `)) return false;
  const detail = cell.slice(name.length + 1);
  return IMAGE.test(detail) || detail.split(/[\s,|]+/).every((part) => VERSION.test(part));
}

export function toCommandRows({ commands }: ProjectFacts): CommandRow[] {
  return commands.map(({ purpose, command }) => [purpose, command]);
}

const PLACES: Record<Exclude<PlaceKind, "words">, (name: string | undefined) => Text> = {
  namespace: (name = "") => ({ en: `namespace ${name}`, zh: `命名空间 ${name}` }),
  source: (name) =>
    name === undefined
      ? { en: "source", zh: "源码" }
      : { en: `source of ${name}`, zh: `${name} 的源码` },
  tests: () => ({ en: "tests", zh: "测试" }),
  examples: () => ({ en: "examples", zh: "示例" }),
  benchmarks: () => ({ en: "benchmarks", zh: "基准测试" }),
  modules: () => ({ en: "modules of the build", zh: "构建的模块" }),
  projects: () => ({ en: "projects of the build", zh: "构建中的项目" }),
  crates: () => ({ en: "crates of the workspace", zh: "工作区中的 crate" }),
  packages: () => ({ en: "packages of the workspace", zh: "工作区中的包" }),
};

/** Rows of the structure: folders, what they hold, where it says so. */
export function toPlaceRows(
  { structure }: ProjectFacts,
  language: Language,
): (readonly [folders: string, what: string, source: string])[] {
  return structure.map(({ paths, kind, words, source }) => [
    paths.map((path) => codeSpan(/[*?]/.test(path) ? path : `${path}/`)).join(", "),
    kind === "words" ? (words ?? "") : PLACES[kind](words)[language],
    source,
  ]);
}

export function codeSpan(code: string): string {
  if (!code.includes("`")) return `\`${code}\``;
  const longest = Math.max(...[...code.matchAll(/`+/g)].map(([run]) => run.length));
  const marks = "`".repeat(longest + 1);
  return `${marks} ${code} ${marks}`;
}

/** Rows of both tables, as the template of tech.md takes them. */
export function renderTechRows(
  facts: ProjectFacts,
  language: Language,
): { stack: string | null; commands: string | null; structure: string | null } {
  return {
    stack: renderRows(
      toStackRows(facts, language).map((row) => [row.part, whatOf(row), row.source]),
    ),
    commands: renderRows(
      toCommandRows(facts).map(([purpose, command]) => [purpose, codeSpan(command)]),
    ),
    structure: renderRows(toPlaceRows(facts, language)),
  };
}

function renderRows(rows: readonly (readonly string[])[]): string | null {
  return rows.length === 0 ? null : rows.map(renderTableRow).join("\n");
}

/** Items of a list, each with the file that says so; null where none does. */
export function renderConventions(
  { conventions }: ProjectFacts,
  language: Language,
): string | null {
  const items = conventions.map(({ words, source, section }) => {
    const place = section === undefined ? source : `${source}, ${section}`;
    return `- ${toParagraph(words[language])} (${place})`;
  });
  return items.length === 0 ? null : items.join("\n");
}

/** Languages and frameworks in one line; null where none is known. */
export function renderStack({ languages, frameworks }: ProjectFacts): string | null {
  const names = [...languages, ...frameworks].slice(0, MOST_NAMED).map(nameOf);
  return names.length === 0 ? null : names.join(", ");
}

export function renderCommands({ commands }: ProjectFacts): string | null {
  const named = commands.slice(0, MOST_COMMANDS).map(({ command }) => codeSpan(command));
  return named.length === 0 ? null : named.join(", ");
}

function nameOf({ name, version }: Fact): string {
  return whatOf({ name, detail: version });
}

const README_INTENT: Text = {
  en: "understand the project, install and use it",
  zh: "了解项目、安装和使用",
};
const CI_INTENT: Text = { en: "change continuous integration", zh: "修改持续集成" };
const FOLDER_INTENTS: Partial<Record<FolderRole, Text>> = {
  docs: { en: "look something up in the project's documentation", zh: "查阅项目文档" },
  packages: { en: "find or change one of the project's packages", zh: "查找或修改项目中的包" },
  apps: { en: "find or change one of the project's applications", zh: "查找或修改项目中的应用" },
  infrastructure: { en: "change deployment or infrastructure", zh: "修改部署或基础设施" },
  database: { en: "change the database or its migrations", zh: "修改数据库或迁移" },
};

/** Intents that this project's own files answer. */
export function projectRoutes(facts: ProjectFacts, language: Language): GenericRoute[] {
  const readme = facts.sources.find(({ path }) => /^readme(?:\.\w+)*$/i.test(path));
  const workflow = facts.services.find(({ kind }) => kind === "ci");
  const routes: GenericRoute[] = [];
  if (readme !== undefined) {
    routes.push({ intent: README_INTENT[language], paths: [readme.path] });
  }
  if (workflow !== undefined) {
    routes.push({ intent: CI_INTENT[language], paths: [workflow.source] });
  }
  for (const { path, role } of facts.folders) {
    const intent = FOLDER_INTENTS[role]?.[language];
    if (intent === undefined || routes.some((route) => route.intent === intent)) continue;
    routes.push({ intent, paths: [`${path}/`] });
  }
  return routes;
}
