import { detectLanguage } from "../bank/language.ts";
import { inFolder, orderCommands } from "./commands.ts";
import { findConfiguredTools } from "./configured-tools.ts";
import { readDocCommands } from "./doc-commands.ts";
import { ECOSYSTEMS } from "./ecosystems/table.ts";
import type { Command, Fact, Folder, FolderRole, ProjectFacts, ScannedFile } from "./facts.ts";
import { matchAny } from "../patterns/match-any.ts";
import { isCitable, toPlainText } from "./plain-text.ts";
import { type Manifest, readEcosystem } from "./read-ecosystem.ts";
import { README, describeReadme, toDescription } from "./readme.ts";
import { findRuleFiles } from "./rule-files.ts";
import { readMake, readTaskFiles } from "./task-files.ts";
import { type ProjectView, createView } from "./view.ts";

const MOST_MEMBERS = 20;
/** A name that a generator gives, or that says nothing outside its folder: the folder's own is better. */
const NO_NAME =
  /^(?:root|monorepo|workspace|app|my-app|vite-project|project|demo|example|test|main|parent|laravel\/laravel|symfony\/skeleton)$|[-/](?:monorepo|root|workspace|parent|source)$/i;
/** What the files of a project say about it. The same input gives the same facts. */
export function scanProject(
  files: readonly ScannedFile[],
  names: readonly string[],
  ruleTexts: readonly ScannedFile[] = [],
): ProjectFacts {
  const view = createView(files, names);
  const read = files.filter(({ path }) => isCitable(path));
  const own = readManifests(view);
  const members = findMembers(own);
  const folders = new Set(read.map(({ path }) => path.slice(0, path.lastIndexOf("/") + 1)));
  folders.delete("");
  // `src/App.sln`, say, speaks for the whole project.
  const isOwn = ({ source }: Manifest) => own.some((each) => each.source === source);
  const parts = [...folders].map((folder) => ({
    folder,
    declared: readManifests(view.at(folder)).filter((each) => !isOwn(each)),
  }));
  const all = [...own, ...parts.flatMap(({ declared }) => declared)];
  const apart = findApart(own, parts);
  const configured = ["", ...folders].flatMap((folder) => findConfiguredTools(view.at(folder)));
  const [readme] = view.readNames(README);
  const readmeText = view.text(readme ?? "") ?? "";
  const frameworks = merge(all.map((each) => each.frameworks));
  const whole = read.filter(({ isCut }) => !isCut).map(({ path }) => path);
  const taskFiles = readTaskFiles(view, whole);
  const name = own[0]?.name;
  return {
    name: name !== undefined && NO_NAME.test(name) ? undefined : name,
    description: describeReadme(readmeText) ?? describe(own),
    readme,
    readmeLanguage: detectLanguage(readmeText),
    languages: findLanguages(all),
    // What a part runs on says nothing about the rest of the project.
    runtimes: merge((own.length > 0 ? own : all).map((each) => each.runtimes)),
    frameworks,
    tools: merge([...all.map((each) => each.tools), configured]).filter((tool) =>
      frameworks.every((framework) => framework.name !== tool.name),
    ),
    packageManagers: merge(
      [...own, ...apart.flatMap(({ declared }) => declared)].map((each) => each.managers),
    ),
    // What is deeper down than a scan lists is left out: it may not be there.
    workspaces: members
      .filter(({ name }) => /[*?]/.test(name) || view.names.includes(`${name}/`))
      .slice(0, MOST_MEMBERS),
    commands: orderCommands([
      ...readDocCommands(ruleTexts, taskFiles, view.names),
      ...ownCommands(view, own),
      ...apart.flatMap(({ folder, declared }) => inFolder(folder, declared.flatMap(commandsOf))),
    ]),
    folders: findFolders(view),
    ruleFiles: findRuleFiles(names, ruleTexts, readmeText),
    taskFiles,
    sources: whole,
  };
}

interface Part {
  readonly folder: string;
  readonly declared: readonly Manifest[];
}

