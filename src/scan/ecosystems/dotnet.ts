import { textAt } from "../../formats/values.ts";
import type { Command } from "../facts.ts";
import { type Dependency, type Manifest, listCommands } from "../manifest.ts";
import { toName } from "../plain-text.ts";
import { toVersion } from "../version.ts";
import type { ProjectView } from "../view.ts";

const SOLUTION = /^(?:[Ss]rc\/)?[^/]+\.slnx?$/;
const PROJECT = /^(?:[Ss]rc\/)?[^/]+\.(?:cs|fs|vb)proj$/;
const PROPERTIES = /^(?:[Ss]rc\/)?Directory\.(?:Build|Packages)\.props$/;
const TESTS = /tests?\.(?:cs|fs|vb)proj/i;
const LANGUAGES = { csproj: "C#", fsproj: "F#", vbproj: "Visual Basic" } as const;
const PACKAGE =
  /<Package(Reference|Version)\s[^>]*?Include="([^"]+)"(?:[^>]*?\sVersion="([^"]*)")?/g;

export function readDotnet(view: ProjectView): Manifest | undefined {
  const solutions = view.matching(SOLUTION);
  const projects = view.matching(PROJECT);
  const manifest = solutions[0] ?? projects.find((name) => !TESTS.test(name)) ?? projects[0];
  if (manifest === undefined) return undefined;
  const source = view.source(manifest);
  const sdk = textAt(view.json("global.json"), "sdk", "version");
  const { used, offered, framework } = readPackages(view);
  const text = view.text(manifest) ?? "";
  const listed = `${text}\n${projects.join("\n")}`;
  return {
    weight: 5,
    source,
    name: toName(manifest.replace(/^.*\//, "").replace(/\.\w+$/, "")),
    languages: Object.entries(LANGUAGES)
      .map(([extension, name]) => ({ name, count: listed.split(`.${extension}`).length - 1 }))
      .filter(({ count }) => count > 0)
      .toSorted((one, other) => other.count - one.count)
      .map(({ name }) => ({ name, source })),
    runtimes:
      sdk !== undefined
        ? [{ name: ".NET SDK", version: toVersion(sdk), source: view.source("global.json") }]
        : framework === undefined
          ? []
          : [{ name: ".NET", ...framework }],
    main: used,
    dev: new Map([...offered, ...used]),
    managers: [{ name: "NuGet", source }],
    members: readMembers(text, manifest),
    implied: readImplied(view, manifest, [...solutions, ...projects], listed),
  };
}

/** Folders of the projects that a solution lists, from the root; a solution may lie below it. */
function readMembers(solution: string, path: string): string[] {
  const from = path.slice(0, path.lastIndexOf("/") + 1);
  return [...solution.matchAll(/"([^"\n]{1,300})[\\/][^"\\/\n]{1,200}\.(?:cs|fs|vb)proj"/g)]
    .map(([, folder = ""]) => from + folder.replaceAll("\\", "/"))
    .filter((folder) => !folder.includes(".."));
}

/** What is only offered to all projects, with its version, may be there for benchmarks and tests. */
function readPackages(view: ProjectView) {
  const used = new Map<string, Dependency>();
  const offered = new Map<string, Dependency>();
  let framework: { version: string; source: string } | undefined;
  const read = (text: string, source: string) => {
    const sdk = /<Project\s[^>]*?Sdk="([^"]+)"/.exec(text)?.[1];
    if (sdk !== undefined) used.set(sdk, { version: undefined, source });
    for (const [, kind, name = "", version] of text.matchAll(PACKAGE)) {
      const known = version === undefined ? offered.get(name) : undefined;
      (kind === "Version" ? offered : used).set(name, known ?? { version, source });
    }
    const target = /<TargetFrameworks?>\s*net(\d+\.\d+)/.exec(text)?.[1];
    if (target !== undefined) framework ??= { version: target, source };
  };
  for (const name of view.root.readNames(PROPERTIES).toReversed()) {
    read(view.root.text(name) ?? "", name);
  }
  for (const name of view.readNames(PROJECT)) read(view.text(name) ?? "", view.source(name));
  return { used, offered, framework };
}

function readImplied(
  view: ProjectView,
  manifest: string,
  candidates: readonly string[],
  listed: string,
): Command[] {
  if (/["$`\\]/.test(manifest)) return [];
  const toCommand = (verb: string, name: string) => {
    // In another folder, or with several of them in this one, the tool has to be told which.
    const isOnly = candidates.length === 1 && !name.includes("/");
    return isOnly
      ? `dotnet ${verb}`
      : `dotnet ${verb} ${/^[\w./-]+$/.test(name) ? name : `"${name}"`}`;
  };
  // Without a project of tests the command does nothing.
  const tests = SOLUTION.test(manifest) ? manifest : candidates.find((name) => TESTS.test(name));
  return listCommands(
    view,
    TESTS.test(listed) && tests !== undefined && ["test", toCommand("test", tests), tests],
    ["build", toCommand("build", manifest), manifest],
    ["install", toCommand("restore", manifest), manifest],
  );
}
