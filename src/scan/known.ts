import { CONFIGURED_TOOLS } from "./config-tools.ts";
import type { Known } from "./dependencies.ts";
import { DOTNET_FRAMEWORKS, DOTNET_TOOLS } from "./ecosystems/dotnet.ts";
import { GO_FRAMEWORKS, GO_TOOLS } from "./ecosystems/go.ts";
import { JVM_FRAMEWORKS, JVM_TOOLS } from "./ecosystems/known-jvm.ts";
import { NODE_FRAMEWORKS, NODE_TOOLS } from "./ecosystems/known-node.ts";
import { PYTHON_FRAMEWORKS, PYTHON_TOOLS } from "./ecosystems/known-python.ts";
import { PHP_FRAMEWORKS, PHP_TOOLS } from "./ecosystems/php.ts";
import { RUBY_FRAMEWORKS, RUBY_TOOLS } from "./ecosystems/ruby.ts";
import { RUST_FRAMEWORKS, RUST_TOOLS } from "./ecosystems/rust.ts";
import { CI_NAMES } from "./services.ts";

const KNOWN: readonly Known[] = [
  DOTNET_FRAMEWORKS,
  DOTNET_TOOLS,
  GO_FRAMEWORKS,
  GO_TOOLS,
  JVM_FRAMEWORKS,
  JVM_TOOLS,
  NODE_FRAMEWORKS,
  NODE_TOOLS,
  PYTHON_FRAMEWORKS,
  PYTHON_TOOLS,
  PHP_FRAMEWORKS,
  PHP_TOOLS,
  RUBY_FRAMEWORKS,
  RUBY_TOOLS,
  RUST_FRAMEWORKS,
  RUST_TOOLS,
].flat();

/** What is not known by a package: languages, what runs them, managers, services, and tools by their settings. */
const OTHERS: ReadonlySet<string> = new Set(
  `Java,Kotlin,C#,F#,Visual Basic,PHP,Ruby,Go,Rust,Rust edition,Python,Elixir,Dart,Swift,TypeScript,JavaScript,C,C++,
   CUDA,Fortran,Node.js,Bun,Deno,.NET,.NET SDK,npm,pnpm,yarn,bun,Maven,Gradle,NuGet,Composer,Bundler,Cargo,uv,Poetry,
   PDM,Pipenv,pip,Go modules,pub,Mix,Swift Package Manager,CMake,tox,nox,Docker,Docker Compose,GitHub Actions`
    .split(/,\s*/)
    .concat(CI_NAMES, CONFIGURED_TOOLS),
);

/** Whether a scan can find this at all: what it cannot find, somebody else has written. */
export function isKnownName(name: string): boolean {
  return OTHERS.has(name) || KNOWN.some(([label]) => label === name);
}

/** The known ones that manifests have a package of, whatever they say of it. */
export function findMentioned(manifests: readonly string[]): string[] {
  const text = manifests.join("\n").toLowerCase();
  return KNOWN.filter(([, ...packages]) =>
    packages.some((each) => hasWord(text, each.toLowerCase())),
  ).map(([label]) => label);
}

function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const around = text.charAt(at - 1) + text.charAt(at + word.length);
    if (!/[\w@/-]/.test(around)) return true;
  }
  return false;
}
