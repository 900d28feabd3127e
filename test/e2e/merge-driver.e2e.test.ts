import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ENTRY as DOC } from "../fixtures/merge/docs.ts";
import { after } from "../fixtures/merge/edits.ts";
import { writeFiles } from "../helpers/files-on-disk.ts";
import { runCli } from "../helpers/run-cli.ts";
import { tempProject } from "../helpers/temp-project.ts";

const ENTRY = "memory-bank/MEMORY.md";
const ORM = "| No ORM |";
const JOBS = "| Jobs run in Postgres | 2026-11-12 | no broker | details/patterns.md |";
const CENTS = "| Prices in cents | 2026-11-11 | exact | details/patterns.md |";

/** A repository on a machine on which git knows nothing but a name. */
function useGit(files: Readonly<Record<string, string>>) {
  const root = tempProject({
    "home/.gitconfig":
      "[user]\n\tname = Test\n\temail = test@example.com\n[init]\n\tdefaultBranch = main\n",
    "repo/": "",
  });
  const env = {
    HOME: join(root, "home"),
    XDG_CONFIG_HOME: undefined,
    XDG_STATE_HOME: join(root, "state"),
    GIT_CONFIG_GLOBAL: undefined,
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_EDITOR: "true",
  };
  const cwd = join(root, "repo");
  const git = (...args: readonly string[]) => {
    const surroundings = { cwd, encoding: "utf8", env: { ...process.env, ...env } } as const;
    const { status, stdout, stderr } = spawnSync("git", args, surroundings);
    return { status, stdout, said: stdout + stderr };
  };
  const must = (...args: readonly string[]) => {
    const { status, stdout, said } = git(...args);
    if (status !== 0) throw new Error(`git ${args.join(" ")}: ${said}`);
    return stdout;
  };
  const write = (path: string, text: string) => writeFiles(cwd, [[path, text]]);
  writeFiles(cwd, Object.entries(files));
  must("init", "-q");
  return {
    folder: cwd,
    git,
    must,
    write,
    cli: (...args: string[]) => runCli(args, { cwd, env }),
    read: (path: string) => readFileSync(join(cwd, path), "utf8"),
    commit: (message: string, path?: string, text = "") => {
      if (path !== undefined) write(path, text);
      must("add", "--all");
      must("commit", "-qm", message);
    },
  };
}

/** A repository with a bank, and two branches that both recorded a decision. */
function twoBranches() {
  const repo = useGit({ [ENTRY]: DOC });
  expect(repo.cli("install", "--git", "--yes")).toMatchObject({ status: 0 });
  repo.commit("base");
  repo.must("branch", "theirs");
  repo.commit("ours", ENTRY, after(ORM, JOBS)(DOC));
  repo.must("checkout", "-q", "theirs");
  repo.commit("theirs", ENTRY, after(ORM, CENTS)(DOC));
  repo.must("checkout", "-q", "main");
  return repo;
}

const BOTH = after(ORM, JOBS, CENTS)(DOC);
const TURNED = after(ORM, CENTS, JOBS)(DOC);

describe("git with the driver", () => {
  it("merges, rebases, picks and pops without a conflict", () => {
    const repo = twoBranches();
    repo.must("merge", "-q", "theirs", "-m", "both");
    expect(repo.read(ENTRY)).toBe(BOTH);

    repo.must("reset", "-q", "--hard", "HEAD~1");
    repo.must("cherry-pick", "theirs");
    expect(repo.read(ENTRY)).toBe(BOTH);

    repo.must("reset", "-q", "--hard", "HEAD~1");
    repo.must("rebase", "-q", "theirs");
    expect(repo.read(ENTRY)).toBe(TURNED);

    repo.must("checkout", "-q", "-B", "main", "theirs");
    repo.must("checkout", "-q", "-b", "stashed", "HEAD~1");
    repo.write(ENTRY, after(ORM, JOBS)(DOC));
    repo.must("stash", "-q");
    repo.must("checkout", "-q", "theirs");
    repo.must("stash", "pop");
    expect(repo.read(ENTRY)).toBe(TURNED);
  });
});

describe("install --git", () => {
  it("shows, writes once, and is taken out byte for byte", () => {
    const repo = useGit({ [ENTRY]: DOC, ".gitattributes": "*.png binary" });
    const before = [repo.read(".gitattributes"), repo.read(".git/config")];
    expect(repo.cli("install", "--git", "--dry-run").stdout).toContain("merge=memory-bank");
    expect(repo.cli("install", "--git").stderr).toContain("--yes");
    expect([repo.read(".gitattributes"), repo.read(".git/config")]).toEqual(before);

    expect(repo.cli("install", "--git", "--yes").status).toBe(0);
    expect(repo.read(".gitattributes")).toBe("*.png binary\nmemory-bank/**/*.md merge=memory-bank");
    const [attributes, config] = [repo.read(".gitattributes"), repo.read(".git/config")];
    expect(repo.cli("install", "--git", "--yes").stdout).toContain("Nothing to do");
    expect([repo.read(".gitattributes"), repo.read(".git/config")]).toEqual([attributes, config]);

    expect(repo.cli("uninstall", "--git", "--yes").status).toBe(0);
    expect([repo.read(".gitattributes"), repo.read(".git/config")]).toEqual(before);
    expect(repo.cli("uninstall", "--git", "--yes").stdout).toContain("Nothing to do");
  });
});
