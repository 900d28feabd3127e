import { type Table, tableAt, textAt, valueAt } from "../../formats/values.ts";
import type { Fact } from "../facts.ts";
import { type Dependency, type Manifest, listCommands } from "../manifest.ts";
import { toName } from "../plain-text.ts";
import { toVersion } from "../version.ts";
import type { ProjectView } from "../view.ts";

const POM = "pom.xml";
const JAVA_PROPERTIES =
  /<(?:java\.version|maven\.compiler\.(?:release|source|target)|java_source_version|jdk\.version)>([^<]*)</;
/** Parts of a POM that have names and versions of something else. */
const INSIDE =
  /<(parent|dependencies|dependencyManagement|build|profiles|properties|modules|reporting|developers|licenses|scm)>[^]*?<\/\1>/g;

export function readMaven(view: ProjectView): Manifest | undefined {
  const pom = view.text(POM)?.replaceAll(/<!--[^]*?-->/g, "");
  if (pom === undefined || !pom.includes("<project")) return undefined;
  const source = view.source(POM);
  const own = pom.replaceAll(INSIDE, "");
  const parent = block(pom, "parent") ?? "";
  const properties = block(pom, "properties") ?? "";
  /** With the properties of this file; what it does not declare is unknown. */
  const resolve = (text: string | undefined) => {
    const resolved = text?.replaceAll(/\$\{([\w.-]+)\}/g, (whole, name: string) => {
      return tag(properties, name) ?? whole;
    });
    return resolved?.includes("${") ? undefined : resolved;
  };
  const members = [...(block(pom, "modules") ?? "").matchAll(/<module>([^<]*)</g)].flatMap(
    ([, name]) => toName(name) ?? [],
  );
  const group = tag(own, "groupId") ?? tag(parent, "groupId");
  const main = new Map<string, Dependency>();
  const dev = new Map<string, Dependency>();
  const add = (to: Map<string, Dependency>, name: string | undefined, version?: string) => {
    if (name === undefined || to.get(name)?.version !== undefined) return;
    to.set(name, { version: resolve(version), source });
  };
  // The parent of a root is a framework's.
  if (view.folder === "") add(main, tag(parent, "groupId"), tag(parent, "version"));
  for (const [, each = ""] of pom.matchAll(/<dependency>([^]*?)<\/dependency>/g)) {
    if (tag(each, "groupId") !== group) add(main, tag(each, "groupId"), tag(each, "version"));
  }
  for (const [, each = ""] of pom.matchAll(/<plugin>([^]*?)<\/plugin>/g)) {
    for (const key of ["groupId", "artifactId"]) add(dev, tag(each, key), tag(each, "version"));
  }
  const java = {
    name: "Java",
    version: toVersion(resolve(JAVA_PROPERTIES.exec(properties)?.[1])),
    source,
  };
  const isKotlin =
    dev.has("kotlin-maven-plugin") || tag(properties, "kotlin.version") !== undefined;
  const kotlin = { name: "Kotlin", version: toVersion(tag(properties, "kotlin.version")), source };
  const wrapper = view.firstOf("mvnw");
  const maven = wrapper === undefined ? "mvn" : "./mvnw";
  const hasBoot =
    tag(parent, "artifactId") === "spring-boot-starter-parent" ||
    dev.has("spring-boot-maven-plugin");
  return {
    weight: 4 + (members.length > 0 ? 1 : 0),
    source,
    name: toName(tag(own, "artifactId")),
    description: resolve(tag(own, "description")),
    languages: !isKotlin ? [java] : view.has("src/main/java/") ? [java, kotlin] : [kotlin],
    main,
    dev: new Map([...main, ...dev]),
    managers: [{ name: "Maven", source }],
    members,
    implied: listCommands(
      view,
      ["test", `${maven} test`, wrapper ?? POM],
      dev.has("com.diffplug.spotless") && ["format", `${maven} spotless:apply`, POM],
      hasBoot && members.length === 0 && ["dev", `${maven} spring-boot:run`, wrapper ?? POM],
      ["build", `${maven} package`, wrapper ?? POM],
    ),
  };
}

function block(pom: string, name: string): string | undefined {
  return new RegExp(`<${name}>([^]*?)</${name}>`).exec(pom)?.[1];
}

function tag(text: string, name: string): string | undefined {
  const escaped = name.replaceAll(".", "\\.");
  return new RegExp(`<${escaped}>\\s*([^<]*?)\\s*</${escaped}>`).exec(text)?.[1];
}

