import type { Flow, Language, Operation, Plan } from "../types.ts";
import { compareLines } from "../markdown/compare-lines.ts";
import { BANK_FOLDER } from "../bank/layout.ts";

const FLOWS: Readonly<Record<Language, Readonly<Record<Flow, string>>>> = {
  en: {
    init: "Build the memory bank",
    upgrade: "Upgrade the entry",
    migrate: "Migrate the old layout",
    refresh: "Refresh the memory bank",
  },
  zh: { init: "建立记忆库", upgrade: "升级入口", migrate: "迁移旧结构", refresh: "刷新记忆库" },
};

const VERBS = {
  en: { create: "create", edit: "update", move: "move", remove: "remove" },
  zh: { create: "创建", edit: "更新", move: "移动", remove: "删除" },
} as const;

const DONE = {
  en: { create: "Created", edit: "Updated", move: "Moved", remove: "Removed" },
  zh: { create: "创建", edit: "更新", move: "移动", remove: "删除" },
} as const;

const LINES_SHOWN = 6;
const LONGEST_LINE = 100;

/** The plan for people: each operation with its reason and what changes in the text. */
export function renderPlan(
  { id, flow, operations, notes }: Plan,
  language: Language,
  textOf: (path: string) => string,
  heading: string = FLOWS[language][flow],
): string {
  const zh = language === "zh";
  const told = notes.map((note) => `! ${note}`);
  if (operations.length === 0) {
    const nothing = zh
      ? "记忆库已是最新，无需改动。"
      : "The memory bank is up to date: nothing to do.";
    return [nothing, ...told].join("\n");
  }
  const lines = operations.flatMap((operation) => [
    `- ${VERBS[language][operation.kind]} ${placeOf(operation)}${sizeOf(operation, textOf)}: ${operation.reason}`,
    ...preview(operation, textOf),
  ]);
  const footer = zh ? "用户区块保持不变。" : "User blocks stay as they are.";
  return [`${heading} (${zh ? "计划" : "plan"} ${id})`, "", ...lines, ...told, "", footer].join(
    "\n",
  );
}

/** What was done, in the form that agents report writes in. */
export function renderWritten(
  { operations }: Plan,
  language: Language,
  notes: readonly string[],
): string {
  const zh = language === "zh";
  return [
    zh ? "[Memory Bank 写入完成]" : "[Memory Bank written]",
    "",
    zh ? "已执行：" : "Done:",
    ...operations.map((operation) => `- ${DONE[language][operation.kind]}: ${placeOf(operation)}`),
    ...notes.map((note) => `! ${note}`),
    "",
    zh ? "状态：成功" : "Status: success",
  ].join("\n");
}

function placeOf(operation: Operation): string {
  const path = `${BANK_FOLDER}/${operation.path}`;
  return operation.kind === "move" ? `${path} → ${BANK_FOLDER}/${operation.to}` : path;
}

function sizeOf(operation: Operation, textOf: (path: string) => string): string {
  if (operation.kind === "create") return ` (+${operation.text.split("\n").length - 1})`;
  if (operation.kind !== "edit") return "";
  const { added, removed } = compareLines(textOf(operation.path), operation.text);
  return ` (+${added} −${removed})`;
}

/** The first lines that an edit changes. What is created can be read afterwards. */
function preview(operation: Operation, textOf: (path: string) => string): string[] {
  if (operation.kind !== "edit") return [];
  const { changes } = compareLines(textOf(operation.path), operation.text);
  const told = changes.filter(({ line }) => line.trim() !== "");
  const shown = told.slice(0, LINES_SHOWN).map(({ kind, line }) => {
    const text = line.trimEnd();
    const short = text.length <= LONGEST_LINE ? text : `${text.slice(0, LONGEST_LINE - 1)}…`;
    return `    ${kind === "added" ? "+" : "-"} ${short}`;
  });
  const more = told.length - shown.length;
  return more > 0 ? [...shown, `    … ${more}`] : shown;
}
