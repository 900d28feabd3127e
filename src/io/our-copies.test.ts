import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { tempProject } from "../../test/helpers/temp-project.ts";
import { findCopies, isOurEntry, moveAside } from "./our-copies.ts";

const SKILL = readFileSync(new URL("../../skills/memory-bank/SKILL.md", import.meta.url), "utf8");
const CODE = 'const id = "agent-memory-bank"; const protocol = "memory-bank/v1";\n';

describe("copies of ours", () => {
  it("are known by their content, not by their names", () => {
    const root = tempProject({
      "plugin/memory-bank.ts": CODE.replace("agent-memory-bank", "MEMORY_BANK_GUARD_MODE"),
      "plugins/anything.js": CODE,
      "plugins/memory-bank.js": "export const memoryBank = 1; // agent-memory-bank\n",
      "plugins/notes.md": CODE,
      "skills/memory-bank/SKILL.md": SKILL,
      "skills/other/SKILL.md": SKILL,
      "skill/memory-bank/SKILL.md": "---\nname: memory-bank\n---\nMy own way to keep notes.\n",
    });
    expect(findCopies([root, join(root, "nowhere")])).toEqual([
      { kind: "plugin", path: join(root, "plugin/memory-bank.ts") },
      { kind: "plugin", path: join(root, "plugins/anything.js") },
      { kind: "skill", path: join(root, "skills/memory-bank") },
    ]);
  });

  it("are moved aside whole, none over another, links as links", () => {
    const root = tempProject({
      "plugin/a.js": CODE,
      "plugins/a.js": `${CODE}// two`,
      "skill/memory-bank/SKILL.md": SKILL,
      "skill/memory-bank/mine.md": "mine",
      "checkout/plugin.js": CODE,
    });
    symlinkSync(join(root, "checkout/plugin.js"), join(root, "plugins/linked.js"));
    const aside = join(root, "aside");
    const copies = findCopies([root]);
    const moved = copies.map((copy) => moveAside(copy, aside));
    expect(moved.map((path) => path.slice(aside.length + 1))).toEqual([
      "a.js",
      "2-a.js",
      "linked.js",
      "memory-bank",
    ]);
    expect(readFileSync(join(aside, "2-a.js"), "utf8")).toBe(`${CODE}// two`);
    expect(readFileSync(join(aside, "memory-bank/mine.md"), "utf8")).toBe("mine");
    expect(existsSync(join(root, "checkout/plugin.js"))).toBe(true);
    expect(findCopies([root])).toEqual([]);
  });
});

describe("an entry in a list of plugins", () => {
  const root = fileURLToPath(new URL("../..", import.meta.url));

  it.each([
    "agent-memory-bank",
    "agent-memory-bank@latest",
    "agent-memory-bank@0.1.0",
    "agent-memory-bank@git+https://example.com/x.git",
    "npm:agent-memory-bank@1",
    "memory@npm:agent-memory-bank@1",
    "file:///gone/node_modules/agent-memory-bank/dist/plugin.js",
    root,
    ".",
  ])("%s is ours", (entry) => {
    expect(isOurEntry(entry, join(root, "opencode.json"))).toBe(true);
  });

  it.each([
    "agent-memory-bank-extra",
    "@someone/agent-memory-bank",
    "memory-bank",
    "./src/types.ts",
    "file:///gone/plugin.js",
    "file://not a url",
    "oh-my-opencode",
    "",
  ])("%s is not", (entry) => {
    expect(isOurEntry(entry, join(root, "opencode.json"))).toBe(false);
  });

  it("is ours where it leads to a copy of our code, from the folder of its config", () => {
    const at = tempProject({ "deep/er/": "", "x/any.js": CODE });
    mkdirSync(join(at, "y"));
    writeFileSync(join(at, "y/other.js"), "export default {}\n");
    expect(isOurEntry("../../x/any.js", join(at, "deep/er/opencode.json"))).toBe(true);
    expect(isOurEntry(pathToFileURL(join(at, "x/any.js")).href, "/opencode.json")).toBe(true);
    expect(isOurEntry("./y/other.js", join(at, "opencode.json"))).toBe(false);
  });
});
