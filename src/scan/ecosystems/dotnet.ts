import { type Dependency, type Known, findKnown } from "../dependencies.ts";
import type { Command, Fact } from "../facts.ts";
import { type FolderFacts, createFolderFacts } from "../folder-facts.ts";
import { type Element, parseXml } from "../../formats/parse-xml.ts";
import { toName } from "../plain-text.ts";
import { textAt } from "../../formats/values.ts";
import { toVersion } from "../version.ts";
import type { ProjectView } from "../view.ts";

const FRAMEWORKS: readonly Known[] = [
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
const TOOLS: readonly Known[] = [
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
    frameworks: findKnown(FRAMEWORKS, found.packages),
    tools: findKnown(TOOLS, found.packages),
    packageManagers: [{ name: "NuGet", source }],
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

/** Packages and target frameworks that the projects and the properties for all of them declare. */
function readPackages(view: ProjectView): {
  packages: Map<string, Dependency>;
  frameworks: Map<string, string>;
} {
  const packages = new Map<string, Dependency>();
  const frameworks = new Map<string, string>();
  for (const name of [...view.readNames(PROJECT), ...view.readNames(PROPERTIES)]) {
    const source = view.source(name);
    for (const element of flatten(parseXml(view.text(name) ?? ""))) {
      const sdk = element.name === "Project" ? element.attributes.get("Sdk") : undefined;
      if (sdk !== undefined) packages.set(sdk, { version: undefined, source });
      const included = element.attributes.get("Include");
      if (/^Package(?:Reference|Version)$/.test(element.name) && included !== undefined) {
        packages.set(included, { version: element.attributes.get("Version"), source });
      }
      const target = /^net(\d+\.\d+)/.exec(element.text.trim())?.[1];
      if (/^TargetFrameworks?$/.test(element.name) && target !== undefined) {
        frameworks.set(target, source);
      }
    }
  }
  return { packages, frameworks };
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
