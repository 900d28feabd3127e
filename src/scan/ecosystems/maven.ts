import { type Dependency, findKnown } from "../dependencies.ts";
import type { Command, Fact } from "../facts.ts";
import { type FolderFacts, createFolderFacts } from "../folder-facts.ts";
import {
  type Element,
  elementAt,
  elementsAt,
  parseXml,
  xmlTextAt,
} from "../../formats/parse-xml.ts";
import { findPlaces } from "../places.ts";
import { toName } from "../plain-text.ts";
import { toVersion } from "../version.ts";
import type { ProjectView } from "../view.ts";
import { JVM_FRAMEWORKS, JVM_TOOLS } from "./known-jvm.ts";

const MANIFEST = "pom.xml";
const JAVA_VERSIONS = [
  "java.version",
  "maven.compiler.release",
  "maven.compiler.source",
  "maven.compiler.target",
  "java_source_version",
  "jdk.version",
] as const;

export function readMaven(view: ProjectView): FolderFacts | undefined {
  const text = view.text(MANIFEST);
  if (text === undefined) return undefined;
  const project = elementAt(parseXml(text), "project");
  if (project === undefined) return undefined;
  const source = view.source(MANIFEST);
  const resolve = createResolve(project);
  const dependencies = readDependencies(project, resolve, source, view.folder === "");
  const members = elementsAt(project, "modules")
    .filter(({ name }) => name === "module")
    .flatMap(({ text: module }) => toName(module) ?? []);
  const frameworks = findKnown(JVM_FRAMEWORKS, dependencies);
  return createFolderFacts({
    weight: 4 + (members.length > 0 ? 1 : 0) + (frameworks.length > 0 ? 1 : 0),
    name: toName(xmlTextAt(project, "artifactId")),
    description: resolve(xmlTextAt(project, "description")),
    languages: findLanguages(view, project, resolve, source),
    frameworks,
    tools: findKnown(
      JVM_TOOLS,
      new Map([...dependencies, ...readPlugins(project, resolve, source)]),
    ),
    packageManagers: [{ name: "Maven", source }],
    workspaces: members,
    membership: { kind: "modules", source },
    places: findPlaces(view, MANIFEST, ["src/main", "source"], ["src/test", "tests"]),
    implied: readImplied(view, project, members.length > 0),
  });
}

/** Replaces `${names}` by the properties of this file; what it does not declare is unknown. */
function createResolve(project: Element): (text: string | undefined) => string | undefined {
  const properties = new Map(
    elementsAt(project, "properties").map(({ name, text }) => [name, text.trim()]),
  );
  return (text) => {
    const resolved = text?.replaceAll(/\$\{([\w.-]+)\}/g, (whole, name: string) => {
      return properties.get(name) ?? whole;
    });
    return resolved?.includes("${") ? undefined : resolved;
  };
}

function readDependencies(
  project: Element,
  resolve: (text: string | undefined) => string | undefined,
  source: string,
  isRoot: boolean,
): Map<string, Dependency> {
  const own = xmlTextAt(project, "groupId") ?? xmlTextAt(project, "parent", "groupId");
  const found = new Map<string, Dependency>();
  const declared = [
    elementAt(project, "parent"),
    ...elementsAt(project, "dependencies"),
    // The parent of several modules declares here what its modules use.
    ...(elementAt(project, "modules") === undefined
      ? []
      : elementsAt(project, "dependencyManagement", "dependencies")),
  ];
  for (const element of declared) {
    const group = xmlTextAt(element, "groupId");
    if (group === undefined) continue;
    // Another part of the same project; the parent of a root is a framework's.
    if (group === own && !(isRoot && element?.name === "parent")) continue;
    const version = resolve(xmlTextAt(element, "version"));
    if (found.get(group)?.version === undefined) found.set(group, { version, source });
  }
  return found;
}

/** By group, and by artifact where the group is Maven's own. */
function readPlugins(
  project: Element,
  resolve: (text: string | undefined) => string | undefined,
  source: string,
): [string, Dependency][] {
  return elementsAt(project, "build", "plugins").flatMap((plugin) => {
    const version = resolve(xmlTextAt(plugin, "version"));
    return [xmlTextAt(plugin, "groupId"), xmlTextAt(plugin, "artifactId")].flatMap(
      (name): [string, Dependency][] => (name === undefined ? [] : [[name, { version, source }]]),
    );
  });
}

function findLanguages(
  view: ProjectView,
  project: Element,
  resolve: (text: string | undefined) => string | undefined,
  source: string,
): Fact[] {
  const version = JAVA_VERSIONS.map((name) =>
    toVersion(resolve(xmlTextAt(project, "properties", name))),
  ).find((found) => found !== undefined);
  const java = { name: "Java", version, source };
  const plugins = elementsAt(project, "build", "plugins").map((plugin) =>
    xmlTextAt(plugin, "artifactId"),
  );
  const declared = xmlTextAt(project, "properties", "kotlin.version");
  if (!plugins.includes("kotlin-maven-plugin") && declared === undefined) return [java];
  const kotlin = { name: "Kotlin", version: toVersion(declared), source };
  return view.has("src/main/java/") ? [java, kotlin] : [kotlin];
}

function readImplied(view: ProjectView, project: Element, hasModules: boolean): Command[] {
  const wrapper = view.has("mvnw");
  const maven = wrapper ? "./mvnw" : "mvn";
  const source = view.source(wrapper ? "mvnw" : MANIFEST);
  const commands: Command[] = [
    { purpose: "build", command: `${maven} package`, source },
    { purpose: "test", command: `${maven} test`, source },
  ];
  const hasBoot =
    xmlTextAt(project, "parent", "artifactId") === "spring-boot-starter-parent" ||
    elementsAt(project, "build", "plugins").some(
      (plugin) => xmlTextAt(plugin, "artifactId") === "spring-boot-maven-plugin",
    );
  if (
    readPlugins(project, (text) => text, source).some(([name]) => name === "com.diffplug.spotless")
  ) {
    commands.push({
      purpose: "format",
      command: `${maven} spotless:apply`,
      source: view.source(MANIFEST),
    });
  }
  if (hasBoot && !hasModules) {
    commands.push({ purpose: "dev", command: `${maven} spring-boot:run`, source });
  }
  return commands;
}
