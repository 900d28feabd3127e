import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ENTRY as DOC } from "../fixtures/merge/docs.ts";
import { after, swap } from "../fixtures/merge/edits.ts";
import { useGit } from "./use-git.ts";

const ENTRY = "memory-bank/MEMORY.md";
const ORM = "| No ORM |";
const JOBS = "| Jobs run in Postgres | 2026-11-12 | no broker | details/patterns.md |";
const CENTS = "| Prices in cents | 2026-11-11 | exact | details/patterns.md |";

/** A repository with a bank, and two branches that both recorded a decision. */
function twoBranches(isSetUp: boolean) {
  const machine = useGit({ [ENTRY]: DOC });
  const { repo } = machine;
  if (isSetUp) expect(repo.cli("install", "--git", "--yes")).toMatchObject({ status: 0 });
  repo.commit("base");
  repo.must("branch", "theirs");
  repo.commit("ours", ENTRY, after(ORM, JOBS)(DOC));
  repo.must("checkout", "-q", "theirs");
  repo.commit("theirs", ENTRY, after(ORM, CENTS)(DOC));
  repo.must("checkout", "-q", "main");
  return machine;
}

const BOTH = after(ORM, JOBS, CENTS)(DOC);
const TURNED = after(ORM, CENTS, JOBS)(DOC);

