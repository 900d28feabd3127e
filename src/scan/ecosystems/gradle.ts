import { type Dependency, findKnown } from "../dependencies.ts";
import type { Command, Fact } from "../facts.ts";
import { type FolderFacts, createFolderFacts } from "../folder-facts.ts";
import { findPlaces } from "../places.ts";
import { toName } from "../plain-text.ts";
import { type Table, tableAt, textAt, valueAt } from "../../formats/values.ts";
import { toVersion } from "../version.ts";
import type { ProjectView } from "../view.ts";
import { JVM_FRAMEWORKS, JVM_TOOLS } from "./known-jvm.ts";

const BUILD = /^build\.gradle(?:\.kts)?$/;
const SETTINGS = /^settings\.gradle(?:\.kts)?$/;
const CATALOG = "gradle/libs.versions.toml";
const PLUGIN = /\bid\s*\(?\s*["']([\w.-]+)["']\s*\)?(?:\s*version\s*\(?\s*["']([\w.+-]+)["'])?/g;
const KOTLIN_PLUGIN = /\bkotlin\s*\(\s*["']([\w.-]+)["']\s*\)(?:\s*version\s*["']([\w.+-]+)["'])?/g;
const DEPENDENCY =
  /\b\w*(?:[iI]mplementation|[aA]pi|[oO]nly|classpath|platform|kapt|ksp)\b[\s(]*["']([\w.-]+):[\w.-]+(?::([\w.+-]+))?["']/g;
const JAVA_VERSION =
  /JavaLanguageVersion\.of\(\s*["']?(\d+)|jvmToolchain\(\s*(\d+)|(?:source|target)Compatibility\s*=?\s*(?:JavaVersion\.VERSION_)?["']?([\d._]+)/;

const KOTLIN = [
  "org.jetbrains.kotlin.jvm",
  "org.jetbrains.kotlin.multiplatform",
  "org.jetbrains.kotlin.android",
  "org.jetbrains.kotlin",
];

export function readGradle(view: ProjectView): FolderFacts | undefined {
  const [build] = view.readNames(BUILD);
  const [settings] = view.readNames(SETTINGS);
  const manifest = build ?? settings;
  if (manifest === undefined) return undefined;
  const source = view.source(manifest);
  const script = withoutComments(view.text(build ?? "") ?? "");
  const structure = withoutComments(view.text(settings ?? "") ?? "");
  const found = readDependencies(view, script, structure, source);
  const members = readMembers(structure);
  const frameworks = findKnown(JVM_FRAMEWORKS, found);
  return createFolderFacts({
    weight: 4 + (members.length > 0 ? 1 : 0) + (frameworks.length > 0 ? 1 : 0),
    name: toName(/rootProject\.name\s*=\s*["']([^"'\n]+)["']/.exec(structure)?.[1]),
    languages: findLanguages(view, script, found, source),
    frameworks,
    tools: findKnown(JVM_TOOLS, found),
    packageManagers: [{ name: "Gradle", source }],
    workspaces: members,
    membership: { kind: "projects", source: view.source(settings ?? manifest) },
    places: findPlaces(view, manifest, ["src/main", "source"], ["src/test", "tests"]),
    implied: readImplied(view, script, found, source),
  });
}

/** A `//` after a colon belongs to an address. */
function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[^]*?\*\//g, "").replaceAll(/(?<!:)\/\/.*$/gm, "");
}

/** `include(":core", ":tools:lint")`, with or without parentheses, over several lines. */
function readMembers(structure: string): string[] {
  return [...structure.matchAll(/\binclude\b\s*\(?((?:\s*["'][\w.:/-]+["']\s*,?)+)/g)]
    .flatMap(([, list = ""]) => [...list.matchAll(/["']:?([\w.:/-]+)["']/g)])
    .map(([, member = ""]) => member.replaceAll(":", "/"));
}

/** Groups of libraries and ids of plugins, of this script and of the catalog that it draws on. */
function readDependencies(
  view: ProjectView,
  script: string,
  structure: string,
  source: string,
): Map<string, Dependency> {
  const found = new Map<string, Dependency>();
  const add = (name: string | undefined, version: unknown, from: string) => {
    if (name === undefined || found.get(name)?.version !== undefined) return;
    found.set(name, { version, source: from });
  };
  for (const [, id, version] of `${script}\n${structure}`.matchAll(PLUGIN))
    add(id, version, source);
  for (const [, id, version] of script.matchAll(KOTLIN_PLUGIN)) {
    add(`org.jetbrains.kotlin.${id}`, version, source);
  }
  for (const [, group, version] of script.matchAll(DEPENDENCY)) add(group, version, source);
  if (/\bapply\s+plugin:\s*["']java/.test(script)) add("java", undefined, source);
  const catalog = view.toml(CATALOG) ?? {};
  const versions = tableAt(catalog, "versions");
  const from = view.source(CATALOG);
  for (const entry of Object.values(tableAt(catalog, "plugins"))) {
    const [id, version] = typeof entry === "string" ? entry.split(":") : [textAt(entry, "id")];
    add(id, version ?? versionOf(entry, versions), from);
  }
  for (const entry of Object.values(tableAt(catalog, "libraries"))) {
    const module = typeof entry === "string" ? entry : textAt(entry, "module");
    const [group = textAt(entry, "group"), , version] = module?.split(":") ?? [];
    add(group, version ?? versionOf(entry, versions), from);
  }
  return found;
}

function versionOf(entry: unknown, versions: Table): unknown {
  const version = valueAt(entry, "version");
  if (typeof version === "string") return version;
  return valueAt(versions, textAt(version, "ref") ?? "");
}

function findLanguages(
  view: ProjectView,
  script: string,
  found: ReadonlyMap<string, Dependency>,
  source: string,
): Fact[] {
  const [, toolchain, jvm, level] = JAVA_VERSION.exec(script) ?? [];
  const java = {
    name: "Java",
    version: toVersion((toolchain ?? jvm ?? level)?.replaceAll("_", ".")),
    source,
  };
  const kotlin = KOTLIN.map((name) => found.get(name)).find((plugin) => plugin !== undefined);
  // A level of Java is set for Kotlin too.
  const hasLevel = java.version !== undefined && !/kotlin|android/i.test(script);
  const hasJava = hasLevel || view.has("src/main/java/") || isJava(found);
  // Without a sign of it the language of the modules is unknown.
  if (kotlin === undefined) return hasJava ? [java] : [];
  const facts: Fact[] = [
    { name: "Kotlin", version: toVersion(kotlin.version), source: kotlin.source },
  ];
  return view.has("src/main/java/") ? [...facts, java] : facts;
}

function isJava(found: ReadonlyMap<string, Dependency>): boolean {
  return ["java", "java-library", "application", "war", "org.springframework.boot"].some((plugin) =>
    found.has(plugin),
  );
}

function readImplied(
  view: ProjectView,
  script: string,
  found: ReadonlyMap<string, Dependency>,
  manifest: string,
): Command[] {
  const wrapper = view.has("gradlew");
  const gradle = wrapper ? "./gradlew" : "gradle";
  const source = wrapper ? view.source("gradlew") : manifest;
  // Every project has `check`; `test` comes with the plugins for the JVM.
  const hasTest = isJava(found) || found.has("org.jetbrains.kotlin.jvm");
  const commands: Command[] = [
    { purpose: "build", command: `${gradle} build`, source },
    { purpose: "test", command: `${gradle} ${hasTest ? "test" : "check"}`, source },
  ];
  const boot = /org\.springframework\.boot["'][^\n]*/.exec(script)?.[0];
  if (boot !== undefined && !/apply\s*\(?\s*false/.test(boot)) {
    commands.push({ purpose: "dev", command: `${gradle} bootRun`, source });
  } else if (found.has("application")) {
    commands.push({ purpose: "start", command: `${gradle} run`, source });
  }
  return commands;
}
