import { join } from "node:path";
import { expect, it } from "vitest";
import { tempProject } from "../../test/helpers/temp-project.ts";
import { findCopiedSkills } from "./find-copied-skills.ts";

const OURS = "---\nname: memory-bank\ndescription: now\n---\n";
const OLD = "---\nname: memory-bank\ndescription: then\n---\n";

it("names copies of our skill that are of another version, wherever the host finds skills", () => {
  const root = tempProject({
    "home/.config/opencode/skill/memory-bank/SKILL.md": OLD,
    "home/.claude/skills/memory-bank/SKILL.md": OLD,
    "home/.agents/skills/memory-bank/SKILL.md": OURS,
    "repo/.opencode/skills/memory-bank/SKILL.md": OLD,
    "repo/.opencode/skills/other/SKILL.md": OLD,
    "repo/app/.agents/skills/memory-bank/SKILL.md": "---\nname: something-else\n---\n",
  });
  const places = {
    directory: join(root, "repo/app"),
    worktree: join(root, "repo"),
    env: {},
    home: join(root, "home"),
  };
  expect(findCopiedSkills(places, OURS)).toEqual(
    [
      "home/.config/opencode/skill/memory-bank/SKILL.md",
      "repo/.opencode/skills/memory-bank/SKILL.md",
      "home/.claude/skills/memory-bank/SKILL.md",
    ].map((path) => join(root, path)),
  );
  const moved = { ...places, env: { XDG_CONFIG_HOME: join(root, "elsewhere") } };
  expect(findCopiedSkills(moved, OURS)).toHaveLength(2);
  expect(findCopiedSkills({ ...places, home: undefined }, OURS)).toHaveLength(1);
});
