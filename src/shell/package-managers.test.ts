import { describe, expect, it } from "vitest";
import { analyzeCommand } from "./analyze.ts";
import type { ShellWorld } from "./effects.ts";

const ROOT = "/home/me/project";
/** Every manifest and lockfile at the root; of the packages below, manifests only. */
const THERE =
  /^\/home\/me\/project\/(?:(?:package|package-lock|composer|packages\.lock)\.json|(?:composer|yarn|bun|poetry|uv|Cargo|Gemfile)\.lock|pnpm-lock\.yaml|pubspec\.(?:yaml|lock)|pyproject\.toml|Cargo\.toml|go\.(?:mod|sum)|Gemfile|deno\.(?:json|lock)|Pipfile(?:\.lock)?|App\.csproj|api\/(?:package\.json|Cargo\.toml|pyproject\.toml))$/;

const WORLD: ShellWorld = {
  home: "/home/me",
  start: ROOT,
  root: ROOT,
  bank: `${ROOT}/memory-bank`,
  isThere: (path) => THERE.test(path),
  isFolder: (path) => path === ROOT || path === `${ROOT}/api`,
  isLink: () => false,
  list: (path) => (path === ROOT ? ["App.csproj", "src"] : []),
  variable: () => undefined,
};

const analyze = (command: string) => analyzeCommand(command, WORLD);
const writes = (command: string) =>
  analyze(command).writes.map(({ path }) => path.replace(`${ROOT}/`, ""));

const NPM = "package.json package-lock.json";

describe("a package manager that changes what the project depends on", () => {
  it.each([
    ["npm install left-pad", NPM],
    ["npm i -D left-pad@1.3.0", NPM],
    ["npm install --save-dev --registry https://example.com left-pad", NPM],
    ["npm uninstall left-pad", NPM],
    ["npm update", NPM],
    ["npm version patch", NPM],
    ["npm pkg set scripts.test=vitest", NPM],
    ["npm audit fix", NPM],
    ["npm dedupe && npm test", NPM],
    ["cd src && sudo npm i left-pad", NPM],
    ["npm --prefix api install left-pad", "api/package.json package-lock.json"],
    ["(cd api; npm install left-pad)", "api/package.json package-lock.json"],
    ["CI=1 npx npm@10 install left-pad", NPM],
    ["pnpm add -D vitest", "package.json pnpm-lock.yaml"],
    ["pnpm -C api remove vitest", "api/package.json pnpm-lock.yaml"],
    ["pnpm up", "package.json pnpm-lock.yaml"],
    ["yarn add left-pad", "package.json yarn.lock"],
    ["yarn upgrade", "package.json yarn.lock"],
    ["yarn version --patch", "package.json yarn.lock"],
    ["bun add left-pad", "package.json bun.lock"],
    ["bun remove left-pad", "package.json bun.lock"],
    ["poetry add --group dev pytest", "pyproject.toml poetry.lock"],
    ["poetry version minor", "pyproject.toml poetry.lock"],
    ["uv add httpx", "pyproject.toml uv.lock"],
    ["uv --directory api lock", "api/pyproject.toml uv.lock"],
    ["uv sync --upgrade", "pyproject.toml uv.lock"],
    ["pipenv install requests", "Pipfile Pipfile.lock"],
    ["cargo add serde --features derive", "Cargo.toml Cargo.lock"],
    ["cargo +nightly update", "Cargo.toml Cargo.lock"],
    ["cargo remove --manifest-path api/Cargo.toml serde", "api/Cargo.toml Cargo.lock"],
    ["go get golang.org/x/term", "go.mod go.sum"],
    ["go mod tidy 2>&1 | tail -3", "go.mod go.sum"],
    ["composer require monolog/monolog", "composer.json composer.lock"],
    ["bundle add rack", "Gemfile Gemfile.lock"],
    ["bundle update", "Gemfile Gemfile.lock"],
    ["dotnet add package Serilog", "App.csproj packages.lock.json"],
    ["dotnet add src/Web.csproj package Serilog", "src/Web.csproj packages.lock.json"],
    ["flutter pub add http", "pubspec.yaml pubspec.lock"],
    ["npm init -y", NPM],
    ["corepack pnpm add zod", "package.json pnpm-lock.yaml"],
    ["yarn workspace api add react", "package.json yarn.lock"],
    ["deno add jsr:@std/path", "deno.json deno.lock"],
    ["python3 -m poetry add requests", "pyproject.toml poetry.lock"],
    ["dotnet add reference ../Lib/Lib.csproj", "App.csproj packages.lock.json"],
  ])("%s", (command, files) => {
    expect(writes(command).join(" ")).toBe(files);
  });

  it("is still a program of the project", () => {
    expect(analyze("npm install left-pad").programs).toHaveLength(1);
    expect(analyze("rm -f package-lock.json && npm install left-pad").own).toEqual([]);
  });
});

describe("what only looks like it", () => {
  it.each([
    "npm install",
    "npm i --omit dev",
    "npm ci",
    "npm install -g left-pad",
    "npm install --no-save left-pad",
    "npm install left-pad --dry-run",
    "npm install --help",
    "npm version",
    "npm --version",
    "npm pkg get version",
    "npm audit",
    "npm run add left-pad",
    "npm test -- update",
    "npm view left-pad version",
    "npm outdated",
    "npm publish",
    "npm init vite my-app",
    "yarn workspace api build",
    "deno install",
    "deno task add",
    "mix deps.get",
    "python3 -m pip download x",
    "npx update-browserslist",
    "pnpm install",
    "pnpm install --frozen-lockfile",
    "pnpm run update",
    "pnpm list add",
    "yarn",
    "yarn install",
    "yarn global add left-pad",
    "yarn why left-pad",
    "bun install",
    "bun run add.ts",
    "pip install requests",
    "python3 -m pip install requests",
    "poetry install",
    "poetry version",
    "poetry lock --check",
    "poetry run pytest",
    "uv sync",
    "uv pip install httpx",
    "uv tool install ruff",
    "uv lock --check",
    "pipenv install",
    "cargo build",
    "cargo install ripgrep",
    "cargo add serde --dry-run",
    "go build ./...",
    "go mod download",
    "go mod edit -json",
    "go install golang.org/x/tools/gopls@latest",
    "composer install",
    "composer global require laravel/installer",
    "composer show",
    "bundle install",
    "bundle exec rake update",
    "dotnet restore",
    "dotnet list package",
    "flutter pub get",
    "echo npm install left-pad",
    "git commit -m 'npm install left-pad'",
    "cd $SOMEWHERE && npm install left-pad",
  ])("%s", (command) => {
    expect(writes(command)).toEqual([]);
  });
});
