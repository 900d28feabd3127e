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

  it("has a bank that is up to date and fits into the prompt", async () => {
    const { bank } = (await open(root)).location;
    expect(levels(checkBank(await open(root)))).toEqual(["ok", "ok"]);
    writeFileSync(join(bank, "MEMORY.md"), ENTRY.replace("# Memory", "# Memory\n".repeat(2000)));
    expect(levels(checkBank(await open(root)))).toEqual(["warning", "ok"]);
    writeFileSync(join(bank, "MEMORY.md"), ENTRY.replace("v7.1", "v6.0"));
    expect(checkBank(await open(root))).toMatchObject([
      { level: "warning", fix: { en: "run memory-bank refresh" } },
    ]);
    writeFileSync(join(bank, "MEMORY.md"), Buffer.from(`${ENTRY}\u00ff`, "latin1"));
    expect(levels(checkBank(await open(root)))).toContain("problem");
  });

  it("has settings that mean something", async () => {
    const opened = await open(root);
    expect(levels(checkSettings(opened, []))).toEqual(["ok"]);
    expect(levels(checkSettings(opened, ["MEMORY_BANK_LANG: no"]))).toEqual(["warning", "ok"]);
    const set = (more: object) => ({ ...opened, settings: { ...opened.settings, ...more } });
    expect(levels(checkSettings(set({ guardMode: "off" }), []))).toEqual(["warning"]);
    expect(levels(checkSettings(set({ disabled: true }), []))).toEqual(["problem"]);
  });

  it("has a state folder that can be written, and is left as it was", () => {
    expect(checkStateFolder(join(root, "memory-bank")).level).toBe("ok");
    expect(existsSync(join(root, "state"))).toBe(false);
    writeFileSync(join(root, "state"), "in the way");
    expect(checkStateFolder(join(root, "memory-bank")).level).toBe("problem");
  });

  it("is in a repository", () => {
    expect(checkGit("/", process.cwd()).level).toBe("warning");
    expect(checkGit(root, process.cwd()).level).toBe("ok");
  });
});
