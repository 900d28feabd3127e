import { join } from "node:path";
import { SKILL } from "../../../bank/layout.ts";
import { readText } from "../../../io/disk/read.ts";
import { type Check, ok, warning } from "../../host.ts";
import { findOtherSkills } from "../setup/our-copies.ts";

/** What the user has under the name of our skill wins, also where it is a copy of an older one. */
export function checkSkills(root: string, folders: readonly string[]): Check[] {
  const shipped = readText(join(root, "dist", "skills", SKILL, "SKILL.md")) ?? "";
  const copies = findOtherSkills(folders, shipped);
  if (copies.length === 0) return [ok("skill", { en: "no stale copy", zh: "没有过时的副本" })];
  return copies.map((file) =>
    warning(
      "skill",
      {
        en: `${file} is another version of the skill, and is used instead of ours`,
        zh: `${file} 是另一个版本的技能，会取代我们的`,
      },
      { en: "remove it, unless it is your own", zh: "除非是你自己写的，请移除它" },
    ),
  );
}
