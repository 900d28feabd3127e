import { matchAny } from "../patterns/match-any.ts";

/** Paths whose change reaches further than the file: identity, dependencies, build, deployment, data. */
export const SENSITIVE_PATHS: readonly string[] = [
  "**/{auth,security,oauth,sso,rbac}/**",
  "**/{package.json,composer.json,deno.json*,pubspec.yaml,Pipfile,*.{cs,fs,vb}proj}",
  "**/{package-lock.json,npm-shrinkwrap.json,pnpm-lock.yaml,yarn.lock,bun.lock,bun.lockb}",
  "**/{Cargo.lock,poetry.lock,uv.lock,pdm.lock,Pipfile.lock,composer.lock,Gemfile.lock,go.sum}",
  "**/{deno.lock,pubspec.lock,packages.lock.json,Directory.Packages.props}",
  "**/{mix.exs,mix.lock,Package.swift,Package.resolved,Podfile,Podfile.lock,pixi.toml,pixi.lock}",
  "**/tsconfig*.json",
  "**/*.config.*",
  "**/.env*",
  "**/{Dockerfile*,docker-compose*,compose.y*ml,compose.*.y*ml}",
  "**/{docker,infra,k8s,kubernetes,terraform,helm}/**",
  "{.github/workflows,.circleci}/**",
  ".gitlab-ci.yml",
  "**/Jenkinsfile",
  "**/{pyproject.toml,requirements*.txt,setup.py,go.mod,Cargo.toml,Gemfile,pom.xml,build.gradle*}",
  "**/migrations/**",
  "**/schema.prisma",
  "**/{nginx*.conf,nginx/**}",
  // Our own settings.
  "**/memory-bank.json",
  // Files by which git runs commands unseen.
  "**/.git/{config,hooks/**}",
];

/** A manifest or a migration in one of these is test data. */
const TEST_PATHS: readonly string[] = ["**/{test,tests,__tests__,spec,fixtures,testdata}/**"];

/** Compiled separately: a project's own globs cannot weaken the built-in ones. */
const isBuiltIn = matchAny(SENSITIVE_PATHS);
export const isOfTests = matchAny(TEST_PATHS);

/** Only the user's own globs make a file in a folder of tests sensitive. */
export function sensitivePaths(added: readonly string[]): (path: string) => boolean {
  const isAdded = matchAny(added);
  return (path) => isAdded(path) || (isBuiltIn(path) && !isOfTests(path));
}
