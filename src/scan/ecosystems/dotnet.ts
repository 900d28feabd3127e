import { type Dependency, type Known, findKnown } from "../dependencies.ts";
import type { Command, Fact } from "../facts.ts";
import { type FolderFacts, createFolderFacts } from "../folder-facts.ts";
import { type Element, parseXml } from "../../formats/parse-xml.ts";
import { toName } from "../plain-text.ts";
import { textAt } from "../../formats/values.ts";
import { toVersion } from "../version.ts";
import type { ProjectView } from "../view.ts";

export const DOTNET_FRAMEWORKS: readonly Known[] = [
  [
    "ASP.NET Core",
    "Microsoft.NET.Sdk.Web",
    "Microsoft.AspNetCore.OpenApi",
    "Microsoft.AspNetCore.Authentication.JwtBearer",
  ],
  [".NET Aspire", "Aspire.Hosting.AppHost", "Aspire.Hosting.PostgreSQL", "Aspire.Hosting.Redis"],
  ["Blazor", "Microsoft.NET.Sdk.BlazorWebAssembly", "Microsoft.AspNetCore.Components.WebAssembly"],
  [".NET MAUI", "Microsoft.Maui.Controls"],
  ["Avalonia", "Avalonia"],
  [
    "Entity Framework Core",
    "Microsoft.EntityFrameworkCore",
    "Microsoft.EntityFrameworkCore.Tools",
    "Microsoft.EntityFrameworkCore.SqlServer",
    "Npgsql.EntityFrameworkCore.PostgreSQL",
  ],
  ["Dapper", "Dapper"],
  ["MediatR", "MediatR"],
  ["gRPC", "Grpc.AspNetCore"],
  ["Orleans", "Orleans.Server", "Microsoft.Orleans.Server"],
];
export const DOTNET_TOOLS: readonly Known[] = [
  ["xUnit", "xunit", "xunit.v3"],
  ["NUnit", "NUnit"],
  ["MSTest", "MSTest", "MSTest.TestFramework", "MSTest.Sdk"],
  ["NSubstitute", "NSubstitute"],
  ["Moq", "Moq"],
];
const SOLUTION = /^(?:[Ss]rc\/)?[^/]+\.slnx?$/;
const PROJECT = /^(?:[Ss]rc\/)?[^/]+\.(?:cs|fs|vb)proj$/;
const PROPERTIES = /^(?:[Ss]rc\/)?Directory\.(?:Build|Packages)\.props$/;
const TESTS = /tests?\.(?:cs|fs|vb)proj/i;
const LANGUAGES = { csproj: "C#", fsproj: "F#", vbproj: "Visual Basic" } as const;

