import { detectLanguage } from "../bank/language.ts";
import { inFolder, orderCommands } from "./commands.ts";
import { readDocCommands } from "./doc-commands.ts";
import { CONFIGURED_TOOLS, ECOSYSTEMS } from "./ecosystems/table.ts";
import type { Command, Fact, Folder, FolderRole, ProjectFacts, ScannedFile } from "./facts.ts";
import { matchAny } from "../patterns/match-any.ts";
import { isCitable, toPlainText } from "./plain-text.ts";
import { type Manifest, firstSign, readEcosystem } from "./read-ecosystem.ts";
import { README, describeReadme, toDescription } from "./readme.ts";
import { findRuleFiles } from "./rule-files.ts";
import { readMake, readTaskFiles } from "./task-files.ts";
import { type ProjectView, createView } from "./view.ts";

const MOST_MEMBERS = 20;
/** A generator's name, or one that says nothing outside its folder: the folder's own name is better. */
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
  const folders = [...new Set(read.map(({ path }) => path.slice(0, path.lastIndexOf("/") + 1)))];
  // A file such as `src/App.sln` describes the whole project.
  const isOwn = ({ source }: Manifest) => own.some((each) => each.source === source);
  const parts = folders
    .flatMap((folder) => readManifests(view.at(folder)).map((each) => ({ ...each, folder })))
    .filter((part) => !isOwn(part));
  const all = [...own, ...parts];
  // Parts that are not run from the root: a package.json in a module of Maven is not a member of a workspace.
  const apart = parts.filter(({ kind, folder }) => {
    const root = own.filter((each) => each.kind === kind);
    return !matchAny(findMembers(root).map(({ name }) => name))(folder);
  });
  const configured = ["", ...folders].flatMap((folder) => findConfigured(view.at(folder)));
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
    // The runtime of a part does not apply to the rest of the project.
    runtimes: merge((own.length > 0 ? own : all).map((each) => each.runtimes)),
    frameworks,
    tools: merge([...all.map((each) => each.tools), configured]).filter((tool) =>
      frameworks.every((framework) => framework.name !== tool.name),
    ),
    packageManagers: merge([...own, ...apart].map((each) => each.managers)),
    // Members deeper than a scan lists are left out, because it is unknown if they exist.
    workspaces: members
      .filter(({ name }) => /[*?]/.test(name) || view.names.includes(`${name}/`))
      .slice(0, MOST_MEMBERS),
    commands: orderCommands([
      ...readDocCommands(ruleTexts, taskFiles, view.names),
      // The main language's tasks, then those of make, then the commands that every such project has.
      ...(own[0]?.tasks ?? []),
      ...readMake(view),
      ...own.flatMap(commandsOf),
      ...apart.flatMap((part) => inFolder(part.folder, commandsOf(part))),
    ]),
    folders: findFolders(view),
    ruleFiles: findRuleFiles(names, ruleTexts, readmeText),
    taskFiles,
    sources: whole,
  };
}

/** The main manifest first; each file is read by one row of the table only. */
function readManifests(view: ProjectView): Manifest[] {
  const read = ECOSYSTEMS.flatMap((row) => readEcosystem(row, view) ?? []);
  return read.filter(
    ({ source }, index) => read.findIndex((each) => each.source === source) === index,
  );
}

/** Members without the project itself and without excluded ones. */
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

/** The main manifest's description, unless it only repeats the name; other manifests may describe only a part. */
function describe([main]: readonly Manifest[]): string | undefined {
  const isName = main?.description?.toLowerCase() === main?.name?.toLowerCase();
  return isName ? undefined : toDescription(main?.description);
}

/** JavaScript is left out beside TypeScript: such a manifest is a package of the project or holds settings. */
function findLanguages(all: readonly Manifest[]): Fact[] {
  const languages = merge(all.map((each) => each.languages));
  const isTyped = languages.some(({ name }) => name === "TypeScript");
  return languages.filter(({ name }) => name !== "JavaScript" || !isTyped);
}

function commandsOf({ tasks, implied }: Manifest): Command[] {
  return [...tasks, ...implied];
}

function findConfigured(view: ProjectView): Fact[] {
  return CONFIGURED_TOOLS.flatMap(([name, ...sign]) => {
    const file = firstSign(view, [sign]);
    return file === undefined ? [] : [{ name, source: view.folder + file }];
  });
}

/** Each name once, where it is first mentioned; a version found later is added to it. */
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

/** One folder for each role. Docs must hold pages, not only pictures for the README. */
function findFolders(view: ProjectView): Folder[] {
  return FOLDERS.flatMap(([role, pattern]) => {
    const found = view
      .matching(pattern)
      .find((name) => role !== "docs" || view.at(name).matching(PROSE).length > 0);
    return found === undefined ? [] : [{ path: found.slice(0, -1), role }];
  });
}
