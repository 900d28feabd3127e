import type { Language } from "../types.ts";
import { REFRESH_COMMAND } from "./layout.ts";

/** Why the prompt has no entry to show. */
export type Trouble =
  | { readonly kind: "no-bank" }
  | { readonly kind: "no-entry" }
  | { readonly kind: "old-layout" }
  | { readonly kind: "unreadable"; readonly reason: string };

/** One line, the same as long as the trouble is. */
export function renderTrouble(trouble: Trouble, entry: string, language: Language): string {
  const zh = language === "zh";
  switch (trouble.kind) {
    case "no-bank":
      return zh
        ? `[Memory Bank] 本项目还没有记忆库。用户可以用 /${REFRESH_COMMAND} 建立。`
        : `[Memory Bank] This project has no memory bank yet. The user can make one with /${REFRESH_COMMAND}.`;
    case "no-entry":
      return zh
        ? `[Memory Bank] 记忆库缺少入口 ${entry}。用户可以用 /${REFRESH_COMMAND} 补建，已有文档会保留。`
        : `[Memory Bank] The memory bank has no entry ${entry}. The user can make it with /${REFRESH_COMMAND}; existing docs are kept.`;
    case "old-layout":
      return zh
        ? `[Memory Bank] 记忆库是旧布局，需要迁移：请用户运行 /${REFRESH_COMMAND}。`
        : `[Memory Bank] The memory bank has an old layout and needs migration: the user can run /${REFRESH_COMMAND}.`;
    case "unreadable":
      return zh
        ? `[Memory Bank] 无法读取 ${entry}（${trouble.reason}）。请告诉用户修复；在此之前项目记忆是未知的。`
        : `[Memory Bank] ${entry} cannot be read (${trouble.reason}). Tell the user; until it is mended, the project's memory is unknown.`;
  }
}
