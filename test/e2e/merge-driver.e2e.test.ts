import { readdirSync } from "node:fs";
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
