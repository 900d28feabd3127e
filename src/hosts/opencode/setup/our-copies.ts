import { readdirSync } from "node:fs";
import { join } from "node:path";
import { PROTOCOL_VERSION, SKILL } from "../../../bank/layout.ts";
import { attempt, readText } from "../../../io/disk/read.ts";
import type { Copy } from "../../host.ts";
import { isOurCode } from "./our-entry.ts";

/** Only what is ours by its content: a file of that name may be anybody's. */
export function findCopies(folders: readonly string[]): Copy[] {
  return folders.flatMap((folder) => [
    ...pluginFiles(folder)
      .filter((path) => isOurCode(readText(path)))
      .map((path) => ({ kind: "plugin", path }) as const),
    ...["skill", "skills"].flatMap((name) => skillsIn(join(folder, name))),
  ]);
}

/** The files that OpenCode loads as plugins from one of its folders, without being told. */
export function pluginFiles(folder: string): string[] {
  return ["plugin", "plugins"].flatMap((name) =>
    attempt(() => readdirSync(join(folder, name)).toSorted(), [])
      .filter((file) => /\.[jt]s$/.test(file))
      .map((file) => join(folder, name, file)),
  );
}

/** Skills of our skill's name in these folders of skills, of another text than the one that we ship. */
export function findOtherSkills(folders: readonly string[], shipped: string): string[] {
  return folders
    .map((folder) => join(folder, SKILL, "SKILL.md"))
    .filter((path) => {
      const text = readText(path);
      return text !== undefined && text !== shipped && isNamedAsOurs(text);
    });
}

function skillsIn(folder: string): Copy[] {
  const path = join(folder, SKILL);
  const text = readText(join(path, "SKILL.md")) ?? "";
  const isOurs = isNamedAsOurs(text) && text.includes(PROTOCOL_VERSION);
  return isOurs ? [{ kind: "skill", path }] : [];
}

/** OpenCode takes a skill's name from its front matter, and nothing without one for a skill. */
function isNamedAsOurs(text: string): boolean {
  const head = /^\ufeff?---\r?\n([^]*?)\r?\n---\r?(?:\n|$)/.exec(text)?.[1] ?? "";
  return new RegExp(`^name:\\s*["']?${SKILL}["']?\\s*$`, "m").test(head);
}
