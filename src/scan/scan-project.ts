import { findParts } from "./choose-files.ts";
import { findConfiguredTools } from "./config-tools.ts";
import { inFolder, orderCommands } from "./commands.ts";
import { readDocCommands } from "./doc-commands.ts";
import { readDotnet } from "./ecosystems/dotnet.ts";
import { readGradle, readMaven } from "./ecosystems/jvm.ts";
import { readNode } from "./ecosystems/node.ts";
import { readPython } from "./ecosystems/python.ts";
import { readDart, readDeno, readElixir, readPhp, readRuby } from "./ecosystems/scripting.ts";
import { readCmake, readGo, readRust, readSwift } from "./ecosystems/systems.ts";
import type { Command, Fact, ProjectFacts, ScannedFile } from "./facts.ts";
import { findFolders } from "./folders.ts";
import { type Ecosystem, KNOWN, findMentioned } from "./known.ts";
import { type KnownPackages, type Manifest, type Reader, findKnown } from "./manifest.ts";
import { matchAny } from "../patterns/match-any.ts";
import { isCitable, toPlainText } from "./plain-text.ts";
import { README, describeReadme, toDescription } from "./readme.ts";
import { languageOfReadme } from "./readme-language.ts";
import { findRuleFiles } from "./rule-files.ts";
import { readServices } from "./services.ts";
import { readRunners, readTaskFiles } from "./task-files.ts";
import { type ProjectView, createView } from "./view.ts";

/** Of equal weight, the earlier one is the main one. Node.js is late, since a package.json often serves only tooling. */
const READERS: readonly (readonly [Ecosystem, Reader])[] = [
  ["jvm", readMaven],
  ["jvm", readGradle],
  ["dotnet", readDotnet],
  ["php", readPhp],
  ["ruby", readRuby],
  ["go", readGo],
  ["rust", readRust],
  ["python", readPython],
  ["other", readElixir],
  ["other", readDart],
  ["other", readSwift],
  ["node", readDeno],
  ["node", readNode],
  ["other", readCmake],
];
const MOST_MEMBERS = 20;
const MOST_PROBLEMS = 20;
/** A name that a generator gives, or that says nothing outside its folder: the folder's own is better. */
const NO_NAME =
  /^(?:root|monorepo|workspace|app|my-app|vite-project|project|demo|example|test|main|parent|laravel\/laravel|symfony\/skeleton)$|[-/](?:monorepo|root|workspace|parent|source)$/i;
/** Of the commands that another language implies: which linter it uses is a guess, how it is run is not. */
const OF_SIDE = new Set(["install", "build", "dev", "start", "test"]);

type Declared = Manifest & { readonly known: KnownPackages };

/** What the files of a project say about it. The same input gives the same facts. */
export function scanProject(
  files: readonly ScannedFile[],
  names: readonly string[],
  ruleTexts: readonly ScannedFile[] = [],
): ProjectFacts {
  const problems = new Set<string>();
  const view = createView(files, names, (problem) => problems.add(toPlainText(problem, 200)));
  const paths = files.map(({ path }) => path).filter(isCitable);
  const own = readManifests(view);
  const members = findMembers(own);
  const parts = findParts(paths).map((folder) => ({
    folder,
    declared: readManifests(view.at(folder)),
  }));
  const all = [...own, ...parts.flatMap(({ declared }) => declared)];
  const apart = findApart(own, parts);
  const configured = ["", ...parts.map(({ folder }) => folder)].flatMap((folder) =>
    findConfiguredTools(view.at(folder)),
  );
  const [readme] = view.readNames(README);
  const readmeText = view.text(readme ?? "") ?? "";
  const frameworks = merge(all, ({ known, main }) => findKnown(known.frameworks, main ?? NONE));
  const whole = files.filter(({ isCut }) => !isCut).map(({ path }) => path);
  const taskFiles = readTaskFiles(view, whole);
  const name = own.find((each) => each.name !== undefined)?.name;
  return {
    name: name !== undefined && NO_NAME.test(name) ? undefined : name,
    description: describeReadme(readmeText) ?? describe(own),
    readme,
    readmeLanguage: languageOfReadme(readmeText),
    languages: findLanguages(all),
    // What a part runs on says nothing about the rest of the project.
    runtimes: merge(own.length > 0 ? own : all, ({ runtimes }) => runtimes),
    frameworks,
    tools: merge(
      [...all, ...configured.map((tool) => ({ tools: [tool], ...NOTHING }))],
      toolsOf,
    ).filter((tool) => frameworks.every((framework) => framework.name !== tool.name)),
    packageManagers: merge(
      [...own, ...apart.flatMap(({ declared }) => declared)],
      ({ managers }) => managers,
    ),
    // What is deeper down than a scan lists is left out: it may not be there.
    workspaces: members
      .filter(({ path }) => /[*?]/.test(path) || view.has(`${path}/`))
      .slice(0, MOST_MEMBERS),
    commands: orderCommands([
      ...readDocCommands(ruleTexts, taskFiles),
      ...ownCommands(view, own),
      ...apart.flatMap(({ folder, declared }) => inFolder(folder, declared.flatMap(commandsOf))),
    ]),
    services: readServices(view),
    folders: findFolders(view),
    ruleFiles: findRuleFiles(names, ruleTexts, readmeText),
    taskFiles,
    mentioned: findMentioned(
      files.filter(({ path }) => !README.test(path)).map(({ text }) => text),
    ),
    sources: files
      .filter(({ path }) => isCitable(path))
      .map(({ path, isCut }) => ({ path, isCut })),
    problems: [...problems].slice(0, MOST_PROBLEMS),
  };
}

