import { findPackages, findParts } from "./choose-files.ts";
import { findConfiguredTools } from "./config-tools.ts";
import { findConventions } from "./conventions/find-conventions.ts";
import { readDotnet } from "./ecosystems/dotnet.ts";
import { readGo } from "./ecosystems/go.ts";
import { readGradle } from "./ecosystems/gradle.ts";
import { readMaven } from "./ecosystems/maven.ts";
import { readNode } from "./ecosystems/node.ts";
import { readCmake, readDart, readDeno, readElixir, readSwift } from "./ecosystems/other.ts";
import { readPhp } from "./ecosystems/php.ts";
import { readPython } from "./ecosystems/python.ts";
import { readRuby } from "./ecosystems/ruby.ts";
import { readRust } from "./ecosystems/rust.ts";
import type { Fact, ProjectFacts, ScannedFile } from "./facts.ts";
import { type FolderFacts, type Reader, createFolderFacts } from "./folder-facts.ts";
import { findFolders } from "./folders.ts";
import { findMentioned } from "./known.ts";
import { matchAny } from "../patterns/match-any.ts";
import { type Part, orderCommands } from "./order-commands.ts";
import { isCitable, toPlainText } from "./plain-text.ts";
import { README, describeReadme, toDescription } from "./readme.ts";
import { languageOfReadme } from "./readme-language.ts";
import { readRunners } from "./runners.ts";
import { readServices } from "./services.ts";
import { findStructure } from "./structure.ts";
import { readTaskFiles } from "./task-files.ts";
import { type ProjectView, createView } from "./view.ts";

/** Of equal weight, the earlier one is the main one. Node.js is late, since a package.json often serves only tooling. */
const READERS: readonly Reader[] = [
  readMaven,
  readGradle,
  readDotnet,
  readPhp,
  readRuby,
  readGo,
  readRust,
  readPython,
  readElixir,
  readDart,
  readSwift,
  readDeno,
  readNode,
  readCmake,
];

const MOST_LANGUAGES = 6;
const MOST_FRAMEWORKS = 8;
const MOST_TOOLS = 12;
const MOST_MANAGERS = 4;
const MOST_WORKSPACES = 30;
const MOST_PROBLEMS = 20;
/** A name that a generator gives, or that says nothing outside its folder: the folder's own is better. */
const NO_NAME =
  /^(?:root|monorepo|workspace|app|my-app|vite-project|project|demo|example|test|main|parent|laravel\/laravel|symfony\/skeleton)$|[-/](?:monorepo|root|workspace|parent|source)$/i;

/**
 * What the files of a project say about it, and what those that are no manifests say of how things are done.
 * The same input gives the same facts.
 */
export function scanProject(
  files: readonly ScannedFile[],
  names: readonly string[],
  ruleFiles: readonly ScannedFile[] = [],
): ProjectFacts {
  const problems = new Set<string>();
  const onProblem = (problem: string) => problems.add(toPlainText(problem, 200));
  const view = createView(files, names, onProblem);
  const everything = [...files, ...ruleFiles];
  const own = findIn(view);
  const members = findMembers(own);
  const paths = files.map(({ path }) => path).filter(isCitable);
  const parts = findParts(paths).map((folder) => ({
    folder,
    manifest: paths.find((path) => path.startsWith(folder)) ?? folder,
    declared: findIn(view.at(folder)),
  }));
  const apart = findApart(own, parts);
  const all = [...own, ...parts.flatMap(({ declared }) => declared)];
  const name = findName(own);
  const [path] = view.readNames(README);
  const readme = path === undefined ? undefined : { path, text: view.text(path) ?? "" };
  const frameworks = merge(all, "frameworks", MOST_FRAMEWORKS);
  const configured = [view, ...parts.map(({ folder }) => view.at(folder))].flatMap((each) =>
    createFolderFacts({ weight: 0, tools: findConfiguredTools(each) }),
  );
  return {
    name,
    description: findDescription(readme?.text ?? "", own, name),
    readmeLanguage: languageOfReadme(readme?.text ?? ""),
    languages: findLanguages(all),
    // What a part runs on says nothing about the rest of the project.
    runtimes: merge(own.length > 0 ? own : all, "runtimes", MOST_LANGUAGES),
    frameworks,
    tools: merge([...all, ...configured], "tools", MOST_TOOLS, frameworks),
    packageManagers: merge(
      [...own, ...apart.flatMap(({ declared }) => declared)],
      "packageManagers",
      MOST_MANAGERS,
    ),
    workspaces: members.slice(0, MOST_WORKSPACES),
    commands: orderCommands(own, readRunners(view), apart),
    services: readServices(view),
    folders: findFolders(view, name, findPackages(view.names, members)),
    structure: findStructure(view, readme, own, parts),
    conventions: findConventions(createView(everything, names, onProblem)),
    taskFiles: readTaskFiles(
      view,
      files.filter(({ isCut }) => !isCut).map(({ path }) => path),
    ),
    mentioned: findMentioned(
      files.filter(({ path }) => !README.test(path)).map(({ text }) => text),
    ),
    sources: everything
      .filter(({ path }) => isCitable(path))
      .map(({ path, isCut }) => ({ path, isCut })),
    problems: [...problems].slice(0, MOST_PROBLEMS),
  };
}

