import type { Language, Operation, Plan } from "../types.ts";
import { compareLines } from "../markdown/compare-lines.ts";
import { BANK_FOLDER } from "../bank/layout.ts";
import { shownPath } from "../bank/shown-path.ts";
import { isTemplateLine } from "../bank/templates/template-lines.ts";

const ZH_VERBS = { create: "创建", edit: "更新", move: "移动", remove: "删除" };
const WORDS = {
  en: {
    flows: {
      init: "Build the memory bank",
      upgrade: "Upgrade the entry",
      migrate: "Migrate the old layout",
      adopt: "Adopt the bank of another tool",
      refresh: "Refresh the memory bank",
    },
    plan: "plan",
    nothing: "The memory bank is up to date: nothing to do.",
    footer: "User blocks stay as they are.",
    verbs: { create: "create", edit: "update", move: "move", remove: "remove" },
    written: "[Memory Bank written]",
    done: "Done:",
    doneVerbs: { create: "Created", edit: "Updated", move: "Moved", remove: "Removed" },
    status: "Status: success",
  },
  zh: {
    flows: {
      init: "建立记忆库",
      upgrade: "升级入口",
      migrate: "迁移旧结构",
      adopt: "接管其他工具的记忆库",
      refresh: "刷新记忆库",
    },
    plan: "计划",
    nothing: "记忆库已是最新，无需改动。",
    footer: "用户区块保持不变。",
    verbs: ZH_VERBS,
    written: "[Memory Bank 写入完成]",
    done: "已执行：",
    doneVerbs: ZH_VERBS,
    status: "状态：成功",
  },
} as const;

const LINES_SHOWN = 6;
/** Of what a new doc says. */
const NEW_LINES_SHOWN = 12;
const LONGEST_LINE = 100;

/** The plan for people: each operation with its reason and what changes in the text. */
export function renderPlan(
  { id, bank, flow, operations, notes }: Plan,
  language: Language,
  textOf: (path: string) => string,
): string {
  const words = WORDS[language];
  const told = notes.map((note) => `! ${note}`);
  if (operations.length === 0) return [words.nothing, ...told].join("\n");
  const lines = operations.flatMap((operation) => [
    `- ${words.verbs[operation.kind]} ${shownPlace(operation, bank)}: ${operation.reason}`,
    ...preview(operation, textOf),
  ]);
  const place = bank === BANK_FOLDER ? "" : `: ${bank}/`;
  const head = `${words.flows[flow]}${place} (${words.plan} ${id})`;
  return [head, "", ...lines, ...told, "", words.footer].join("\n");
}

/** What was done, in the form that agents report writes in. */
export function renderWritten(
  { bank, operations }: Plan,
  language: Language,
  notes: readonly string[],
): string {
  const words = WORDS[language];
  return [
    words.written,
    "",
    words.done,
    ...operations.map(
      (operation) => `- ${words.doneVerbs[operation.kind]}: ${shownPlace(operation, bank)}`,
    ),
    ...notes.map((note) => `! ${note}`),
    "",
    words.status,
  ].join("\n");
}

function shownPlace(operation: Operation, bankName: string): string {
  const path = shownPath(bankName, operation.path);
  return operation.kind === "move" ? `${path} → ${shownPath(bankName, operation.to)}` : path;
}

/** What a new doc will say beside its template, and the first lines that an edit changes. */
function preview(operation: Operation, textOf: (path: string) => string): string[] {
  if (operation.kind === "create") {
    const told = operation.text.split("\n").filter((line) => !isTemplateLine(line));
    return toShown(
      told.map((line) => `+ ${line}`),
      NEW_LINES_SHOWN,
    );
  }
  if (operation.kind !== "edit") return [];
  const { changes } = compareLines(textOf(operation.path), operation.text);
  const told = changes.filter(({ line }) => line.trim() !== "");
  return toShown(
    told.map(({ kind, line }) => `${kind === "added" ? "+" : "-"} ${line}`),
    LINES_SHOWN,
  );
}

function toShown(lines: readonly string[], most: number): string[] {
  const shown = lines.slice(0, most).map((line) => {
    const text = line.trimEnd();
    return `    ${text.length <= LONGEST_LINE ? text : `${text.slice(0, LONGEST_LINE - 1)}…`}`;
  });
  const more = lines.length - shown.length;
  return more > 0 ? [...shown, `    … ${more}`] : shown;
}
