import type { Text } from "../types.ts";

/** What a doc is for. Gates, recovery, guideline, check, view and Protocol ask for roles, never for paths. */
export const ROLES = [
  "conventions",
  "stack",
  "progress",
  "focus",
  "requirements",
  "designs",
  "lessons",
  "decisions",
] as const;
export type Role = (typeof ROLES)[number];

/** The names of roles, for people. */
export const ROLE_NAMES: Readonly<Record<Role, Text>> = {
  conventions: { en: "conventions", zh: "约定" },
  stack: { en: "stack", zh: "技术栈" },
  progress: { en: "progress", zh: "进度" },
  focus: { en: "focus", zh: "焦点" },
  requirements: { en: "requirements", zh: "需求" },
  designs: { en: "designs", zh: "设计" },
  lessons: { en: "lessons", zh: "经验" },
  decisions: { en: "decisions", zh: "决策" },
};

/**
 * Which doc plays a role: our layout first, then those of other tools and of banks grown by hand, the best first. A place
 * that ends in `/` is a folder whose docs all play the role; `*` stands for any letters. Letter case, `-`, `_`, blanks and
 * a number in front are ignored.
 */
const PLACES: Readonly<Record<Role, readonly string[]>> = {
  conventions: list(`
    details/patterns.md systempatterns.md patterns.md *conventions.md *guidelines.md
    *bestpractices.md *standards.md *styleguide.md *codestyle.md codingstyle.md *规范.md *约定.md
    rules.md claude.md agents.md patterns/ architecture.md`),
  stack: list(`
    details/tech.md techcontext.md tech.md *techstack.md technicalstack.md techspecs.md
    technicalcontext.md 技术栈.md`),
  progress: list(`
    details/progress.md *progress.md roadmap.md todo.md todos.md backlog.md
    *implementationplan.md *进度.md`),
  focus: list(`
    activecontext.md context.md currenttask.md currentcontext.md currentfocus.md active.md
    focus.md tasks.md tasks/`),
  requirements: list(`
    details/requirements/ requirements/ requirements.md projectbrief.md brief.md
    productcontext.md product.md prd.md prd/ projectroadmap.md 需求*.md *requirements.md
    *requirementsdocument.md *designdocument.md productbrief.md`),
  designs: list("details/design/ design/ designs/ design.md creative/"),
  lessons: list(
    "details/learnings/ learnings/ learnings.md lessons.md lessonslearned.md reflection/",
  ),
  decisions: list("decisionlog.md *decisions.md decisions/ adr/ adrs/"),
};

/** Docs that say what the project is, the best first. Some also play a role. */
const OVERVIEWS = list(`
  projectbrief.md productbrief.md brief.md projectoverview.md overview.md projectcontext.md
  productcontext.md product.md project.md projectsummary.md codebasesummary.md 项目概述.md
  项目概览.md`);

function list(words: string): readonly string[] {
  return words.trim().split(/\s+/);
}

const ROLE_OF = new Map(
  ROLES.flatMap((role) => PLACES[role].map((place) => [place, role] as const)),
);
/** Places with a `*`, in the order in which they are tried. */
const WIDE = [...ROLE_OF.keys()]
  .filter((place) => place.includes("*"))
  .map((place) => ({
    place,
    pattern: new RegExp(`^${place.replace(".", "\\.").replace("*", "[^/]*")}$`),
  }));

/** A doc of the bank, and the role that its name gives it. */
export function roleOf(doc: string): Role | undefined {
  return ROLE_OF.get(rolePlaceOf(doc));
}

/** The doc that says what the project is. */
export function overviewOf(paths: readonly string[]): string | undefined {
  const places = new Map(paths.toReversed().map((path) => [placeOf(path), path]));
  return OVERVIEWS.flatMap((place) => places.get(place) ?? [])[0];
}

/** The place in the table that matches a doc's name; else the doc's own name. */
function rolePlaceOf(doc: string): string {
  const place = placeOf(doc);
  if (ROLE_OF.has(place)) return place;
  return WIDE.find(({ pattern }) => pattern.test(place))?.place ?? place;
}

/** The places of the bank that play a role, the best first; a folder is listed once, as `tasks/`. */
export function playersOf(role: Role, paths: readonly string[]): string[] {
  const players = new Map<string, string>();
  for (const path of paths) {
    const place = rolePlaceOf(path);
    if (!ROLE_OF.has(place) || players.has(place)) continue;
    players.set(place, place.endsWith("/") ? folderOf(path, place) : path);
  }
  return PLACES[role].flatMap((place) => players.get(place) ?? []);
}

/** The one doc that plays a role; a folder, which has many, does not count. */
export function docOf(role: Role, paths: readonly string[]): string | undefined {
  return playersOf(role, paths).find((place) => !place.endsWith("/"));
}

/** Whether a doc says what the task is. Requirements do so if each has its own doc; a brief describes the project. */
export function isAnchor(doc: string): boolean {
  const place = rolePlaceOf(doc);
  const role = ROLE_OF.get(place);
  if (role === "requirements") return place.endsWith("/");
  return role === "progress" || role === "focus" || role === "designs";
}

/** A doc's name in the form of the table; for a doc in a folder, the folder's name. */
export function placeOf(doc: string): string {
  const parts = doc.split("/").map(fold);
  if (isCore(parts)) parts.shift();
  const depth = parts[0] === "details" ? 2 : 1;
  return parts.length > depth ? `${parts.slice(0, depth).join("/")}/` : parts.join("/");
}

function folderOf(path: string, place: string): string {
  const parts = path.split("/");
  const depth = place.split("/").length - 1 + (isCore(parts.map(fold)) ? 1 : 0);
  return `${parts.slice(0, depth).join("/")}/`;
}

/** Whether a folder is `core/`, in which some banks keep all of their docs. */
function isCore([folder, name]: readonly string[]): boolean {
  return folder === "core" && name !== undefined;
}

function fold(name: string): string {
  return name
    .toLowerCase()
    .replace(/^\d{1,3}[-_. ]+/, "")
    .replaceAll(/[-_ ]/g, "");
}
