import type { Risk, Session, ToolCall, Write } from "../types.ts";
import { matchAny } from "../patterns/match-any.ts";
import { NEW_SESSION, hasCreated } from "./session.ts";

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
  // What git runs unseen.
  "**/.git/{config,hooks/**}",
];

/** A manifest or a migration in one of these is test data. */
const TEST_PATHS: readonly string[] = ["**/{test,tests,__tests__,spec,fixtures,testdata}/**"];

/** What programs make, and what is in the way soon. */
const GENERATED_PATHS: readonly string[] = [
  "**/{dist,build,out,coverage,target,.next,node_modules,__pycache__}/**",
  "**/{.venv,venv,.cache,.turbo,.pytest_cache,tmp,temp,.tmp}/**",
  "**/*.{log,tmp,temp,pyc,pyo,o,bak,orig,rej,swp,tsbuildinfo}",
];

export interface RiskOptions {
  /** Globs on top of the built-in sensitive ones. */
  readonly sensitive: readonly string[];
  /** Globs that are low risk whatever else they match. */
  readonly safe: readonly string[];
  /** This many files in one call of a structured tool make it high. */
  readonly multiFile: number;
  /** Globs of hosts' own configuration, which counts outside the project, too. */
  readonly hostConfigs?: readonly string[] | undefined;
}

/** Without a session, none of the files is its own. */
export type AssessRisk = (call: ToolCall, session?: Session) => Risk;

/** Apart: whatever a project adds, what is built in holds. */
const isBuiltIn = matchAny(SENSITIVE_PATHS);
const isOfTests = matchAny(TEST_PATHS);
const isGenerated = matchAny(GENERATED_PATHS);

/** Globs are compiled once, not per call. */
export function createAssessRisk(options: RiskOptions): AssessRisk {
  const isAdded = matchAny(options.sensitive);
  const isHostConfigured = matchAny(options.hostConfigs ?? []);
  const isSafe = matchAny(options.safe);
  /** Only the user's own globs make a file in a folder of tests sensitive. */
  const isSensitive = (path: string) => isAdded(path) || (isBuiltIn(path) && !isOfTests(path));
  const isHostConfig = (path: string) =>
    isHostConfigured(path.replace(/^\//, "")) && (path.startsWith("/") || !isOfTests(path));

  return (call, session = NEW_SESSION) => {
    if (call.writes.length === 0) {
      return { level: "low", because: { kind: "no-write" } };
    }
    const isShell = call.via === "shell";
    const files = new Set<string>();
    let hasPassing = false;
    for (const write of call.writes) {
      const { path, alias, twins = [] } = write.target;
      if (write.effect === "make-folder" || isSafe(path)) continue;
      if (isHostConfig(path)) return sensitive(path);
      if (concernsProject(write)) {
        // `cp package.json dist/` changes no manifest of the project.
        const isOutput = isShell && isGenerated(path) && isUntracked(write);
        if (isSensitive(path) && (isAdded(path) || !isOutput)) return sensitive(path);
        if (isShell && isPassing(write, session)) hasPassing = true;
        else files.add(path);
      }
      // A link with a sensitive name is that file to whoever reads it, wherever it leads.
      for (const name of alias === undefined ? twins : [alias, ...twins]) {
        if (!isSafe(name) && (isSensitive(name) || isHostConfig(name))) return sensitive(name);
      }
    }
    if (!isShell && files.size >= options.multiFile) {
      return { level: "high", because: { kind: "several-files", count: files.size } };
    }
    const [first] = files;
    if (isShell && first !== undefined) {
      return { level: "medium", because: { kind: "shell-write", path: first } };
    }
    return { level: "low", because: { kind: hasPassing ? "passing-file" : "ordinary-file" } };
  };
}

function sensitive(path: string): Risk {
  return { level: "high", because: { kind: "sensitive-file", path } };
}

/** Inside the bank the memory guard is responsible; other projects have conventions of their own. */
function concernsProject(write: Write): boolean {
  return write.target.place === "project";
}

/** A command that writes it changes nothing that the project keeps: it is new, made by this session, or output. */
function isPassing(write: Write, session: Session): boolean {
  const { path } = write.target;
  return isGenerated(path) || hasCreated(session, path) || isUntracked(write);
}

function isUntracked({ creates, isIgnored }: Write): boolean {
  return creates !== undefined || isIgnored?.() === true;
}
