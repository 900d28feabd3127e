import { join } from "node:path";
import { expect, it } from "vitest";
import { gitIn } from "../../../test/helpers/git.ts";
import { tempProject } from "../../../test/helpers/temp-project.ts";
import { attributesLine } from "./git-driver.ts";

it.each([
  "memory-bank",
  "packages/api/memory-bank",
  "our memory",
  'a "b" c',
  "odd [x] *",
  "记忆库",
])("names every doc of the bank in %s, and no other", (folder) => {
  const worktree = tempProject();
  const line = attributesLine({ worktree, bank: join(worktree, folder) });
  const root = tempProject({ ".gitattributes": `${line}\n` });
  gitIn(root, ["init", "-q"]);
  const attribute = (path: string) =>
    gitIn(root, ["check-attr", "-z", "merge", "--", path]).split("\0")[2];
  expect(attribute(`${folder}/MEMORY.md`)).toBe("memory-bank");
  expect(attribute(`${folder}/details/design/a b.md`)).toBe("memory-bank");
  expect(attribute(`${folder}/picture.png`)).toBe("unspecified");
  expect(attribute("README.md")).toBe("unspecified");
});
