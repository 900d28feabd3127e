import type { Risk, RiskReason, Session, Text, ToolCall, Write } from "../types.ts";
import { shortenPath } from "../bank/shorten.ts";
import { matchAny } from "../patterns/match-any.ts";
import { isOfTests, sensitivePaths } from "../bank/sensitive-paths.ts";
import { NEW_SESSION, hasCreated } from "./session.ts";

/** Files that programs generate, and temporary files. */
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
  /** From this many files in one call of a structured tool, the risk is high. */
  readonly multiFile: number;
  /** Globs of hosts' own configuration, which counts outside the project, too. */
  readonly hostConfigs?: readonly string[] | undefined;
}

/** Without a session, no file counts as made by it. */
export type AssessRisk = (call: ToolCall, session?: Session) => Risk;

const isGenerated = matchAny(GENERATED_PATHS);

/** Globs are compiled once, not per call. */
export function createAssessRisk(options: RiskOptions): AssessRisk {
  const isAdded = matchAny(options.sensitive);
  const isHostConfigured = matchAny(options.hostConfigs ?? []);
  const isSafe = matchAny(options.safe);
  const isSensitive = sensitivePaths(options.sensitive);
  const isHostConfig = (path: string) =>
    isHostConfigured(path.replace(/^\//, "")) && (path.startsWith("/") || !isOfTests(path));

  return (call, session = NEW_SESSION) => {
    if (call.writes.length === 0) return { level: "low", because: { kind: "no-write" } };
    const isShell = call.via === "shell";
    const files = new Set<string>();
    for (const write of call.writes) {
      const { path, alias } = write.target;
      if (write.effect === "make-folder" || isSafe(path) || removesNothing(write)) continue;
      // Emptying or moving a rule file would disable the gate.
      if (isHostConfig(path) || write.target.linkedAs !== undefined) return sensitive(path);
      // Inside the bank the memory guard is responsible; other projects have their own conventions.
      if (write.target.place === "project") {
        // `cp package.json dist/` does not change the project's manifest.
        const isOutput = isShell && isGenerated(path) && isUntracked(write);
        if (isSensitive(path) && (isAdded(path) || !isOutput)) return sensitive(path);
        if (!isShell || !isPassing(write, session)) files.add(path);
      }
      // Whoever opens a link with a sensitive name takes it for that file, wherever the link leads.
      if (alias !== undefined && !isSafe(alias) && (isSensitive(alias) || isHostConfig(alias)))
        return sensitive(alias);
    }
    if (!isShell && files.size >= options.multiFile)
      return { level: "high", because: { kind: "several-files", count: files.size } };
    const [first] = files;
    if (isShell && first !== undefined)
      return { level: "medium", because: { kind: "shell-write", path: first } };
    return { level: "low", because: { kind: "ordinary-file" } };
  };
}

function sensitive(path: string): Risk {
  return { level: "high", because: { kind: "sensitive-file", path } };
}

/** The project does not keep what the command writes: the file is new, made by this session, or output. */
function isPassing(write: Write, session: Session): boolean {
  const { path } = write.target;
  return isGenerated(path) || hasCreated(session, path) || isUntracked(write);
}

/** `rm -rf migrations` where there is no such folder. */
function removesNothing({ effect, creates }: Write): boolean {
  return effect === "delete" && creates !== undefined;
}

function isUntracked({ creates, isIgnored }: Write): boolean {
  return creates !== undefined || isIgnored?.() === true;
}

export function describeRisk(reason: RiskReason): Text {
  const path = "path" in reason ? shortenPath(reason.path) : "";
  const count = "count" in reason ? reason.count : 0;
  switch (reason.kind) {
    case "no-write":
      return { en: "nothing is written", zh: "没有写入" };
    case "ordinary-file":
      return {
        en: "one ordinary file, the bank, or only new, own, ignored or generated files",
        zh: "只写一个普通文件、记忆库，或新的、自己的、git 忽略的或生成的文件",
      };
    case "sensitive-file":
      return { en: `${path} is a sensitive file`, zh: `${path} 是敏感文件` };
    case "several-files":
      return { en: `this one call changes ${count} files`, zh: `这次调用改动 ${count} 个文件` };
    case "shell-write":
      return path === "."
        ? { en: "this command writes all over the project", zh: "这条命令会改写整个项目" }
        : { en: `this command writes ${path}`, zh: `这条命令会写 ${path}` };
  }
}
