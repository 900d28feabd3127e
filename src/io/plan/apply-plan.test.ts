import fs, {
  chmodSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { failureOf } from "../../../test/helpers/failure-of.ts";
import { Crash, HEALTHY, crashingAt, onDisk } from "../../../test/helpers/faulty-disk.ts";
import { writeFiles } from "../../../test/helpers/files-on-disk.ts";
import { gitIn } from "../../../test/helpers/git.ts";
import { aPlan, create, operationsOn, placeIn, treeOf } from "../../../test/helpers/plans.ts";
import { tempProject } from "../../../test/helpers/temp-project.ts";
import type { Operation, Plan } from "../../types.ts";
import { stateFolderOf } from "../disk/state-folder.ts";
import { createWriteLedger } from "../effects/write-ledger.ts";
import { listKept, readKept } from "../kept/kept-versions.ts";
import { applyPlan, recoverBank } from "./apply-plan.ts";
import { PlanError } from "./plan-error.ts";
import { renderPlanNote } from "./plan-note.ts";
import { findLeftover } from "./unfinished.ts";

const FILES = {
  "memory-bank/MEMORY.md": "# Memory\n",
  "memory-bank/brief.md": "brief\n",
  "memory-bank/tech.md": "tech\n",
  "memory-bank/docs/api.md": "api\n",
  "memory-bank/docs/deep/more.md": "more\n",
};

afterEach(() => void vi.unstubAllEnvs());

function aProject(files: Readonly<Record<string, string | Uint8Array>> = FILES) {
  const root = tempProject(files);
  vi.stubEnv("XDG_STATE_HOME", tempProject());
  const place = placeIn(root);
  const apply = (plan: Plan) => applyPlan(place, plan);
  return {
    ...place,
    state: stateFolderOf(place.bank),
    on: operationsOn(place.bank),
    apply,
    applyAll: (...operations: Operation[]) => apply(aPlan(place.bank, operations)),
    read: (path: string) => readFileSync(join(place.bank, path), "utf8"),
    write: (path: string, text: string) => writeFiles(place.bank, [[path, text]]),
  };
}

/** It is refused, and everything is as it was. */
function expectRefusal(root: string, work: () => unknown): PlanError {
  const before = treeOf(root);
  const error = failureOf(PlanError, work);
  expect(treeOf(root)).toEqual(before);
  expect(error.text.zh).toMatch(/\p{Script=Han}/u);
  return error;
}

describe("applyPlan", () => {
  it("does every operation, makes folders, removes those that it emptied, and tells the ledger", () => {
    const { bank, state, on, applyAll } = aProject();
    mkdirSync(join(bank, "empty"));
    const notes = applyAll(
      on.create("details/progress.md", "progress\n"),
      on.edit("MEMORY.md", "# New\n"),
      on.move("tech.md", "details/tech.md"),
      on.move("docs/deep/more.md", "details/design/more.md", "more, moved\n"),
      on.move("docs/api.md", "details/design/api.md"),
      on.remove("brief.md"),
    );
    expect(notes).toEqual([]);
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
    expect(readdirSync(state)).toEqual(["writes.log"]);
    const ledger = createWriteLedger(() => state);
    const bytes = new TextEncoder().encode("# New\n");
    expect(ledger.explains("MEMORY.md", bytes, 0)).toBe(true);
    expect(ledger.explains("brief.md", undefined, 0)).toBe(true);
    expect(ledger.explains("MEMORY.md", undefined, 0)).toBe(false);
  });

  it("keeps permissions, and every byte of what it moves and writes", () => {
    const binary = Uint8Array.from({ length: 512 }, (_, index) => index % 256);
    const { bank, on, applyAll, read } = aProject({ ...FILES, "memory-bank/picture.png": binary });
    const modes = { "MEMORY.md": 0o640, "tech.md": 0o444, "docs/api.md": 0o600 };
    for (const [path, mode] of Object.entries(modes)) chmodSync(join(bank, path), mode);
    applyAll(
      on.edit("MEMORY.md", "\ufeffa\r\nc\r\n中文\rb\0"),
      on.move("tech.md", "details/tech.md"),
      on.move("docs/api.md", "details/api.md", "new\n"),
      on.move("picture.png", "details/picture.png"),
    );
    const modeOf = (path: string) => statSync(join(bank, path)).mode & 0o7777;
    expect(["MEMORY.md", "details/tech.md", "details/api.md"].map(modeOf)).toEqual(
      Object.values(modes),
    );
    expect(readFileSync(join(bank, "details/picture.png"))).toEqual(Buffer.from(binary));
    expect(read("MEMORY.md")).toBe("\ufeffa\r\nc\r\n中文\rb\0");
  });
});

describe("a stale plan", () => {
  it.each<[string, (bank: string) => void, string]>([
    ["a doc that it edits", (bank) => writeFileSync(join(bank, "MEMORY.md"), "a\n"), "/MEMORY.md"],
    ["a doc that it removes", (bank) => rmSync(join(bank, "brief.md")), "/brief.md"],
    ["a doc that it makes", (bank) => writeFileSync(join(bank, "new.md"), "a\n"), "/new.md"],
    ["another doc", (bank) => writeFileSync(join(bank, "docs/api.md"), "a\n"), ""],
    ["the whole bank", (bank) => rmSync(bank, { recursive: true }), "/MEMORY.md"],
  ])("is refused when %s changed", (_, change, path) => {
    const { root, bank, on, apply } = aProject();
    const plan = aPlan(bank, [
      on.create("new.md", "new\n"),
      on.edit("MEMORY.md", "new\n"),
      on.move("tech.md", "details/tech.md"),
      on.remove("brief.md"),
    ]);
    change(bank);
    const error = expectRefusal(root, () => apply(plan));
    const message = `plan is stale: memory-bank${path} changed since; plan again`;
    expect(error).toMatchObject({ kind: "stale", message });
  });

  it("is noticed also between checking and writing, and what was done is taken back", () => {
    const { root, bank, on, applyAll } = aProject();
    const edits = [on.edit("brief.md", "new\n"), on.edit("MEMORY.md", "new\n")];
    const { writeFileSync: write } = fs;
    const meanwhile = (_: number, name: string, args: readonly unknown[]) => {
      if (name === "renameSync" && String(args[1]).endsWith("brief.md"))
        write(join(bank, "MEMORY.md"), "theirs\n");
    };
    const apply = () => onDisk(meanwhile, () => applyAll(...edits));
    expect(failureOf(PlanError, apply).kind).toBe("stale");
    expect(treeOf(root)).toMatchObject({
      "memory-bank/brief.md": "644 brief\n",
      "memory-bank/MEMORY.md": "644 theirs\n",
    });
  });
});

describe("a link", () => {
  it("in the bank is never followed, wherever it leads", () => {
    const { root, bank, on, applyAll } = aProject({ ...FILES, "elsewhere/a.md": "a\n" });
    symlinkSync("../elsewhere", join(bank, "out"));
    symlinkSync("docs", join(bank, "in"));
    symlinkSync("../elsewhere/a.md", join(bank, "a.md"));
    for (const operation of [
      create("out/new.md", "x"),
      create("in/new.md", "x"),
      create("a.md", "x"),
      on.edit("out/a.md", "x"),
      on.edit("a.md", "x"),
      on.remove("in/api.md"),
      on.move("out/a.md", "b.md"),
      on.move("tech.md", "in/tech.md"),
    ])
      expect(expectRefusal(root, () => applyAll(operation)).kind).toBe("outside");
  });

  it("in the place of the bank may lead into the project, and nowhere else", () => {
    const { root, bank, applyAll } = aProject({ "docs/memory/MEMORY.md": "# Memory\n" });
    for (const to of ["memory-bank", "nowhere", tempProject()]) {
      symlinkSync(to, bank);
      const error = expectRefusal(root, () => applyAll(create("a.md", "a\n")));
      expect(error.message).toMatch(/lies outside the project, or is a link/);
      rmSync(bank);
    }
    symlinkSync("docs/memory", bank);
    applyAll(create("a.md", "a\n"));
    expect(readdirSync(join(root, "docs/memory"))).toEqual(["MEMORY.md", "a.md"]);
  });
});

describe("in a git work tree", () => {
  function inGit(isInSubmodule = false) {
    const project = aProject();
    const folder = isInSubmodule ? project.bank : project.root;
    const git = (...args: string[]) => gitIn(folder, args);
    git("init", "-q", "--template=");
    git("add", "-A");
    return { ...project, git };
  }

  it.each([false, true])(
    "a doc that git has moves by git mv (a repository of its own: %s)",
    (own) => {
      const { bank, on, git, applyAll, read } = inGit(own);
      writeFileSync(join(bank, "tech.md"), "not staged\n");
      applyAll(on.move("tech.md", "details/tech.md"), on.move("brief.md", "details/b.md", "new\n"));
      const tracked = git("ls-files", "-s");
      expect(tracked).toContain("details/tech.md");
      expect(tracked).toContain("details/b.md");
      expect(tracked).not.toMatch(/\/brief\.md$/m);
      expect(git("show", `:./${own ? "" : "memory-bank/"}details/tech.md`)).toBe("tech\n");
      expect(read("details/tech.md")).toBe("not staged\n");
    },
  );

  it("one that git has not, or cannot move now, moves all the same", () => {
    const { root, bank, on, git, applyAll, write } = inGit();
    write("new.md", "new\n");
    writeFileSync(join(root, ".git/index.lock"), "");
    applyAll(on.move("tech.md", "details/tech.md"), on.move("new.md", "details/new.md"));
    rmSync(join(root, ".git/index.lock"));
    expect(readdirSync(join(bank, "details")).toSorted()).toEqual(["new.md", "tech.md"]);
    expect(git("status", "--short", "--", "memory-bank/tech.md")).toContain("AD");
  });
});

const NEW = {
  "MEMORY.md": "644 # New\n",
  "details/": "755",
  "details/new.md": "644 new\n",
  "details/tech.md": "644 tech, moved\n",
};

/** A project whose plan was stopped when something was about to be renamed to `ending`. */
function crashed(ending: string) {
  const { "memory-bank/docs/api.md": _, "memory-bank/docs/deep/more.md": __, ...files } = FILES;
  const project = aProject(files);
  const { bank, state, on, apply } = project;
  const plan = aPlan(bank, [
    on.create("details/new.md", "new\n"),
    on.edit("MEMORY.md", "# New\n"),
    on.move("tech.md", "details/tech.md", "tech, moved\n"),
    on.remove("brief.md"),
  ]);
  expect(() => onDisk(crashingAt(ending), () => apply(plan))).toThrow(Crash);
  const recover = () => onDisk(HEALTHY, () => recoverBank(project));
  return { ...project, journal: join(state, "apply.json"), recover };
}

describe("recoverBank", () => {
  it("finishes a plan that was begun, once", () => {
    const { bank, state, recover, write, read } = crashed("/details/tech.md");
    expect(recover()).toEqual([{ kind: "finished", plan: "plan-1" }]);
    expect(treeOf(bank)).toEqual(NEW);
    expect(readdirSync(state)).toEqual(["writes.log"]);
    write("MEMORY.md", "theirs\n");
    expect(recover()).toEqual([]);
    expect(read("MEMORY.md")).toBe("theirs\n");
  });

  it("leaves the bank alone while another process is at it", () => {
    const { root, bank, state } = crashed("/details/tech.md");
    writeFileSync(join(state, "lock"), String(process.pid));
    const before = treeOf(bank);
    expect(failureOf(PlanError, () => recoverBank({ root, bank })).kind).toBe("busy");
    expect(treeOf(bank)).toEqual(before);
    // Its number may belong to another process by now: no plan takes so long.
    const longAgo = Date.now() / 1000 - 3600;
    utimesSync(join(state, "lock"), longAgo, longAgo);
    expect(recoverBank({ root, bank })).toMatchObject([{ kind: "finished" }]);
    expect(readdirSync(state)).not.toContain("lock");
  });

  it.each(["", "{", '{"format":2,"bank":"x","plan":"p","steps":[]}'])(
    "does not act on a journal that it cannot read, and says so: %j",
    (text) => {
      const { root, journal, recover } = crashed("/details/tech.md");
      writeFileSync(journal, text);
      expect(expectRefusal(root, recover).message).toContain(journal);
    },
  );

  it.each<[string, string, Record<string, string | undefined>]>([
    ["a doc that was edited already", "MEMORY.md", { before: "# Memory\n", after: "# New\n" }],
    ["a doc that was to be removed", "brief.md", { before: "brief\n", after: undefined }],
    ["a doc that was made already", "details/new.md", { before: undefined, after: "new\n" }],
    ["a doc that was to be moved", "tech.md", { before: "tech\n", after: undefined }],
  ])(
    "leaves what somebody changed since, and keeps the plan's versions: %s",
    (_, path, versions) => {
      const { bank, state, write, recover } = crashed("/details/tech.md");
      write(path, "theirs\n");
      const recovered = recover();
      expect(treeOf(bank)).toEqual({ ...NEW, [path]: "644 theirs\n" });
      const kept = (which: "before" | "after") => {
        const [incident] = listKept(state);
        const bytes = incident && readKept(state, incident, path, which);
        return bytes && Buffer.from(bytes).toString("utf8");
      };
      expect({ before: kept("before"), after: kept("after") }).toEqual(versions);
      for (const language of ["en", "zh"] as const)
        expect(recovered.map((note) => renderPlanNote(note, language)).join()).toMatch(
          new RegExp(`${path}.*memory-bank restore k-`),
        );
    },
  );
});

it.each([".memory-bank-apply/old/0", "../.memory-bank-new/.memory-bank-apply/made-bank"])(
  "what a plan of 0.2.0 left is named and left alone, and no plan is applied meanwhile: %s",
  (path) => {
    const { root, bank, write, applyAll } = aProject();
    write(path, "old\n");
    const folder = findLeftover(bank) ?? "";
    expect(join(bank, path)).toContain(folder);
    expect(expectRefusal(root, () => applyAll(create("new.md", "new\n"))).message).toContain(
      folder,
    );
  },
);
