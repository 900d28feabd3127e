import { mkdirSync, readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { Crash, crashingAt, healthyDisk } from "../../../test/helpers/faulty-disk.ts";
import { failureOf } from "../../../test/helpers/failure-of.ts";
import { writeFiles } from "../../../test/helpers/files-on-disk.ts";
import { aPlan, create, placeIn, planOn, treeOf } from "../../../test/helpers/plans.ts";
import { tempProject } from "../../../test/helpers/temp-project.ts";
import { listKept, readKept } from "../kept/kept-versions.ts";
import { applyPlan } from "./apply-plan.ts";
import { findLeftover } from "./unfinished.ts";
import { PlanError } from "./plan-error.ts";
import { renderPlanNote, renderRecovered } from "./plan-note.ts";
import { recoverBank } from "./recover-bank.ts";

const FILES = {
  "memory-bank/MEMORY.md": "# Memory\n",
  "memory-bank/brief.md": "brief\n",
  "memory-bank/tech.md": "tech\n",
};
const OLD = { "MEMORY.md": "644 # Memory\n", "brief.md": "644 brief\n", "tech.md": "644 tech\n" };
const NEW = {
  "MEMORY.md": "644 # New\n",
  "details/": "755",
  "details/new.md": "644 new\n",
  "details/tech.md": "644 tech, moved\n",
};

/** A project whose plan was stopped when something was about to be renamed to `ending`. */
function crashed(ending: string) {
  const root = tempProject(FILES);
  const state = tempProject();
  const place = { ...placeIn(root), isGit: false };
  const plan = planOn(place.bank, (on) => [
    on.create("details/new.md", "new\n"),
    on.edit("MEMORY.md", "# New\n"),
    on.move("tech.md", "details/tech.md", "tech, moved\n"),
    on.remove("brief.md"),
  ]);
  const options = { stateFolder: () => state, disk: crashingAt(ending), patience: 0 };
  expect(() => applyPlan(place, plan, options)).toThrow(Crash);
  return {
    ...place,
    state,
    journal: join(state, "apply.json"),
    write: (path: string, text: string) => writeFiles(place.bank, [[path, text]]),
    recover: (isRunning: (pid: number) => boolean = () => false) =>
      recoverBank(place, { ...options, disk: { ...healthyDisk(), isRunning } }),
    kept: (doc: string, which: "before" | "after") => {
      const bytes = readKept(state, listKept(state)[0]?.id ?? "", doc, which);
      return bytes && Buffer.from(bytes).toString("utf8");
    },
  };
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

  it("finishes a plan that was begun, once", () => {
    const { bank, recover } = crashed("/details/tech.md");
    expect(recover()).toEqual({ kind: "finished", plan: "plan-1", notes: [] });
    expect(treeOf(bank)).toEqual(NEW);
    expect(recover()).toEqual({ kind: "nothing" });
  });

  it("takes back a plan of which nothing was done", () => {
    const { bank, recover } = crashed("/details/new.md");
    expect(recover()).toEqual({ kind: "undone", plan: "plan-1", notes: [] });
    expect(treeOf(bank)).toEqual(OLD);
  });

  it("does not bring a plan into another bank in the same place", () => {
    const { bank, recover, write } = crashed("/details/tech.md");
    rmSync(bank, { recursive: true });
    write("MEMORY.md", "# Another\n");
    expect(recover().kind).toBe("undone");
    expect(treeOf(bank)).toEqual({ "MEMORY.md": "644 # Another\n", "brief.md": "644 brief\n" });
  });

  it("leaves the bank alone while another process is at it", () => {
    const { bank, state, recover } = crashed("/details/tech.md");
    const lock = "lock";
    writeFileSync(join(state, lock), "4242");
    const before = treeOf(bank);
    const isRunning = (pid: number) => pid === 4242;
    expect(recover(isRunning)).toEqual({ kind: "busy" });
    expect(treeOf(bank)).toEqual(before);
    // Its number may belong to another process by now: no plan takes so long.
    const longAgo = Date.now() / 1000 - 3600;
    utimesSync(join(state, lock), longAgo, longAgo);
    expect(recover(isRunning).kind).toBe("finished");
    expect(readdirSync(state)).not.toContain(lock);
  });

  it.each(["", "{", '{"format":2,"bank":"x","plan":"p","steps":[],"folders":[]}'])(
    "does not act on a journal that it cannot read, and says so: %j",
    (text) => {
      const { root, journal, recover } = crashed("/details/tech.md");
      writeFileSync(journal, text);
      const before = treeOf(root);
      expect(failureOf(PlanError, recover)).toMatchObject({ kind: "journal" });
      expect(failureOf(PlanError, recover).message).toContain(journal);
      expect(treeOf(root)).toEqual(before);
    },
  );
});

