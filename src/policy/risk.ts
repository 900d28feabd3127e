import type { Risk, ToolCall, Write } from "../types.ts";
import { matchAny } from "../patterns/match-any.ts";

/** Paths whose change reaches further than the file: identity, dependencies, build, deployment, data. */
export const SENSITIVE_PATHS: readonly string[] = [
  "**/{auth,security,oauth,sso,rbac}/**",
  "**/package.json",
  "**/{package-lock.json,npm-shrinkwrap.json,pnpm-lock.yaml,yarn.lock,bun.lock,bun.lockb}",
  "**/{Cargo.lock,poetry.lock,uv.lock,composer.lock,Gemfile.lock,go.sum}",
  "**/tsconfig*.json",
  "**/*.config.{js,ts,mjs,cjs,mts}",
  "**/.env*",
  "**/{Dockerfile*,docker-compose*,compose.y*ml}",
  "**/{docker,infra,k8s,kubernetes,terraform,helm}/**",
  ".github/workflows/**",
  ".gitlab-ci.yml",
  "**/Jenkinsfile",
  "**/{pyproject.toml,requirements*.txt,setup.py,go.mod,Cargo.toml,Gemfile,pom.xml,build.gradle*}",
  "**/migrations/**",
  "**/schema.prisma",
  "**/nginx*.conf",
  // What git runs unseen.
  "**/.git/{config,hooks/**}",
];

export interface RiskOptions {
  /** Globs on top of the built-in sensitive ones. */
  readonly sensitive: readonly string[];
  /** Globs that are low risk whatever else they match. */
  readonly safe: readonly string[];
  /** This many files in one call make it high. */
  readonly multiFile: number;
  /** Globs of hosts' own configuration, which counts outside the project, too. */
  readonly hostConfigs?: readonly string[] | undefined;
}

export type AssessRisk = (call: ToolCall) => Risk;

/** Apart: whatever a project adds, what is built in holds. */
const isBuiltIn = matchAny(SENSITIVE_PATHS);

/** Globs are compiled once, not per call. */
export function createAssessRisk(options: RiskOptions): AssessRisk {
  const isAdded = matchAny(options.sensitive);
  const isSensitive = (path: string) => isBuiltIn(path) || isAdded(path);
  const isHostConfig = matchAny(options.hostConfigs ?? []);
  const isSafe = matchAny(options.safe);

  return (call) => {
    if (call.writes.length === 0 && call.unknownWrite === undefined) {
      return { level: "low", because: { kind: "no-write" } };
    }
    const files = new Set<string>();
    for (const write of call.writes) {
      const { path, alias, twins = [] } = write.target;
      if (write.effect === "make-folder" || isSafe(path)) continue;
      if (isHostConfig(path.replace(/^\//, ""))) return sensitive(path);
      if (concernsProject(write)) {
        files.add(path);
        if (isSensitive(path)) return sensitive(path);
      }
      // A link with a sensitive name is that file to whoever reads it, wherever it leads.
      for (const name of alias === undefined ? twins : [alias, ...twins]) {
        if (!isSafe(name) && (isSensitive(name) || isHostConfig(name))) return sensitive(name);
      }
    }
    if (files.size >= options.multiFile) {
      return { level: "high", because: { kind: "several-files", count: files.size } };
    }
    const [first] = files;
    if (call.via === "shell" && first !== undefined) {
      return { level: "medium", because: { kind: "shell-write", path: first } };
    }
    if (call.unknownWrite !== undefined) {
      return { level: "medium", because: { kind: "unknown-target", words: call.unknownWrite } };
    }
    return { level: "low", because: { kind: "ordinary-file" } };
  };
}

function sensitive(path: string): Risk {
  return { level: "high", because: { kind: "sensitive-file", path } };
}

/** Inside the bank the memory guard is responsible; other projects have conventions of their own. */
function concernsProject(write: Write): boolean {
  return write.target.place === "project";
}
