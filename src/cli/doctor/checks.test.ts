import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { tempProject } from "../../../test/helpers/temp-project.ts";
import type { Check } from "../../hosts/host.ts";
import { open } from "../open.ts";
import { checkBank, checkGit, checkSettings, checkStateFolder } from "./check-project.ts";

const levels = (checks: readonly Check[]) => checks.map(({ level }) => level);

describe("the project", () => {
  const ENTRY = `<!-- MACHINE_BLOCK_START -->\n<!-- MEMORY_BANK_TEMPLATE:v7.1 -->\n# Memory\n<!-- MACHINE_BLOCK_END -->\n<!-- USER_BLOCK_START -->\n<!-- USER_BLOCK_END -->\n`;
  let root = "";
  beforeEach(() => {
    root = tempProject({
      "memory-bank/MEMORY.md": ENTRY,
      "memory-bank/details/patterns.md": "- be kind\n",
    });
    process.env["XDG_STATE_HOME"] = join(root, "state");
  });

  it("has a bank that is up to date and has conventions", async () => {
    const { bank } = (await open({ dir: root })).location;
    expect(levels(checkBank(await open({ dir: root })))).toEqual(["ok", "ok"]);
    writeFileSync(join(bank, "MEMORY.md"), ENTRY.replace("v7.1", "v6.0"));
    expect(checkBank(await open({ dir: root }))).toMatchObject([
      { level: "warning", fix: { en: "run memory-bank refresh" } },
    ]);
    writeFileSync(join(bank, "MEMORY.md"), Buffer.from(`${ENTRY}\u00ff`, "latin1"));
    expect(levels(checkBank(await open({ dir: root })))).toContain("problem");
  });

  it("has settings that mean something", async () => {
    const { location } = await open({ dir: root });
    expect(levels(checkSettings(location, []))).toEqual(["ok"]);
    expect(levels(checkSettings(location, ["MEMORY_BANK_LANG: no"]))).toEqual(["warning", "ok"]);
    const set = (more: object) => ({ ...location, settings: { ...location.settings, ...more } });
    expect(levels(checkSettings(set({ disabled: true }), []))).toEqual(["problem"]);
  });

  it("has a state folder that can be written, and is left as it was", () => {
    expect(checkStateFolder(join(root, "memory-bank")).level).toBe("ok");
    expect(existsSync(join(root, "state"))).toBe(false);
    writeFileSync(join(root, "state"), "in the way");
    expect(checkStateFolder(join(root, "memory-bank")).level).toBe("problem");
  });

  it("is in a repository", () => {
    expect(levels(checkGit({ worktree: "/", bank: root }))).toEqual(["warning"]);
    expect(levels(checkGit({ worktree: root, bank: root }))).toEqual(["ok"]);
  });
});