describe("what somebody changed after a crash", () => {
  it.each<[string, string, Record<string, string | undefined>]>([
    ["a doc that was edited already", "MEMORY.md", { before: "# Memory\n", after: "# New\n" }],
    ["a doc that was to be removed", "brief.md", { before: "brief\n", after: undefined }],
    ["a doc that was made already", "details/new.md", { before: undefined, after: "new\n" }],
  ])("stays, and the versions of the plan are kept: %s", (_, path, versions) => {
    const { bank, write, recover, kept } = crashed("/details/tech.md");
    write(path, "theirs\n");
    const recovered = recover();
    expect(treeOf(bank)).toEqual({ ...NEW, [path]: "644 theirs\n" });
    expect({ before: kept(path, "before"), after: kept(path, "after") }).toEqual(versions);
    for (const language of ["en", "zh"] as const)
      expect(renderRecovered(recovered, language).join()).toMatch(
        new RegExp(`${path}.*memory-bank restore k-`),
      );
  });

  it("stays where it was to be moved away", () => {
    const { bank, write, recover } = crashed("/details/tech.md");
    write("tech.md", "theirs\n");
    const recovered = recover();
    expect(recovered.kind).toBe("finished");
    const { "details/tech.md": _, ...others } = NEW;
    expect(treeOf(bank)).toEqual({ ...others, "tech.md": "644 theirs\n" });
    expect(renderRecovered(recovered, "en").join()).toContain("tech.md");
  });

  it("stays when the plan is already done", () => {
    const { bank, write, recover, state } = crashed("/details/tech.md");
    expect(recover().kind).toBe("finished");
    write("MEMORY.md", "theirs\n");
    expect(recover()).toEqual({ kind: "nothing" });
    expect(treeOf(bank)).toEqual({ ...NEW, "MEMORY.md": "644 theirs\n" });
    expect(listKept(state)).toEqual([]);
  });
});

describe("what version 0.2.0 left", () => {
  it.each([".memory-bank-apply/old/0", "../.memory-bank-new/.memory-bank-apply/made-bank"])(
    "is named and left alone, and no plan is applied meanwhile: %s",
    (path) => {
      const root = tempProject(FILES);
      const place = { ...placeIn(root), isGit: false };
      writeFiles(place.bank, [[path, "old\n"]]);
      const before = treeOf(root);
      const folder = findLeftover(place.bank) ?? "";
      expect(join(place.bank, path)).toContain(folder);
      expect(recoverBank(place, { stateFolder: () => join(root, "..", "none") })).toEqual({
        kind: "nothing",
      });
      const plan = aPlan(place.bank, [create("new.md", "new\n")]);
      const state = tempProject();
      const apply = () => applyPlan(place, plan, { stateFolder: () => state });
      expect(failureOf(PlanError, apply).message).toContain(folder);
      expect(treeOf(root)).toEqual(before);
    },
  );
});

describe("renderPlanNote", () => {
  it("names the docs in both languages, and where their versions are", () => {
    const kept = { kind: "kept", paths: ["a.md", "b.md"], kept: "k-1" } as const;
    expect(renderPlanNote(kept, "en")).toContain("a.md, b.md");
    expect(renderPlanNote(kept, "zh")).toContain("a.md、b.md");
    const left = { kind: "left", paths: ["a.md"], kept: undefined } as const;
    expect(renderPlanNote(left, "en")).not.toContain("restore");
  });
});
