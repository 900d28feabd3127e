import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { devNull } from "node:os";
import { basename, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { stubPluginSdk } from "../../../src/hosts/opencode/doctor/closed-home.ts";
import type { Host } from "./host.ts";
import { cleanEnvironment, REPO_ROOT } from "./host-home.ts";
import type { JsonRecord } from "./json.ts";

type PluginEntry = string | [specifier: string, options: JsonRecord];

interface ProjectOptions {
  files?: Record<string, string>;
  /** A repository with one commit that holds the files; true unless said otherwise. */
  git?: boolean;
  /** Options of the built plugin, false for no plugin, or the list of entries to load instead. */
  plugin?: JsonRecord | false | PluginEntry[];
  /** Further keys of the project's opencode.json. */
  config?: JsonRecord;
}

export interface Project {
  dir: string;
  read(path: string): string;
  write(path: string, text: string): void;
  exists(path: string): boolean;
  git(...args: string[]): string;
}

const GIT_CONFIG =
  "[user]\n\tname = Tester\n\temail = tester@example.com\n[core]\n\tautocrlf = false\n";

const BUILT_PLUGIN = join(REPO_ROOT, "dist", "plugin.js");

export function makeProject(host: Pick<Host, "home">, options: ProjectOptions = {}): Project {
  const projects = join(host.home, "projects");
  mkdirSync(projects, { recursive: true });
  const dir = mkdtempSync(join(projects, "project-"));
  const project = openProject(host, dir);

  for (const [path, text] of Object.entries(options.files ?? {})) project.write(path, text);
  if (project.exists(".opencode")) stubPluginSdk(join(dir, ".opencode"));
  if (options.git ?? true) commitAll(project);
  writeConfig(project, options);
  return project;
}

function openProject(host: Pick<Host, "home">, dir: string): Project {
  const env = { ...cleanEnvironment(host.home), GIT_CONFIG_GLOBAL: devNull };
  return {
    dir,
    read: (path) => readFileSync(join(dir, path), "utf8"),
    write: (path, text) => {
      mkdirSync(dirname(join(dir, path)), { recursive: true });
      writeFileSync(join(dir, path), text);
    },
    exists: (path) => existsSync(join(dir, path)),
    git: (...args) =>
      execFileSync("git", args, {
        cwd: dir,
        env,
        encoding: "utf8",
        timeout: 20_000,
        stdio: "pipe",
      }),
  };
}

function commitAll(project: Project): void {
  project.git("init", "--quiet", "--initial-branch=main");
  appendFileSync(join(project.dir, ".git", "config"), GIT_CONFIG);
  // Ours, not the project's: kept out of `git status`, as the tests speak about it.
  appendFileSync(join(project.dir, ".git", "info", "exclude"), "/opencode.json\n");
  project.git("add", "--all");
  // The host knows a project by its first commit: equal files in the same second must not make equal commits.
  project.git("commit", "--quiet", "--allow-empty", "--message", `Start ${basename(project.dir)}`);
}

function writeConfig(project: Project, options: ProjectOptions): void {
  const plugin = toPluginEntries(options.plugin ?? {});
  const config = { ...options.config, ...(plugin.length > 0 ? { plugin } : {}) };
  if (Object.keys(config).length > 0)
    project.write("opencode.json", JSON.stringify(config, null, 2));
}

function toPluginEntries(plugin: JsonRecord | false | PluginEntry[]): PluginEntry[] {
  if (plugin === false) return [];
  if (Array.isArray(plugin)) return plugin;
  return [builtPlugin(plugin)];
}

/** The entry of the plugin as it is shipped, for lists and for the global configuration. */
export function builtPlugin(options: JsonRecord = {}): PluginEntry {
  if (!existsSync(BUILT_PLUGIN))
    throw new Error(`${BUILT_PLUGIN} is missing: run \`npm run build\` first.`);
  return [pathToFileURL(REPO_ROOT).href, options];
}
