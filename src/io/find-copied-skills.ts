import { join } from "node:path";
import { SKILL } from "../bank/layout.ts";
import { foldersUp } from "./find-bank.ts";
import { readText } from "./read-text.ts";

export interface SkillPlaces {
  readonly directory: string;
  readonly worktree: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string | undefined;
}

/** Copies of our skill where the host finds skills, of another version than the one that we ship. */
export function findCopiedSkills(places: SkillPlaces, shipped: string): string[] {
  return skillFolders(places)
    .map((folder) => join(folder, SKILL, "SKILL.md"))
    .filter((path) => {
      const text = readText(path);
      return text !== undefined && text !== shipped && NAMED_LIKE_OURS.test(text);
    });
}

const NAMED_LIKE_OURS = new RegExp(`^name:\\s*["']?${SKILL}["']?\\s*$`, "m");

function skillFolders({ directory, worktree, env, home }: SkillPlaces): string[] {
  const config = env["XDG_CONFIG_HOME"] || (home && join(home, ".config"));
  const ofHost = [
    env["OPENCODE_CONFIG_DIR"],
    config && join(config, "opencode"),
    home && join(home, ".opencode"),
    ...foldersUp(directory, worktree).map((folder) => join(folder, ".opencode")),
  ];
  const ofOthers = [home, ...foldersUp(directory, worktree)].flatMap((folder) =>
    folder ? [join(folder, ".claude"), join(folder, ".agents")] : [],
  );
  const folders = [
    ...ofHost.flatMap((folder) => (folder ? [join(folder, "skill"), join(folder, "skills")] : [])),
    ...ofOthers.map((folder) => join(folder, "skills")),
  ];
  return [...new Set(folders)];
}
