import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tempProject } from "../../../../test/helpers/temp-project.ts";
import { skillFolders } from "./places.ts";
import { findCopies, findOtherSkills } from "./our-copies.ts";

const SKILL = readFileSync(
  new URL("../../../../skills/memory-bank/SKILL.md", import.meta.url),
  "utf8",
);
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
});

it("names skills of our name that are of another version, wherever the host finds skills", () => {
  const OURS = "---\nname: memory-bank\ndescription: now\n---\n";
  const OLD = "---\nname: memory-bank\ndescription: then\n---\n";
  const root = tempProject({
    "home/.config/opencode/skill/memory-bank/SKILL.md": OLD,
    "home/.claude/skills/memory-bank/SKILL.md": OLD,
    "home/.agents/skills/memory-bank/SKILL.md": OURS,
    "own/skills/memory-bank/SKILL.md": OLD,
    "repo/.opencode/skills/memory-bank/SKILL.md": OLD,
    "repo/.opencode/skills/other/SKILL.md": OLD,
    "repo/app/.agents/skills/memory-bank/SKILL.md": "---\nname: something-else\n---\n",
    "repo/app/.claude/skills/memory-bank/SKILL.md": "# No front matter\n\nname: memory-bank\n",
  });
  const find = (env: Record<string, string>) => {
    const machine = { env, home: join(root, "home"), platform: process.platform };
    const directory = join(root, "repo/app");
    const folders = skillFolders({ machine, directory, worktree: join(root, "repo") });
    return findOtherSkills(folders, OURS).map((path) => path.slice(root.length + 1));
  };
  expect(find({})).toEqual([
    "home/.config/opencode/skill/memory-bank/SKILL.md",
    "repo/.opencode/skills/memory-bank/SKILL.md",
    "home/.claude/skills/memory-bank/SKILL.md",
  ]);
  expect(find({ XDG_CONFIG_HOME: join(root, "elsewhere") })).toHaveLength(2);
  expect(find({ OPENCODE_CONFIG_DIR: "../../own" })).toHaveLength(4);
});