/** What is not run from the root: a package.json in a module of Maven is no member of a workspace. */
function findApart(own: readonly Manifest[], parts: readonly Part[]): Part[] {
  return parts.map(({ folder, declared }) => ({
    folder,
    declared: declared.filter(({ kind }) => {
      const root = own.filter((each) => each.kind === kind);
      return !matchAny(findMembers(root).map(({ name }) => name))(folder.replace(/\/$/, ""));
    }),
  }));
}

/** The main one first; one file is read by one row of the table. */
function readManifests(view: ProjectView): Manifest[] {
  const read = ECOSYSTEMS.flatMap((row) => readEcosystem(row, view) ?? []);
  return read.filter(
    ({ source }, index) => read.findIndex((each) => each.source === source) === index,
  );
}

/** Without the project itself and without what is taken out again. */
function findMembers(own: readonly Manifest[]): Fact[] {
  const members = own.flatMap((manifest) =>
    manifest.members.map(({ name, source }) => {
      const written = name.replaceAll("\\", "/").replace(/^[.:]\/?|\/$/g, "");
      return { name: toPlainText(written.replaceAll(":", "/"), 80), source };
    }),
  );
  return merge([members]).filter(
    ({ name }) => name !== "" && !/^!|\.\./.test(name) && isCitable(name),
  );
}

/** The main manifest's own words, unless they only repeat its name; another one may describe a side of the project. */
function describe([main]: readonly Manifest[]): string | undefined {
  const isName = main?.description?.toLowerCase() === main?.name?.toLowerCase();
  return isName ? undefined : toDescription(main?.description);
}

/** Beside TypeScript, JavaScript is left out: such a manifest is one of its packages or holds settings. */
function findLanguages(all: readonly Manifest[]): Fact[] {
  const languages = merge(all.map((each) => each.languages));
  const isTyped = languages.some(({ name }) => name === "TypeScript");
  return languages.filter(({ name }) => name !== "JavaScript" || !isTyped);
}

/** The main language's tasks, then those of make, then what goes without saying. */
function ownCommands(view: ProjectView, [main, ...side]: readonly Manifest[]): Command[] {
  return [
    ...(main?.tasks ?? []),
    ...readMake(view),
    ...(main?.implied ?? []),
    ...side.flatMap(commandsOf),
  ];
}

function commandsOf({ tasks, implied }: Manifest): Command[] {
  return [...tasks, ...implied];
}

/** Each name once, by its first mention; a version that is told later completes it. */
function merge(lists: readonly (readonly Fact[])[]): Fact[] {
  const facts = new Map<string, Fact>();
  for (const fact of lists.flat()) {
    const known = facts.get(fact.name);
    if (known === undefined || (known.version === undefined && fact.version !== undefined)) {
      facts.set(fact.name, fact);
    }
  }
  return [...facts.values()];
}

/** Names of folders that are worth a route. */
const FOLDERS: readonly (readonly [FolderRole, RegExp])[] = [
  ["ci", /^\.github\/workflows\/$/],
  ["docs", /^(?:docs?|documentation)\/$/i],
  ["packages", /^(?:packages|crates|libs|modules)\/$/],
  ["apps", /^(?:apps|applications)\/$/],
  ["infrastructure", /^(?:infra|infrastructure|deploy|deployments?|k8s|terraform|helm|ansible)\/$/],
  ["database", /^(?:migrations|prisma|database)\/$/],
];
const PROSE = /\.(?:mdx?|markdown|rst|adoc|txt|html?)$|^(?:guides?|pages|content|en|zh)\/$/;

/** One folder for each role. Docs hold pages, and not only pictures for the README. */
function findFolders(view: ProjectView): Folder[] {
  return FOLDERS.flatMap(([role, pattern]) => {
    const found = view
      .matching(pattern)
      .find((name) => role !== "docs" || view.at(name).matching(PROSE).length > 0);
    return found === undefined ? [] : [{ path: found.slice(0, -1), role }];
  });
}