describe("git with the driver", () => {
  it("merges, rebases, picks and pops without a conflict", () => {
    const { repo } = twoBranches(true);
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

  it("works in a linked work tree, and in a submodule that has its own", () => {
    const { repo, open } = twoBranches(true);
    repo.must("worktree", "add", "-q", "../linked", "theirs");
    const linked = open("linked");
    linked.must("merge", "-q", "main", "-m", "both");
    expect(linked.read(ENTRY)).toBe(TURNED);
    expect(linked.cli("install", "--git", "--yes").stdout).toContain("set up already");

    const outer = open("outer");
    outer.write("README.md", "# Outer\n");
    outer.must("init", "-q");
    outer.must("submodule", "--quiet", "add", "-b", "main", "../repo", "inner");
    const inner = open("outer/inner");
    expect(inner.cli("install", "--git", "--yes").status).toBe(0);
    expect(existsSync(join(outer.folder, ".gitattributes"))).toBe(false);
    inner.must("merge", "-q", "origin/theirs~1", "-m", "both");
    expect(inner.read(ENTRY)).toBe(BOTH);
  });

  it("loads nothing that Node is told to load for other programs", () => {
    const { repo, env } = twoBranches(true);
    Object.assign(env, { NODE_OPTIONS: "--require ./gone.cjs", NODE_EXTRA_CA_CERTS: "gone.pem" });
    const { status, said } = repo.git("merge", "-q", "theirs", "-m", "both");
    expect(said).not.toContain("gone");
    expect(status).toBe(0);
    expect(repo.read(ENTRY)).toBe(BOTH);
  });

  it("leaves what people disagree on in git's markers, and nothing else", () => {
    const { repo } = useGit({ [ENTRY]: DOC });
    repo.must("config", "merge.conflictStyle", "merge");
    repo.cli("install", "--git", "--yes");
    repo.commit("base");
    repo.must("branch", "theirs");
    repo.commit("ours", ENTRY, swap("checkout in one page", "mail")(after(ORM, JOBS)(DOC)));
    repo.must("checkout", "-q", "theirs");
    repo.commit("theirs", ENTRY, swap("checkout in one page", "search")(after(ORM, CENTS)(DOC)));
    const merge = repo.git("merge", "main");
    expect(merge.status).toBe(1);
    expect(merge.said).toContain("CONFLICT");
    expect(repo.read(ENTRY).replaceAll(/^(<{7}|>{7}) .*$/gm, "$1")).toBe(
      swap(
        "- Goal: checkout in one page",
        "<<<<<<<\n- Goal: search\n=======\n- Goal: mail\n>>>>>>>",
      )(TURNED),
    );
    expect(readdirSync(repo.folder).toSorted()).toEqual([".git", ".gitattributes", "memory-bank"]);
  });

  it("falls back to text where the driver is not there, and where its program is gone", () => {
    const { repo } = twoBranches(false);
    repo.write(".gitattributes", "memory-bank/**/*.md merge=memory-bank\n");
    expect(repo.git("merge", "theirs").said).toContain("CONFLICT");
    expect(repo.read(ENTRY)).toContain(`<<<<<<< HEAD\n${JOBS}\n=======\n${CENTS}\n>>>>>>> theirs`);
    repo.must("merge", "--abort");
    repo.cli("install", "--git", "--yes");
    const driver = repo.must("config", "merge.memory-bank.driver").trim();
    repo.must("config", "merge.memory-bank.driver", driver.replaceAll("merge-driver", "gone"));
    expect(repo.git("merge", "theirs").status).toBe(1);
    expect(repo.read(ENTRY)).toContain(`<<<<<<< ours\n${JOBS}\n=======\n${CENTS}\n>>>>>>> theirs`);
  });
});

describe("install --git", () => {
  it("shows, writes once, and is taken out byte for byte", () => {
    const { repo } = useGit({ [ENTRY]: DOC, ".gitattributes": "*.png binary" });
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

  it("may tell the user's config, and leaves no file that it made", () => {
    const { root, repo, open } = useGit({ [ENTRY]: DOC });
    const home = open("home");
    const before = home.read(".gitconfig");
    expect(repo.cli("install", "--git", "--global", "--yes", "--json").status).toBe(0);
    expect(home.read(".gitconfig")).toContain('[merge "memory-bank"]');
    expect(repo.read(".git/config")).not.toContain("memory-bank");
    expect(repo.cli("uninstall", "--git", "--yes").status).toBe(0);
    expect(home.read(".gitconfig")).toBe(before);
    expect(existsSync(join(root, "repo/.gitattributes"))).toBe(false);
  });

  it("names the folder of a bank elsewhere", () => {
    const { repo } = useGit({ "docs/memory-bank/MEMORY.md": DOC });
    expect(repo.cli("install", "--git", "--yes").status).toBe(0);
    expect(repo.read(".gitattributes")).toBe("docs/memory-bank/**/*.md merge=memory-bank\n");
    const path = "docs/memory-bank/details/requirements/REQ-001-a.md";
    expect(repo.must("check-attr", "merge", path)).toContain("merge: memory-bank");
  });

  it("says so where there is no repository", () => {
    const other = useGit().open("home");
    const { status, stderr } = other.cli("install", "--git", "--yes");
    expect(status).toBe(2);
    expect(stderr).toContain("in no git repository");
  });
});

it("doctor sees the driver at work, and what is missing", () => {
  const { repo } = useGit({ [ENTRY]: DOC });
  const merge = () => {
    const { stdout } = repo.cli("doctor", "--json");
    const { checks } = JSON.parse(stdout) as {
      checks: { name: string; level: string; what: string }[];
    };
    return checks.find(({ name }) => name === "merge");
  };
  expect(merge()).toMatchObject({ level: "ok", what: expect.stringContaining("as text") });
  repo.cli("install", "--git", "--yes");
  expect(merge()).toMatchObject({ level: "ok", what: expect.stringContaining("both kept") });
  repo.must("config", "merge.memory-bank.driver", "false");
  expect(merge()).toMatchObject({ level: "problem" });
  repo.must("config", "--remove-section", "merge.memory-bank");
  expect(merge()).toMatchObject({ level: "warning" });
});

describe("what is no doc", () => {
  const LONG = "a line of a file that nobody should keep in a bank\n".repeat(1_000_000);
  const latin = (text: string) => Buffer.from(text, "latin1");
  const HALF = swap("<!-- MACHINE_BLOCK_END -->", "")(DOC);

  it.each([
    ["binary", Buffer.from("a\0b\n"), Buffer.from("a\0c\n"), Buffer.from("a\0d\n"), "UTF-8"],
    ["not UTF-8", latin("\u00e9\na\n"), latin("\u00e9\nb\n"), latin("\u00e9\nc\n"), "UTF-8"],
    [
      "50 MB",
      Buffer.from(LONG),
      Buffer.from(`ours\n${LONG}`),
      Buffer.from(`${LONG}theirs\n`),
      "too long",
    ],
    [
      "without a block marker",
      Buffer.from(HALF),
      Buffer.from(after(ORM, JOBS)(HALF)),
      Buffer.from(after(ORM, CENTS)(HALF)),
      "block markers",
    ],
  ])("%s: is merged as git does, with a note", (_, base, ours, theirs, note) => {
    const { open } = useGit({ "a/": "", "b/": "" });
    const [a, b] = [open("repo/a"), open("repo/b")];
    for (const place of [a, b]) {
      place.write("base", base);
      place.write("ours", ours);
      place.write("theirs", theirs);
    }
    const own = a.cli("merge", "base", "ours", "theirs", "memory-bank/x.md");
    const git = b.git(
      "merge-file",
      "-L",
      "ours",
      "-L",
      "base",
      "-L",
      "theirs",
      "ours",
      "base",
      "theirs",
    );
    expect(own.stderr).toContain(`memory-bank/x.md: `);
    expect(own.stderr).toContain(note);
    expect(own.status).toBe(git.status === 0 ? 0 : 1);
    expect(a.must("hash-object", "ours")).toBe(b.must("hash-object", "ours"));
    expect(readdirSync(a.folder).toSorted()).toEqual(["base", "ours", "theirs"]);
  });

  it("says what it wants where files are missing", () => {
    const { repo } = useGit();
    expect(repo.cli("merge", "a", "b")).toMatchObject({ status: 2 });
    expect(repo.cli("merge", "a", "b", "c")).toMatchObject({ status: 2 });
    expect(repo.cli("merge", "--help").stdout).toContain("%O");
  });
});
