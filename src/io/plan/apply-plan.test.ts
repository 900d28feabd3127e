import {
  chmodSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { failureOf } from "../../../test/helpers/failure-of.ts";
import { gitIn } from "../../../test/helpers/git.ts";
import { aPlan, create, operationsOn, placeIn, treeOf } from "../../../test/helpers/plans.ts";
import { tempProject } from "../../../test/helpers/temp-project.ts";
import type { Operation, Plan } from "../../types.ts";
import { applyPlan } from "./apply-plan.ts";
import { readBankState } from "../bank/bank-state.ts";
import { type Disk, REAL_DISK } from "../disk/disk.ts";
import { DiskError } from "../disk/disk-error.ts";
import { PlanError } from "./plan-error.ts";
import { createWriteLedger } from "../effects/write-ledger.ts";

const FILES = {
  "memory-bank/brief.md": "brief\n",
  "memory-bank/tech.md": "tech\n",
  "memory-bank/docs/api.md": "api\n",
  "memory-bank/docs/deep/more.md": "more\n",
  "memory-bank/MEMORY.md": "# Memory\n",
};

function aProject(files: Readonly<Record<string, string | Uint8Array>> = FILES) {
  const root = tempProject(files);
  const state = tempProject();
  const place = { ...placeIn(root), isGit: false };
  const apply = (plan: Plan, disk: Partial<Disk> = {}) =>
    applyPlan(place, plan, {
      stateFolder: () => state,
      patience: 0,
      disk: { ...REAL_DISK, ...disk },
    });
  return {
    ...place,
    state,
    on: operationsOn(place.bank),
    apply,
    applyAll: (...operations: Operation[]) => apply(aPlan(place.bank, operations)),
    /** On a disk that does some of its work otherwise. */
    applyOn: (disk: Partial<Disk>, ...operations: Operation[]) =>
      apply(aPlan(place.bank, operations), disk),
    read: (path: string) => readFileSync(join(place.bank, path), "utf8"),
  };
}

/** It is refused, and everything is as it was. */
function expectRefusal(root: string, work: () => unknown): PlanError {
  const before = treeOf(root);
  const error = failureOf(PlanError, work);
  expect(treeOf(root)).toEqual(before);
  expect(error.message).not.toContain("\n");
  expect(error.text.en).toBe(error.message);
  expect(error.text.zh).toMatch(/\p{Script=Han}/u);
  return error;
}

describe("applyPlan", () => {
  it("does every operation, makes folders, and removes those that it emptied", () => {
    const { bank, on, applyAll } = aProject();
    mkdirSync(join(bank, "empty"));
    const { changed, notes } = applyAll(
      on.create("details/progress.md", "progress\n"),
      on.edit("MEMORY.md", "# New\n"),
      on.move("tech.md", "details/tech.md"),
      on.move("docs/deep/more.md", "details/design/more.md", "more, moved\n"),
      on.move("docs/api.md", "details/design/api.md"),
      on.remove("brief.md"),
    );
    expect(treeOf(bank)).toEqual({
      "MEMORY.md": "644 # New\n",
      "details/": "755",
      "details/design/": "755",
      "details/design/api.md": "644 api\n",
      "details/design/more.md": "644 more, moved\n",
      "details/progress.md": "644 progress\n",
      "details/tech.md": "644 tech\n",
      "empty/": "755",
    });
    expect(notes).toEqual([]);
    expect(changed).toContain("details/design/api.md");
    expect(changed).toHaveLength(9);
  });

  it("makes the bank where there is none", () => {
    const { root, applyAll } = aProject({});
    applyAll(create("MEMORY.md", "# Memory\n"), create("details/tech.md", "tech\n"));
    expect(treeOf(root)).toEqual({
      "memory-bank/": "755",
      "memory-bank/MEMORY.md": "644 # Memory\n",
      "memory-bank/details/": "755",
      "memory-bank/details/tech.md": "644 tech\n",
    });
  });

  it("makes the folders that a bank is to be in, and takes them back where it cannot be made", () => {
    const root = tempProject({ "a.ts": "" });
    const place = { root, bank: join(root, ".kilocode/rules/memory-bank"), isGit: false };
    const plan = aPlan(place.bank, [create("MEMORY.md", "# Memory\n")]);
    const apply = (disk: Partial<Disk>) =>
      applyPlan(place, plan, {
        stateFolder: () => tempProject(),
        patience: 0,
        disk: { ...REAL_DISK, ...disk },
      });
    const refuse = (): never => {
      throw Object.assign(new Error("no"), { code: "EACCES" });
    };
    const before = treeOf(root);
    for (const ending of ["rules", "memory-bank"]) {
      const makeFolder = (path: string) =>
        path.endsWith(ending) ? refuse() : REAL_DISK.makeFolder(path);
      expect(() => apply({ makeFolder })).toThrow(PlanError);
      expect(treeOf(root)).toEqual(before);
    }
    for (const call of ["rename", "write"] as const) {
      expect(() => apply({ [call]: refuse })).toThrow(PlanError);
      expect(treeOf(root)).toEqual(before);
    }
    apply({});
    expect(Object.keys(treeOf(root))).toEqual([
      ".kilocode/",
      ".kilocode/rules/",
      ".kilocode/rules/memory-bank/",
      ".kilocode/rules/memory-bank/MEMORY.md",
      "a.ts",
    ]);
  });

  it("fills a bank that is empty", () => {
    const { bank, applyAll } = aProject({ "memory-bank/": "" });
    applyAll(create("MEMORY.md", "# Memory\n"));
    expect(readdirSync(bank)).toEqual(["MEMORY.md"]);
  });

  it("touches nothing for a plan without operations", () => {
    const { root, bank, state, applyAll, apply } = aProject();
    const times = () => [root, bank].map((path) => statSync(path).ctimeMs);
    const before = times();
    expect(applyAll()).toEqual({ changed: [], notes: [] });
    expect(apply({ ...aPlan(bank, []), state: "another" })).toEqual({ changed: [], notes: [] });
    expect(times()).toEqual(before);
    expect(readdirSync(state)).toEqual([]);
  });

  it("is not taken twice: the plan is stale then", () => {
    const { root, bank, on, apply } = aProject();
    const plan = aPlan(bank, [on.edit("MEMORY.md", "# New\n")]);
    apply(plan);
    expect(expectRefusal(root, () => apply(plan)).kind).toBe("stale");
  });

  it("keeps permissions, of what is edited and of what is moved", () => {
    const { bank, on, applyAll } = aProject();
    chmodSync(join(bank, "MEMORY.md"), 0o640);
    chmodSync(join(bank, "tech.md"), 0o444);
    chmodSync(join(bank, "docs/api.md"), 0o600);
    applyAll(
      on.edit("MEMORY.md", "new\n"),
      on.move("tech.md", "details/tech.md"),
      on.move("docs/api.md", "details/api.md", "new\n"),
    );
    const modeOf = (path: string) => statSync(join(bank, path)).mode & 0o7777;
    expect(["MEMORY.md", "details/tech.md", "details/api.md"].map(modeOf)).toEqual([
      0o640, 0o444, 0o600,
    ]);
  });

  it("keeps every byte of what it moves, and writes texts as they are", () => {
    const binary = Uint8Array.from({ length: 512 }, (_, index) => index % 256);
    const { bank, on, applyAll } = aProject({
      "memory-bank/picture.png": binary,
      "memory-bank/bom.md": "\ufeffa\r\nb\r\n",
    });
    const inode = statSync(join(bank, "picture.png")).ino;
    applyAll(
      on.move("picture.png", "details/picture.png"),
      on.edit("bom.md", "\ufeffa\r\nc\r\n中文"),
      on.create("mixed.md", "a\rb\nc\r\n\0"),
    );
    expect(readFileSync(join(bank, "details/picture.png"))).toEqual(Buffer.from(binary));
    expect(statSync(join(bank, "details/picture.png")).ino).toBe(inode);
    expect(readFileSync(join(bank, "bom.md"))).toEqual(Buffer.from("\ufeffa\r\nc\r\n中文"));
    expect(readFileSync(join(bank, "mixed.md"))).toEqual(Buffer.from("a\rb\nc\r\n\0"));
  });

  it("tells the ledger what it wrote and removed, so that no command is blamed", () => {
    const { state, on, applyAll } = aProject();
    applyAll(
      on.edit("MEMORY.md", "new\n"),
      on.move("tech.md", "details/tech.md"),
      on.remove("brief.md"),
    );
    const ledger = createWriteLedger(() => state);
    const bytes = (text: string) => new TextEncoder().encode(text);
    expect(ledger.explain("MEMORY.md", bytes("new\n"), 0)).toBe("session");
    expect(ledger.explain("details/tech.md", bytes("tech\n"), 0)).toBe("session");
    expect(ledger.explain("tech.md", undefined, 0)).toBe("session");
    expect(ledger.explain("brief.md", undefined, 0)).toBe("session");
    expect(ledger.explain("MEMORY.md", undefined, 0)).toBeUndefined();
  });

  it("leaves nothing in the state folder but the ledger", () => {
    const { state, on, applyAll } = aProject();
    applyAll(on.edit("MEMORY.md", "new\n"));
    expect(readdirSync(state).toSorted()).toEqual(["writes.log"]);
  });

  it("needs a state folder: a plan that could not be told from a made-up one does not begin", () => {
    const { root, bank, on } = aProject();
    const plan = aPlan(bank, [on.edit("MEMORY.md", "new\n")]);
    const noHome = () => {
      throw new DiskError("no-home", "no home");
    };
    const homeless = expectRefusal(root, () =>
      applyPlan(placeIn(root), plan, { stateFolder: noHome }),
    );
    expect(homeless.message).toContain("no home");
    const file = join(tempProject({ state: "in the way" }), "state");
    const blocked = expectRefusal(root, () =>
      applyPlan(placeIn(root), plan, { stateFolder: () => file }),
    );
    expect(blocked.kind).toBe("refused");
    expect(blocked.message).toContain(file);
  });
});

describe("a stale plan", () => {
  it.each<[string, (bank: string) => void, string]>([
    [
      "a doc that it edits",
      (bank) => writeFileSync(join(bank, "MEMORY.md"), "theirs\n"),
      "plan is stale: memory-bank/MEMORY.md changed since; plan again",
    ],
    [
      "a doc that it removes",
      (bank) => rmSync(join(bank, "brief.md")),
      "plan is stale: memory-bank/brief.md changed since; plan again",
    ],
    [
      "a doc that it makes",
      (bank) => writeFileSync(join(bank, "new.md"), "theirs\n"),
      "plan is stale: memory-bank/new.md changed since; plan again",
    ],
    [
      "the place that it moves to",
      (bank) => mkdirSync(join(bank, "details/tech.md"), { recursive: true }),
      "plan is stale: memory-bank/details/tech.md changed since; plan again",
    ],
    [
      "another doc",
      (bank) => writeFileSync(join(bank, "docs/api.md"), "theirs\n"),
      "plan is stale: memory-bank changed since; plan again",
    ],
  ])("is refused when %s changed", (_, change, message) => {
    const { root, bank, on, apply } = aProject();
    const plan = aPlan(bank, [
      on.create("new.md", "new\n"),
      on.edit("MEMORY.md", "new\n"),
      on.move("tech.md", "details/tech.md"),
      on.remove("brief.md"),
    ]);
    change(bank);
    const error = expectRefusal(root, () => apply(plan));
    expect(error).toMatchObject({ kind: "stale", message });
  });

  it("is refused when the bank came or went", () => {
    const { root, bank, apply } = aProject({});
    const plan = aPlan(bank, [create("MEMORY.md", "a\n")]);
    mkdirSync(bank);
    expect(expectRefusal(root, () => apply(plan)).kind).toBe("stale");
    const later = aPlan(bank, [create("MEMORY.md", "a\n")]);
    rmSync(bank, { recursive: true });
    expect(expectRefusal(root, () => apply(later)).kind).toBe("stale");
  });

  it("is noticed also between checking and writing", () => {
    const { root, bank, on, applyOn } = aProject();
    const rename = (from: string, to: string) => {
      REAL_DISK.rename(from, to);
      if (to.endsWith("brief.md")) writeFileSync(join(bank, "MEMORY.md"), "theirs\n");
    };
    const edits = [on.edit("brief.md", "new\n"), on.edit("MEMORY.md", "new\n")];
    expect(failureOf(PlanError, () => applyOn({ rename }, ...edits)).kind).toBe("stale");
    expect(treeOf(root)).toMatchObject({
      "memory-bank/brief.md": "644 brief\n",
      "memory-bank/MEMORY.md": "644 theirs\n",
    });
    expect(readBankState(bank).paths).toHaveLength(5);
    expect(readdirSync(bank)).not.toContain(".memory-bank-apply");
  });
});

describe("a plan that would leave the bank", () => {
  it.each([
    "../outside.md",
    "details/../../outside.md",
    "/tmp/outside.md",
    "",
    ".",
    "..",
    "details//a.md",
    "details/",
    "./a.md",
    "a\0.md",
    ".git/hooks/post-index-change",
    "details/.GIT/config",
  ])("is refused: %j", (path) => {
    const { root, on, applyAll } = aProject();
    const refused = [
      create(path, "x"),
      on.move("tech.md", path),
      { kind: "remove", path, before: "", reason: "" } as const,
      { kind: "edit", path, before: "", text: "x", reason: "" } as const,
      { kind: "move", path, to: "a.md", before: "", text: undefined, reason: "" } as const,
    ];
    for (const operation of refused)
      expect(expectRefusal(root, () => applyAll(operation)).kind).toBe("outside");
  });

  it("through a link is refused, wherever the link leads", () => {
    const { root, bank, on, applyAll } = aProject({ ...FILES, "elsewhere/a.md": "a\n" });
    symlinkSync("../elsewhere", join(bank, "out"));
    symlinkSync("docs", join(bank, "in"));
    symlinkSync("../elsewhere/a.md", join(bank, "a.md"));
    for (const operation of [
      create("out/new.md", "x"),
      create("in/new.md", "x"),
      on.edit("out/a.md", "x"),
      on.edit("a.md", "x"),
      on.remove("a.md"),
      on.remove("in/api.md"),
      on.move("out/a.md", "b.md"),
      on.move("tech.md", "out/tech.md"),
      on.move("tech.md", "in/tech.md"),
    ])
      expect(expectRefusal(root, () => applyAll(operation)).kind).toBe("outside");
    expect(expectRefusal(root, () => applyAll(create("a.md", "x"))).kind).toBe("stale");
  });

  it("by a folder that becomes a link meanwhile is undone", () => {
    const { root, bank, on, applyOn, read } = aProject({ ...FILES, "elsewhere/": "" });
    let times = 0;
    const rename = (from: string, to: string) => {
      REAL_DISK.rename(from, to);
      if (!to.endsWith("bank/MEMORY.md")) return;
      times += 1;
      if (times > 1) return;
      REAL_DISK.rename(join(bank, "docs"), join(bank, "was-docs"));
      symlinkSync("../elsewhere", join(bank, "docs"));
    };
    const operations = [on.edit("MEMORY.md", "new\n"), on.create("docs/new.md", "x")];
    expect(failureOf(PlanError, () => applyOn({ rename }, ...operations)).kind).toBe("stale");
    expect(readdirSync(join(root, "elsewhere"))).toEqual([]);
    expect(read("MEMORY.md")).toBe("# Memory\n");
  });
});

describe("a plan that contradicts itself", () => {
  it("is refused", () => {
    const { root, on, applyAll } = aProject();
    for (const operations of [
      [create("a.md", "1"), create("a.md", "2")],
      [on.edit("MEMORY.md", "1"), on.remove("MEMORY.md")],
      [on.move("tech.md", "a.md"), create("a.md", "1")],
      [on.move("tech.md", "tech.md")],
      [create("a", "1"), create("a/b.md", "2")],
      [on.remove("tech.md"), create("tech.md/b.md", "2")],
    ])
      expectRefusal(root, () => applyAll(...operations));
  });
});

describe("a bank that cannot be", () => {
  const operation = create("a.md", "a\n");

  it.each<[string, (root: string) => void]>([
    ["a file", (root) => writeFileSync(join(root, "memory-bank"), "")],
    ["a loop of links", (root) => symlinkSync("memory-bank", join(root, "memory-bank"))],
    ["a link that leads nowhere", (root) => symlinkSync("nowhere", join(root, "memory-bank"))],
  ])("%s", (_, make) => {
    const { root, applyAll } = aProject({});
    make(root);
    const error = expectRefusal(root, () => applyAll(operation));
    expect(error.kind).toBe("outside");
    expect(error.message).toMatch(/^memory-bank lies outside the project, or is a link/);
  });

  it("a link that leads out of the project", () => {
    const { root, bank, applyAll } = aProject({});
    const elsewhere = tempProject();
    symlinkSync(elsewhere, bank);
    expect(expectRefusal(root, () => applyAll(operation)).kind).toBe("outside");
    expect(readdirSync(elsewhere)).toEqual([]);
  });

  it("but a link inside the project can", () => {
    const { root, bank, applyAll } = aProject({ "docs/memory/MEMORY.md": "# Memory\n" });
    symlinkSync("docs/memory", bank);
    applyAll(operation);
    expect(treeOf(root)).toMatchObject({
      "memory-bank": "link docs/memory",
      "docs/memory/a.md": "644 a\n",
    });
    expect(readdirSync(join(root, "docs"))).toEqual(["memory"]);
  });
});

describe("in a git work tree", () => {
  function inGit(isInSubmodule = false) {
    const project = aProject();
    const folder = isInSubmodule ? project.bank : project.root;
    const git = (...args: string[]) => gitIn(folder, args);
    git("init", "-q", "--template=");
    git("add", "-A");
    const plan = (...operations: Operation[]) =>
      applyPlan({ ...project, isGit: undefined }, aPlan(project.bank, operations), {
        stateFolder: () => project.state,
      });
    return { ...project, git, plan };
  }

  it.each([false, true])(
    "a doc that git has moves by git mv (a repository of its own: %s)",
    (own) => {
      const { bank, on, git, plan } = inGit(own);
      writeFileSync(join(bank, "tech.md"), "not staged\n");
      plan(on.move("tech.md", "details/tech.md"), on.move("brief.md", "details/b.md", "new\n"));
      const tracked = git("ls-files", "-s");
      expect(tracked).toContain("details/tech.md");
      expect(tracked).toContain("details/b.md");
      expect(tracked).not.toMatch(/\/brief\.md$/m);
      expect(
        git("show", ":./memory-bank/details/tech.md".replace(own ? "memory-bank/" : "", "")),
      ).toBe("tech\n");
      expect(readFileSync(join(bank, "details/tech.md"), "utf8")).toBe("not staged\n");
    },
  );

  it("one that git has not, or cannot move now, moves all the same", () => {
    const { root, bank, on, git, plan } = inGit();
    writeFileSync(join(bank, "new.md"), "new\n");
    writeFileSync(join(root, ".git/index.lock"), "");
    plan(on.move("tech.md", "details/tech.md"), on.move("new.md", "details/new.md"));
    rmSync(join(root, ".git/index.lock"));
    expect(readdirSync(join(bank, "details")).toSorted()).toEqual(["new.md", "tech.md"]);
    expect(git("status", "--short", "--", "memory-bank/tech.md")).toContain("AD");
  });
});
