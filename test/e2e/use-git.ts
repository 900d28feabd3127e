import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { writeFiles } from "../helpers/files-on-disk.ts";
import { type CliPlace, runCli } from "../helpers/run-cli.ts";
import { tempProject } from "../helpers/temp-project.ts";

/** A machine with a home of its own, on which git knows nothing but a name. */
export function useGit(files: Readonly<Record<string, string>> = {}) {
  const root = tempProject({
    "home/.gitconfig":
      '[user]\n\tname = Test\n\temail = test@example.com\n[init]\n\tdefaultBranch = main\n[gc]\n\tauto = 0\n[maintenance]\n\tauto = false\n[protocol "file"]\n\tallow = always\n',
    "state/": "",
    "repo/": "",
  });
  const env: CliPlace["env"] = {
    HOME: join(root, "home"),
    XDG_CONFIG_HOME: undefined,
    XDG_STATE_HOME: join(root, "state"),
    GIT_CONFIG_GLOBAL: undefined,
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_EDITOR: "true",
    GIT_AUTHOR_DATE: "2026-11-15T12:00:00Z",
    GIT_COMMITTER_DATE: "2026-11-15T12:00:00Z",
  };
  const open = (name: string) => {
    const folder = join(root, name);
    const git = (...args: readonly string[]) => {
      const { status, stdout, stderr } = spawnSync("git", args, {
        cwd: folder,
        encoding: "utf8",
        env: { ...process.env, ...env },
      });
      return { status, stdout, stderr, said: stdout + stderr };
    };
    const must = (...args: readonly string[]) => {
      const done = git(...args);
      if (done.status !== 0) throw new Error(`git ${args.join(" ")}: ${done.said}`);
      return done.stdout;
    };
    return {
      folder,
      git,
      must,
      cli: (...args: string[]) => runCli(args, { cwd: folder, env }),
      read: (path: string) => readFileSync(join(folder, path), "utf8"),
      write: (path: string, text: string | Uint8Array) => writeFiles(folder, [[path, text]]),
      commit: (message: string, path?: string, text?: string) => {
        if (path !== undefined) writeFiles(folder, [[path, text ?? ""]]);
        must("add", "--all");
        must("commit", "-qm", message);
      },
    };
  };
  writeFiles(
    root,
    Object.entries(files).map(([path, text]) => [`repo/${path}`, text]),
  );
  const repo = open("repo");
  repo.must("init", "-q");
  return { root, env, repo, open };
}