const NONE = new Map<string, never>();
const NOTHING = { weight: 0, source: "", known: { frameworks: [], tools: [] } };

function toolsOf({ known, tools, main, dev }: Declared): Fact[] {
  const all = new Map([...(main ?? NONE), ...(dev ?? NONE)]);
  return [...(tools ?? []), ...findKnown(known.tools, all)];
}

interface Part {
  readonly folder: string;
  readonly declared: readonly Declared[];
}

/** What is not run from the root: a package.json in a module of Maven is no member of a workspace. */
function findApart(own: readonly Declared[], parts: readonly Part[]): Part[] {
  return parts.map(({ folder, declared }) => ({
    folder,
    declared: declared.filter(({ known }) => {
      const root = own.filter((each) => each.known === known);
      return !matchAny(findMembers(root).map(({ path }) => path))(folder.replace(/\/$/, ""));
    }),
  }));
}

/** The main one first. */
function readManifests(view: ProjectView): Declared[] {
  return READERS.flatMap(([ecosystem, reader]) => {
    const manifest = reader(view);
    return manifest === undefined ? [] : [{ ...manifest, known: KNOWN[ecosystem] }];
  }).toSorted((one, other) => other.weight - one.weight);
}

/** Without the project itself and without what is taken out again. */
function findMembers(own: readonly Declared[]): { path: string; source: string }[] {
  const members = own.flatMap(({ members, membersIn, source }) =>
    (members ?? []).map((member) => ({
      path: toPlainText(member.replace(/^\.\//, "").replace(/\/$/, ""), 80),
      source: membersIn ?? source,
    })),
  );
  return members.filter(
    ({ path }, index) =>
      path !== "" &&
      path !== "." &&
      !path.startsWith("!") &&
      isCitable(path) &&
      members.findIndex((member) => member.path === path) === index,
  );
}

/** The main manifest's own words, unless they only repeat its name; another one may describe a side of the project. */
function describe([main]: readonly Declared[]): string | undefined {
  const isName = main?.description?.toLowerCase() === main?.name?.toLowerCase();
  return isName ? undefined : toDescription(main?.description);
}

/** Beside TypeScript, JavaScript is left out: such a manifest is one of its packages or holds settings. */
function findLanguages(all: readonly Declared[]): Fact[] {
  const languages = merge(all, (each) => each.languages);
  const isTyped = languages.some(({ name }) => name === "TypeScript");
  return languages.filter(({ name }) => name !== "JavaScript" || !isTyped);
}

/** The main language's tasks, then those of task runners, then what goes without saying. */
function ownCommands(view: ProjectView, [main, ...side]: readonly Declared[]): Command[] {
  return [
    ...(main?.tasks ?? []),
    ...readRunners(view),
    ...(main?.implied ?? []),
    ...side.flatMap(({ tasks, implied }) => [
      ...(tasks ?? []),
      ...(implied ?? []).filter(({ purpose }) => OF_SIDE.has(purpose)),
    ]),
  ];
}

function commandsOf({ tasks, implied }: Declared): Command[] {
  return [...(tasks ?? []), ...(implied ?? [])];
}

/** Each name once, by its first mention; a version that is told later completes it. */
function merge(
  all: readonly Declared[],
  list: (declared: Declared) => readonly Fact[] | undefined,
): Fact[] {
  const facts = new Map<string, Fact>();
  for (const fact of all.flatMap((declared) => list(declared) ?? [])) {
    const known = facts.get(fact.name);
    if (known === undefined || (known.version === undefined && fact.version !== undefined)) {
      facts.set(fact.name, fact);
    }
  }
  return [...facts.values()];
}
