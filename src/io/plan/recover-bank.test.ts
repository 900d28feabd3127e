import {
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { Crash, crashingAt, healthyDisk } from "../../../test/helpers/faulty-disk.ts";
import { writeFiles } from "../../../test/helpers/files-on-disk.ts";
import { failureOf } from "../../../test/helpers/failure-of.ts";
import { aPlan, create, hash, placeIn, planOn, treeOf } from "../../../test/helpers/plans.ts";
import { tempProject } from "../../../test/helpers/temp-project.ts";
import { seal } from "../disk/seal.ts";
import { applyPlan } from "./apply-plan.ts";
import { listKept, readKept } from "../kept/kept-versions.ts";
import { findForeign } from "./look-at-staging.ts";
import { PlanError } from "./plan-error.ts";
import { renderPlanNote } from "./plan-note.ts";
import { type Recovered, recoverBank } from "./recover-bank.ts";
import { renderRecovered } from "./render-recovered.ts";

const FILES = {
  "memory-bank/MEMORY.md": "# Memory\n",
  "memory-bank/brief.md": "brief\n",
  "memory-bank/tech.md": "tech\n",
};

/** A project whose plan was stopped when something was about to be renamed to `ending`. */
function crashed(ending: string, nth?: number) {
  const root = tempProject(FILES);
  const state = tempProject();
  const place = { ...placeIn(root), isGit: false };
  const plan = planOn(place.bank, (on) => [
    on.create("details/new.md", "new\n"),
    on.edit("MEMORY.md", "# New\n"),
    on.move("tech.md", "details/tech.md", "tech, moved\n"),
    on.remove("brief.md"),
  ]);
  const options = { stateFolder: () => state, disk: crashingAt(ending, nth), patience: 0 };
  expect(() => applyPlan(place, plan, options)).toThrow(Crash);
  const write = (path: string, text: string) => writeFiles(place.bank, [[path, text]]);
  return {
    ...place,
    state,
    write,
    recover: () => recoverBank(place, { ...options, disk: healthyDisk() }),
    kept: (doc: string, which: "before" | "after") => {
      const id = listKept(state)[0]?.id ?? "";
      const bytes = readKept(state, id, doc, which);
      return bytes && Buffer.from(bytes).toString("utf8");
    },
  };
}

/** Nothing of it is done, nothing removed, and a person is told; locks of processes that are gone aside. */
function expectLeftAlone(bank: string, recover: () => Recovered): void {
  const look = () =>
    Object.entries(treeOf(bank)).filter(([path]) => !path.startsWith(".memory-bank-apply/lock-"));
  const before = look();
  const recovered = recover();
  expect(recovered).toEqual({ kind: "foreign", path: join(bank, ".memory-bank-apply") });
  expect(look()).toEqual(before);
  for (const language of ["en", "zh"] as const)
    expect(renderRecovered(recovered, language)).toEqual([
      expect.stringContaining(join(bank, ".memory-bank-apply")),
    ]);
}

describe("recoverBank", () => {
  it("has nothing to do where nothing was left, whatever the bank is", () => {
    const root = tempProject({ "a/memory-bank/MEMORY.md": "", "b/memory-bank": "file", "c/": "" });
    mkdirSync(join(root, "d"));
    symlinkSync("memory-bank", join(root, "d/memory-bank"));
    const before = treeOf(root);
    for (const name of ["a", "b", "c", "d", "e"])
      expect(recoverBank(placeIn(join(root, name)))).toEqual({ kind: "nothing" });
    expect(treeOf(root)).toEqual(before);
  });

  it("finishes a plan whose journal is there", () => {
    const { bank, recover } = crashed("/details/new.md");
    expect(recover()).toEqual({ kind: "finished", plan: "plan-1", notes: [] });
    expect(treeOf(bank)).toEqual({
      "MEMORY.md": "644 # New\n",
      "details/": "755",
      "details/new.md": "644 new\n",
      "details/tech.md": "644 tech, moved\n",
    });
    expect(recover()).toEqual({ kind: "nothing" });
  });

  it("removes what was staged before the plan was noted", () => {
    const { bank, recover } = crashed("/plan.json", 2);
    expect(readdirSync(join(bank, ".memory-bank-apply/new"))).toHaveLength(3);
    expect(recover()).toEqual({ kind: "cleaned" });
    expect(treeOf(bank)).toEqual({
      "MEMORY.md": "644 # Memory\n",
      "brief.md": "644 brief\n",
      "tech.md": "644 tech\n",
    });
  });

  it.each(["", "{", "[]", '{"format":1}', '{"format":2,"plan":"p","steps":[],"folders":[]}'])(
    "takes no notice of a journal that somebody put there: %j",
    (text) => {
      const { bank, recover } = crashed("/plan.json", 2);
      writeFileSync(join(bank, ".memory-bank-apply/journal.json"), text);
      expect(recover()).toEqual({ kind: "cleaned" });
      expect(readdirSync(bank).toSorted()).toEqual(["MEMORY.md", "brief.md", "tech.md"]);
    },
  );

  it.each(["../outside.md", "/outside.md", ".git/config", ".memory-bank-apply/x"])(
    "does not act on a journal that leaves the bank, even if it was sealed: %s",
    (path) => {
      const { root, bank, state, recover } = crashed("/details/new.md");
      const step = { kind: "create", path, text: "x", after: hash("x") };
      const journal = JSON.stringify({ format: 1, plan: "p", steps: [step], folders: [] });
      const sealed = seal(state, "plan", `${bank}\0${journal}`);
      const note = { format: 1, bank, journal, seal: sealed };
      writeFileSync(join(state, "plan.json"), JSON.stringify(note));
      expectLeftAlone(bank, recover);
      expect(readdirSync(root)).toEqual(["memory-bank"]);
    },
  );

  it("leaves the bank alone while another process is at it", () => {
    const { bank, state, recover } = crashed("/details/new.md");
    const stateFolder = () => state;
    const names = readdirSync(join(bank, ".memory-bank-apply"));
    const lock = names.find((name) => name.startsWith("lock-")) ?? "";
    const before = treeOf(bank);
    const place = { root: join(bank, ".."), bank, isGit: false };
    const ours = { ...healthyDisk(), isRunning: (pid: number) => lock.includes(`-${pid}-`) };
    expect(recoverBank(place, { disk: ours, stateFolder })).toEqual({ kind: "busy" });
    expect(treeOf(bank)).toEqual(before);

    // Its number may belong to another process by now: no plan takes so long.
    const longAgo = Date.now() / 1000 - 3600;
    utimesSync(join(bank, ".memory-bank-apply", lock), longAgo, longAgo);
    expect(recoverBank(place, { disk: ours, stateFolder }).kind).toBe("finished");
    expect(recover()).toEqual({ kind: "nothing" });
  });
});

describe("what this engine did not begin here", () => {
  const apply = ".memory-bank-apply";

  it("changes nothing of a plan that was: a journal put in the place of ours", () => {
    const { bank, recover } = crashed("/old/3");
    const step = { kind: "edit", path: "MEMORY.md", text: "# Bad\n", after: hash("# Bad\n") };
    const journal = { format: 1, plan: "p", steps: [step], folders: [] };
    writeFileSync(join(bank, apply, "journal.json"), JSON.stringify(journal));
    writeFileSync(join(bank, apply, "old/1"), "# Bad\n");
    expect(recover().kind).toBe("finished");
    expect(treeOf(bank)).toMatchObject({ "MEMORY.md": "644 # New\n" });
  });

  it("changes nothing of a plan that was: what was staged is gone, or another text", () => {
    const { bank, recover } = crashed("/details/new.md");
    rmSync(join(bank, apply, "new/0"));
    writeFileSync(join(bank, apply, "new/1"), "# Bad\n");
    expect(recover().kind).toBe("finished");
    expect(treeOf(bank)).toMatchObject({
      "MEMORY.md": "644 # New\n",
      "details/new.md": "644 new\n",
    });
  });

  it("is left alone beside a bank whose plan is finished", () => {
    const { root, bank, recover } = crashed("/old/3");
    const fresh = join(root, ".memory-bank-new", apply);
    writeFiles(fresh, [["journal.json", "{}"]]);
    expect(recover()).toEqual({ kind: "foreign", path: fresh });
    expect(treeOf(bank)).toMatchObject({ "MEMORY.md": "644 # New\n" });
    expect(readdirSync(bank).toSorted()).toEqual(["MEMORY.md", "details"]);
    expect(readdirSync(fresh)).toEqual(["journal.json"]);
  });

  it.each([
    ["without the state folder", (state: string) => rmSync(state, { recursive: true })],
    ["with another key", (state: string) => writeFileSync(join(state, "key"), "k".repeat(32))],
    ["with no note of it", (state: string) => rmSync(join(state, "plan.json"))],
    [
      "with a note that somebody else made",
      (state: string) => {
        const note = JSON.parse(readFileSync(join(state, "plan.json"), "utf8")) as object;
        writeFileSync(join(state, "plan.json"), JSON.stringify({ ...note, seal: "0".repeat(64) }));
      },
    ],
  ])("is left alone: a plan %s", (_, forge) => {
    const { bank, state, recover } = crashed("/details/new.md");
    forge(state);
    expectLeftAlone(bank, recover);
  });

  it("is left alone: a bank that was moved in the middle of a plan, until it is back", () => {
    const { root, bank, state, recover } = crashed("/details/new.md");
    const elsewhere = tempProject();
    renameSync(bank, join(elsewhere, "memory-bank"));
    const place = { ...placeIn(elsewhere), isGit: false };
    const options = { stateFolder: () => state, disk: healthyDisk() };
    expectLeftAlone(place.bank, () => recoverBank(place, options));
    renameSync(place.bank, join(root, "memory-bank"));
    expect(recover().kind).toBe("finished");
  });

  it("is left alone: staged files behind a link", () => {
    const { bank, recover } = crashed("/details/new.md");
    const outside = tempProject({ "0": "theirs\n", "1": "theirs, too\n" });
    rmSync(join(bank, apply, "new"), { recursive: true });
    symlinkSync(outside, join(bank, apply, "new"));
    expectLeftAlone(bank, recover);
    expect(treeOf(outside)).toEqual({ "0": "644 theirs\n", "1": "644 theirs, too\n" });
  });

  it("is not removed from beside the bank, nor made the bank", () => {
    const root = tempProject({
      ".memory-bank-new/.memory-bank-apply/journal.json": "{}",
      ".memory-bank-new/.memory-bank-apply/made-bank": "theirs",
    });
    const before = treeOf(root);
    const state = tempProject();
    const options = { stateFolder: () => state, patience: 0 };
    expect(recoverBank(placeIn(root), options).kind).toBe("foreign");
    expect(treeOf(root)).toEqual(before);
    const plan = aPlan(placeIn(root).bank, [create("MEMORY.md", "# Memory\n")]);
    expect(failureOf(PlanError, () => applyPlan(placeIn(root), plan, options)).kind).toBe(
      "foreign",
    );
    expect(treeOf(root)).toEqual(before);
  });

  it("keeps the next plan from being applied, and the error says why", () => {
    const files = { "memory-bank/MEMORY.md": "# Memory\n" };
    const root = tempProject({ ...files, "memory-bank/.memory-bank-apply/notes.txt": "theirs" });
    const { bank } = placeIn(root);
    const before = treeOf(root);
    const plan = planOn(bank, (on) => [on.edit("MEMORY.md", "new\n")]);
    const state = tempProject();
    const options = { stateFolder: () => state, patience: 0 };
    const error = failureOf(PlanError, () => applyPlan(placeIn(root), plan, options));
    expect(error.kind).toBe("foreign");
    expect(error.message).toContain("then remove it");
    expect(treeOf(root)).toEqual(before);
  });

  it("is found by who only looks, and what is ours is not", () => {
    const { root, bank, state, recover } = crashed("/details/new.md");
    const place = { root, bank };
    const before = treeOf(bank);
    const look = (folder: string) =>
      findForeign(place, { stateFolder: () => folder, disk: healthyDisk() });
    expect(look(state)).toBeUndefined();
    expect(look(tempProject())).toBe(join(bank, apply));
    // As long as its process lives it is that one's business.
    expect(findForeign(place, { stateFolder: () => tempProject() })).toBeUndefined();
    expect(treeOf(bank)).toEqual(before);
    recover();
    expect(look(state)).toBeUndefined();
  });
});

describe("a doc that somebody changed after the crash", () => {
  it("before it was replaced: stays, and the plan's version is kept", () => {
    const { bank, write, recover, kept } = crashed("/memory-bank/MEMORY.md");
    write("MEMORY.md", "theirs\n");
    const recovered = recover();
    expect(recovered).toMatchObject({
      kind: "finished",
      notes: [{ kind: "left", paths: ["MEMORY.md"], kept: expect.stringMatching(/^k-/) }],
    });
    expect(treeOf(bank)).toMatchObject({
      "MEMORY.md": "644 theirs\n",
      "details/tech.md": "644 tech, moved\n",
    });
    expect(kept("MEMORY.md", "after")).toBe("# New\n");
    expect(readdirSync(bank).toSorted()).toEqual(["MEMORY.md", "details"]);
    const [note] = "notes" in recovered ? recovered.notes : [];
    if (note === undefined) throw new Error("no note");
    expect(renderPlanNote(note, "en")).toContain("MEMORY.md");
    expect(renderPlanNote(note, "zh")).toContain("memory-bank restore k-");
  });

  it("after it was replaced: stays, and both versions are kept", () => {
    const { bank, write, recover, kept } = crashed("/old/3");
    write("MEMORY.md", "theirs\n");
    expect(recover()).toMatchObject({ notes: [{ kind: "left", paths: ["MEMORY.md"] }] });
    expect(readFileSync(join(bank, "MEMORY.md"), "utf8")).toBe("theirs\n");
    expect(kept("MEMORY.md", "before")).toBe("# Memory\n");
    expect(kept("MEMORY.md", "after")).toBe("# New\n");
  });

  it("before it was removed or moved: stays", () => {
    const { bank, write, recover, kept } = crashed("/details/new.md");
    write("brief.md", "theirs\n");
    write("tech.md", "theirs, too\n");
    expect(recover()).toMatchObject({
      notes: [{ kind: "left", paths: ["tech.md", "details/tech.md", "brief.md"] }],
    });
    expect(treeOf(bank)).toEqual({
      "MEMORY.md": "644 # New\n",
      "brief.md": "644 theirs\n",
      "details/": "755",
      "details/new.md": "644 new\n",
      "tech.md": "644 theirs, too\n",
    });
    expect(kept("details/tech.md", "after")).toBe("tech, moved\n");
  });

  it("where a new one was to be: stays, and the plan's is kept", () => {
    const { bank, write, recover, kept } = crashed("/details/new.md");
    write("details/new.md", "theirs\n");
    expect(recover()).toMatchObject({ notes: [{ kind: "left", paths: ["details/new.md"] }] });
    expect(readFileSync(join(bank, "details/new.md"), "utf8")).toBe("theirs\n");
    expect(kept("details/new.md", "after")).toBe("new\n");
  });

  it("and whose versions cannot be kept: everything waits", () => {
    const { bank, state, write, recover, kept } = crashed("/memory-bank/MEMORY.md");
    write("MEMORY.md", "theirs\n");
    writeFileSync(join(state, "kept"), "in the way");
    expect(recover).toThrow(expect.objectContaining({ kind: "not-a-folder" }));
    expect(readFileSync(join(bank, "MEMORY.md"), "utf8")).toBe("theirs\n");
    expect(readdirSync(bank)).toContain(".memory-bank-apply");
    renameAway(state);
    expect(recover()).toMatchObject({ kind: "finished", notes: [{ kind: "left" }] });
    expect(kept("MEMORY.md", "after")).toBe("# New\n");
  });
});

function renameAway(state: string): void {
  healthyDisk().rename(join(state, "kept"), join(state, "was-kept"));
}