/** What is not run from the root: a package.json in a module of Maven is no member of a workspace. */
function findApart(own: readonly FolderFacts[], parts: readonly Part[]): Part[] {
  const roots = new Map(own.map(({ ecosystem, workspaces }) => [ecosystem, matchAny(workspaces)]));
  return parts.map((part) => ({
    ...part,
    declared: part.declared.filter(({ ecosystem }) => roots.get(ecosystem)?.(part.folder) !== true),
  }));
}

/** Without the project itself and without what is taken out again. */
function findMembers(declared: readonly FolderFacts[]): string[] {
  const members = declared
    .flatMap(({ workspaces }) => workspaces)
    .map((declared) => toPlainText(declared.replace(/^\.\//, ""), 80))
    .filter((member) => member !== "" && member !== "." && !member.startsWith("!"));
  return [...new Set(members)];
}

/** The main one first. */
function findIn(view: ProjectView): FolderFacts[] {
  return READERS.flatMap((reader, ecosystem) => {
    const facts = reader(view);
    return facts === undefined ? [] : [{ ...facts, ecosystem }];
  }).toSorted((one, other) => other.weight - one.weight);
}

/** The main manifest's, unless it says nothing; then what the repository is called. */
function findName(declared: readonly FolderFacts[]): string | undefined {
  const stated = declared.find(({ name }) => name !== undefined)?.name;
  if (stated !== undefined && !NO_NAME.test(stated)) return stated;
  return declared.find(({ repository }) => repository !== undefined)?.repository;
}

/**
 * That of the main manifest or of one with the same name, else the README's: what another manifest
 * describes may be only a side of the project.
 */
function findDescription(
  readme: string,
  declared: readonly FolderFacts[],
  name: string | undefined,
): string | undefined {
  const isAbout = (facts: FolderFacts) =>
    facts === declared[0] || facts.name?.toLowerCase() === name?.toLowerCase();
  const describe = (all: readonly FolderFacts[]) =>
    all
      .filter((facts) => !isNameAlone(facts))
      .map(({ description }) => toDescription(description))
      .find((found) => found !== undefined);
  return describe(declared.filter(isAbout)) ?? describeReadme(readme, name) ?? describe(declared);
}

/** `teapot`, of a project that is called teapot-parent. */
function isNameAlone({ name = "", description = "" }: FolderFacts): boolean {
  const wordsOf = (text: string): readonly string[] =>
    text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return wordsOf(description).every((word) => wordsOf(name).includes(word));
}

/** Beside TypeScript, JavaScript is left out: such a manifest is one of its packages or holds settings. */
function findLanguages(declared: readonly FolderFacts[]): Fact[] {
  const languages = merge(declared, "languages", MOST_LANGUAGES);
  const isTyped = languages.some(({ name }) => name === "TypeScript");
  return languages.filter(({ name }) => name !== "JavaScript" || !isTyped);
}

/** Each name once, by its first mention; a version that is told later completes it. */
function merge(
  declared: readonly FolderFacts[],
  list: "languages" | "runtimes" | "frameworks" | "tools" | "packageManagers",
  most: number,
  without: readonly Fact[] = [],
): Fact[] {
  const facts = new Map<string, Fact>();
  for (const fact of declared.flatMap((facts) => facts[list])) {
    const known = facts.get(fact.name);
    if (without.some(({ name }) => name === fact.name)) continue;
    if (known === undefined || (known.version === undefined && fact.version !== undefined)) {
      facts.set(fact.name, fact);
    }
  }
  return [...facts.values()].slice(0, most);
}