const CATALOG = "gradle/libs.versions.toml";
const PLUGIN = /\bid\s*\(?\s*["']([\w.-]+)["']\s*\)?(?:\s*version\s*\(?\s*["']([\w.+-]+)["'])?/g;
const KOTLIN_PLUGIN = /\bkotlin\s*\(\s*["']([\w.-]+)["']\s*\)(?:\s*version\s*["']([\w.+-]+)["'])?/g;
const DEPENDENCY =
  /\b\w*(?:[iI]mplementation|[aA]pi|[oO]nly|classpath|platform|kapt|ksp)\b[\s(]*["']([\w.-]+):[\w.-]+(?::([\w.+-]+))?["']/g;
const JAVA_VERSION =
  /JavaLanguageVersion\.of\(\s*["']?(\d+)|jvmToolchain\(\s*(\d+)|(?:source|target)Compatibility\s*=?\s*(?:JavaVersion\.VERSION_)?["']?([\d._]+)/;
const JAVA_PLUGINS = ["java", "java-library", "application", "war", "org.springframework.boot"];

export function readGradle(view: ProjectView): Manifest | undefined {
  const [build] = view.readNames(/^build\.gradle(?:\.kts)?$/);
  const [settings] = view.readNames(/^settings\.gradle(?:\.kts)?$/);
  const manifest = build ?? settings;
  if (manifest === undefined) return undefined;
  const source = view.source(manifest);
  const script = withoutComments(view.text(build ?? "") ?? "");
  const structure = withoutComments(view.text(settings ?? "") ?? "");
  const main = readGradleDependencies(view, script, structure, source);
  const members = [...structure.matchAll(/\binclude\b\s*\(?((?:\s*["'][\w.:/-]+["']\s*,?)+)/g)]
    .flatMap(([, list = ""]) => [...list.matchAll(/["']:?([\w.:/-]+)["']/g)])
    .map(([, member = ""]) => member.replaceAll(":", "/"));
  const wrapper = view.firstOf("gradlew");
  const gradle = wrapper === undefined ? "gradle" : "./gradlew";
  const isJvm = [...JAVA_PLUGINS, "org.jetbrains.kotlin.jvm"].some((plugin) => main.has(plugin));
  const boot = /org\.springframework\.boot["'][^\n]*/.exec(script)?.[0];
  const file = wrapper ?? manifest;
  return {
    weight: 4 + (members.length > 0 ? 1 : 0),
    source,
    name: toName(/rootProject\.name\s*=\s*["']([^"'\n]+)["']/.exec(structure)?.[1]),
    languages: findLanguages(view, script, main, source),
    main,
    dev: main,
    managers: [{ name: "Gradle", source }],
    members,
    membersIn: settings === undefined ? undefined : view.source(settings),
    implied: listCommands(
      view,
      // Every project has `check`; `test` comes with the plugins for the JVM.
      ["test", `${gradle} ${isJvm ? "test" : "check"}`, file],
      boot !== undefined && !/apply\s*\(?\s*false/.test(boot) && ["dev", `${gradle} bootRun`, file],
      main.has("application") && ["start", `${gradle} run`, file],
      ["build", `${gradle} build`, file],
    ),
  };
}

/** A `//` after a colon belongs to an address. */
function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[^]*?\*\//g, "").replaceAll(/(?<!:)\/\/.*$/gm, "");
}

/** Groups of libraries and ids of plugins, of this script and of the catalog that it draws on. */
function readGradleDependencies(
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
  for (const key of ["plugins", "libraries"]) {
    for (const entry of Object.values(tableAt(catalog, key))) {
      const written =
        typeof entry === "string" ? entry : (textAt(entry, "module") ?? textAt(entry, "id"));
      const [group = textAt(entry, "group"), ...rest] = written?.split(":") ?? [];
      const stated = typeof entry === "string" ? rest.at(-1) : versionOf(entry, versions);
      add(group, stated, view.source(CATALOG));
    }
  }
  return found;
}

function versionOf(entry: unknown, versions: Table): unknown {
  const version = valueAt(entry, "version");
  return typeof version === "string" ? version : valueAt(versions, textAt(version, "ref") ?? "");
}

function findLanguages(
  view: ProjectView,
  script: string,
  found: ReadonlyMap<string, Dependency>,
  source: string,
): Fact[] {
  const [, toolchain, jvm, level] = JAVA_VERSION.exec(script) ?? [];
  const version = toVersion((toolchain ?? jvm ?? level)?.replaceAll("_", "."));
  const java = { name: "Java", version, source };
  const kotlin = ["jvm", "multiplatform", "android"]
    .map((kind) => found.get(`org.jetbrains.kotlin.${kind}`))
    .find((plugin) => plugin !== undefined);
  const hasSource = view.has("src/main/java/");
  if (kotlin !== undefined) {
    const facts = [{ name: "Kotlin", version: toVersion(kotlin.version), source: kotlin.source }];
    return hasSource ? [...facts, java] : facts;
  }
  // A level of Java is set for Kotlin too; without a sign of it the language of the modules is unknown.
  const hasLevel = version !== undefined && !/kotlin|android/i.test(script);
  return hasLevel || hasSource || JAVA_PLUGINS.some((plugin) => found.has(plugin)) ? [java] : [];
}
