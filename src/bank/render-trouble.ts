import type { HostWords, Language, Text } from "../types.ts";
import { ENTRY } from "./layout.ts";

/** Why the prompt shows no entry. */
export type Trouble =
  | { readonly kind: "no-bank" }
  /** There is no bank, but folders of other tools could become one. */
  | { readonly kind: "offered"; readonly folders: readonly string[] }
  | { readonly kind: "no-entry" }
  | { readonly kind: "unreadable"; readonly reason: Text };

/** One line, which stays the same as long as the cause is the same. */
export function renderTrouble(
  trouble: Trouble,
  entry: string,
  { refresh }: HostWords,
  language: Language,
): string {
  return `[Memory Bank] ${describe(trouble, entry, refresh)[language]}`;
}

function describe(trouble: Trouble, entry: string, refresh: string): Text {
  switch (trouble.kind) {
    case "no-bank":
      return {
        en: `This project has no memory bank yet. The user can make one with ${refresh}.`,
        zh: `本项目还没有记忆库。用户可以用 ${refresh} 建立。`,
      };
    case "offered":
      return {
        en: `This project has no memory bank yet, but another tool's in ${trouble.folders.join(", ")}. The user can adopt it with ${refresh}: ${ENTRY} is added there, nothing else is changed or moved.`,
        zh: `本项目还没有记忆库，但 ${trouble.folders.join("、")} 中有其他工具的。用户可以用 ${refresh} 接管：只在其中新增 ${ENTRY}，不改动、不移动其他文件。`,
      };
    case "no-entry":
      return {
        en: `The memory bank has no entry ${entry}. The user can make it with ${refresh}; existing docs are kept.`,
        zh: `记忆库缺少入口 ${entry}。用户可以用 ${refresh} 补建，已有文档会保留。`,
      };
    case "unreadable":
      return {
        en: `${entry} cannot be read (${trouble.reason.en}). Tell the user; until it is fixed, the project's memory is unknown.`,
        zh: `无法读取 ${entry}（${trouble.reason.zh}）。请告诉用户修复；在此之前项目记忆是未知的。`,
      };
  }
}
