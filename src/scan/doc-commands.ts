import { PURPOSES } from "./commands.ts";
import type { Command, ScannedFile, TaskFile } from "./facts.ts";
import { toRunTask } from "./task-files.ts";

/** Programs that run something of the project; other programs in docs are examples. */
const PROGRAM =
  /^(?:npm|pnpm|yarn|bun|npx|pnpx|bunx|deno|uv|uvx|poetry|pdm|pipenv|hatch|tox|nox|pytest|python3?|pip3?|ruff|black|flake8|mypy|pyright|pre-commit|make|just|task|mage|go|golangci-lint|cargo|dotnet|mvn|gradle|\.\/(?:mvnw|gradlew|bin\/[\w-]+|scripts?\/[\w./-]+)|bundle|rake|rspec|rubocop|bin\/[\w-]+|composer|vendor\/bin\/[\w-]+|php|mix|swift|flutter|dart|cmake|ctest|ninja|meson|bazel|turbo|nx|vitest|jest|eslint|prettier|tsc|docker compose|docker-compose)(?: |$)/;
/** Words in a command that tell its purpose, in the order in which they are tried. */
const SIGNS = Object.entries({
  install:
    "(?<=^(?:npm|pnpm|yarn|bun|poetry|pdm|pipenv|bundle|composer|pip3?) )(?:ci|i|install)|(?<=^uv )sync|(?<=^go mod )download|(?<=^dotnet )restore|deps\\.get|(?<=^(?:flutter|dart) pub )get",
  test: "tests?|pytest|ctest|rspec|phpunit|pest|jest|vitest|(?:tox|nox)(?!.* -[es] )",
  lint: "lint|eslint|ruff check|flake8|clippy|vet|golangci-lint|rubocop|phpstan|pre-commit",
  types: "typecheck|type-check|tsc|mypy|pyright",
  format: "format|fmt|prettier|black|rustfmt|spotlessApply|spotless:apply",
  dev: "dev|serve|runserver|bootRun|spring-boot:run",
  start: "start|(?<=^(?:cargo|go|dotnet|swift|flutter) )run",
  build: "build|compile|package|assemble",
}).map(([purpose, words]) => ({
  purpose,
  sign: new RegExp(`(?:^|[\\s:/])(?:${words})(?![\\w./-])`),
}));
/** A placeholder for the reader, or more than one plain command. */
const ODD =
  /[<>|;`$*…{}]|\.\.\.|&(?!&)|path\/to|package-name|your[-_]|\bexample\b|--watch\b|(?:^| )(?:-[vVh]|--version|--help)(?: |$)/i;
const SHELL = /^(?:bash|sh|shell|console|zsh|shell-session|terminal|text|)$/i;
const LONGEST = 80;

/** Commands in code blocks of the project's own rules, which tell people to run them. */
export function readDocCommands(
  files: readonly ScannedFile[],
  taskFiles: readonly TaskFile[],
  names: readonly string[],
): Command[] {
  const found = files.flatMap(({ path, text }) =>
    readBlocks(text).flatMap((command): Command[] => {
      const purpose = SIGNS.find(({ sign }) => sign.test(command))?.purpose;
      const isReal = purpose !== undefined && isThere(command, taskFiles, names);
      return isReal ? [{ purpose, command, source: path }] : [];
    }),
  );
  // Only the first of each purpose: further ones test a single file, or build for another system.
  return PURPOSES.flatMap((purpose) => found.find((each) => each.purpose === purpose) ?? []);
}

/** A code block, also an indented one in a list. */
const BLOCK = /^[ \t]*(`{3,}|~{3,})([^\n`]*)\n([^]*?)(?:^[ \t]*\1|$(?![^]))/gm;

function readBlocks(text: string): string[] {
  return [...text.matchAll(BLOCK)].flatMap(([, , language = "", block = ""]) => {
    if (!SHELL.test(language.trim())) return [];
    // After `cd` the commands belong to another folder, unless it is a clone of the project.
    const parts = block.split(/^[ \t]*(?:[$>%] )?(?:cd|pushd) /m);
    const own = parts.slice(0, block.includes("git clone ") ? 2 : 1).join("\n");
    return own
      .split("\n")
      .map((line) =>
        line
          .trim()
          .replace(/^[$>%] /, "")
          .replace(/\s+#.*$/, ""),
      )
      .filter((line) => line.length <= LONGEST && PROGRAM.test(line) && !ODD.test(line));
  });
}

/** Whether the task that a command runs exists; a command that runs no task counts as existing. */
function isThere(
  command: string,
  taskFiles: readonly TaskFile[],
  names: readonly string[],
): boolean {
  const ran = toRunTask(command);
  if (ran === undefined) return true;
  const known = taskFiles.filter(({ path }) => ran.files.includes(path));
  if (known.length === 0) return ran.files.some((file) => names.includes(file));
  return known.some(({ tasks }) => tasks.includes(ran.task));
}