export function readDotnet(view: ProjectView): FolderFacts | undefined {
  const solutions = view.matching(SOLUTION);
  const projects = view.matching(PROJECT);
  const manifest = solutions[0] ?? projects.find((name) => !TESTS.test(name)) ?? projects[0];
  if (manifest === undefined) return undefined;
  const source = view.source(manifest);
  const sdk = textAt(view.json("global.json"), "sdk", "version");
  const found = readPackages(view);
  const framework = [...found.frameworks][0];
  const listed = `${view.text(manifest) ?? ""}\n${projects.join("\n")}`;
  return createFolderFacts({
    weight: 4 + (view.has("global.json") ? 1 : 0) + (view.has("Directory.Build.props") ? 1 : 0),
    name: toName(manifest.replace(/^.*\//, "").replace(/\.\w+$/, "")),
    description: undefined,
    languages: findLanguages(listed, source),
    runtimes:
      sdk === undefined
        ? framework === undefined
          ? []
          : [{ name: ".NET", version: framework[0], source: framework[1] }]
        : [{ name: ".NET SDK", version: toVersion(sdk), source: view.source("global.json") }],
    frameworks: findKnown(DOTNET_FRAMEWORKS, found.packages),
    tools: findKnown(DOTNET_TOOLS, new Map([...found.offered, ...found.packages])),
    packageManagers: [{ name: "NuGet", source }],
    membership: { kind: "projects", source },
    workspaces: readMembers(view.text(manifest) ?? "", manifest),
    implied: readImplied(view, manifest, [...solutions, ...projects], listed),
  });
}

function findLanguages(listed: string, source: string): Fact[] {
  return Object.entries(LANGUAGES)
    .map(([extension, name]) => ({ name, count: listed.split(`.${extension}`).length - 1 }))
    .filter(({ count }) => count > 0)
    .toSorted((one, other) => other.count - one.count)
    .map(({ name }) => ({ name, source }));
}

/** Folders of the projects that a solution lists, from the root; a solution may lie below it. */
function readMembers(solution: string, path: string): string[] {
  const from = path.slice(0, path.lastIndexOf("/") + 1);
  return [...solution.matchAll(/"([^"\n]{1,300})[\\/][^"\\/\n]{1,200}\.(?:cs|fs|vb)proj"/g)]
    .map(([, folder = ""]) => from + folder.replaceAll("\\", "/"))
    .filter((folder) => !folder.includes(".."));
}

/**
 * Packages and target frameworks that the projects declare. What is only offered to all of them, with its
 * version, may be there for benchmarks and tests.
 */
function readPackages(view: ProjectView): {
  packages: Map<string, Dependency>;
  offered: Map<string, Dependency>;
  frameworks: Map<string, string>;
} {
  const packages = new Map<string, Dependency>();
  const offered = new Map<string, Dependency>();
  const frameworks = new Map<string, string>();
  const read = (name: string, source: string, from: ProjectView) => {
    for (const element of flatten(parseXml(from.text(name) ?? ""))) {
      const sdk = element.name === "Project" ? element.attributes.get("Sdk") : undefined;
      if (sdk !== undefined) packages.set(sdk, { version: undefined, source });
      const included = element.attributes.get("Include");
      const version = element.attributes.get("Version");
      if (included !== undefined && element.name === "PackageVersion") {
        offered.set(included, { version, source });
      } else if (included !== undefined && element.name === "PackageReference") {
        const known = version === undefined ? offered.get(included) : { version, source };
        packages.set(included, known ?? { version, source });
      }
      const target = /^net(\d+\.\d+)/.exec(element.text.trim())?.[1];
      if (/^TargetFrameworks?$/.test(element.name) && target !== undefined) {
        frameworks.set(target, source);
      }
    }
  };
  for (const name of view.root.readNames(PROPERTIES).toReversed()) read(name, name, view.root);
  for (const name of view.readNames(PROJECT)) read(name, view.source(name), view);
  return { packages, offered, frameworks };
}

function flatten(root: Element): Element[] {
  const found: Element[] = [];
  const waiting = [...root.children];
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    found.push(next);
    waiting.push(...next.children);
  }
  return found;
}

function readImplied(
  view: ProjectView,
  manifest: string,
  candidates: readonly string[],
  listed: string,
): Command[] {
  const toCommand = (verb: string, name: string): Command => {
    // In another folder, or with several of them in this one, the tool has to be told which.
    const isOnly = candidates.length === 1 && !name.includes("/");
    const quoted = /^[\w./-]+$/.test(name) ? name : `"${name}"`;
    const purpose = verb === "restore" ? "install" : verb;
    const command = isOnly ? `dotnet ${verb}` : `dotnet ${verb} ${quoted}`;
    return { purpose, command, source: view.source(name) };
  };
  if (/["$`\\]/.test(manifest)) return [];
  const commands = [toCommand("restore", manifest), toCommand("build", manifest)];
  // Without a project of tests the command does nothing.
  const isSolution = SOLUTION.test(manifest);
  const tests = isSolution ? manifest : candidates.find((name) => TESTS.test(name));
  return TESTS.test(listed) && tests !== undefined
    ? [...commands, toCommand("test", tests)]
    : commands;
}
