import type { Flow, Language, Operation, Plan, Text } from "../types.ts";
import { compareLines } from "../markdown/compare-lines.ts";
import { BANK_FOLDER } from "../bank/layout.ts";
import { shownPath } from "../bank/doc-paths.ts";
import { isTemplateLine } from "../bank/templates/template-lines.ts";

const FLOWS: Readonly<Record<Flow, Text>> = {
  init: { en: "Build the memory bank", zh: "建立记忆库" },
  upgrade: { en: "Upgrade the entry", zh: "升级入口" },
  migrate: { en: "Migrate the old layout", zh: "迁移旧结构" },
  adopt: { en: "Adopt the bank of another tool", zh: "接管其他工具的记忆库" },
  refresh: { en: "Refresh the memory bank", zh: "刷新记忆库" },
};
const VERBS: Readonly<Record<Operation["kind"], Text & { readonly done: string }>> = {
  create: { en: "create", done: "Created", zh: "创建" },
  edit: { en: "update", done: "Updated", zh: "更新" },
  move: { en: "move", done: "Moved", zh: "移动" },
  remove: { en: "remove", done: "Removed", zh: "删除" },
};
const NOTHING: Text = {
  en: "The memory bank is up to date: nothing to do.",
  zh: "记忆库已是最新，无需改动。",
};
const FOOTER: Text = { en: "User blocks stay as they are.", zh: "用户区块保持不变。" };
const PLAN: Text = { en: "plan", zh: "计划" };
const WRITTEN: Text = {
  en: "[Memory Bank written]\n\nDone:",
  zh: "[Memory Bank 写入完成]\n\n已执行：",
};
const STATUS: Text = { en: "Status: success", zh: "状态：成功" };

const LINES_SHOWN = 6;
/** How many lines of a new doc are shown. */
const NEW_LINES_SHOWN = 12;
const LONGEST_LINE = 100;

/** The plan for people: each operation with its reason and what changes in the text. */
export function renderPlan(
  { id, bank, flow, operations, notes }: Plan,
  language: Language,
  textOf: (path: string) => string,
): string {
  const told = notes.map((note) => `! ${note}`);
  if (operations.length === 0) return [NOTHING[language], ...told].join("\n");
  const lines = operations.flatMap((operation) => [
    `- ${VERBS[operation.kind][language]} ${shownPlace(operation, bank)}: ${operation.reason}`,
    ...preview(operation, textOf),
  ]);
  const place = bank === BANK_FOLDER ? "" : `: ${bank}/`;
  const head = `${FLOWS[flow][language]}${place} (${PLAN[language]} ${id})`;
  return [head, "", ...lines, ...told, "", FOOTER[language]].join("\n");
}

/** The list of what was done, in the form in which agents report writes. */
export function renderWritten(
  { bank, operations }: Plan,
  language: Language,
  notes: readonly string[],
): string {
  const lines = operations.map((operation) => {
    const { done, zh } = VERBS[operation.kind];
    return `- ${{ en: done, zh }[language]}: ${shownPlace(operation, bank)}`;
  });
  const told = notes.map((note) => `! ${note}`);
  return [WRITTEN[language], ...lines, ...told, "", STATUS[language]].join("\n");
}

function shownPlace(operation: Operation, bankName: string): string {
  const path = shownPath(bankName, operation.path);
  return operation.kind === "move" ? `${path} → ${shownPath(bankName, operation.to)}` : path;
}

/** The lines of a new doc that are not from its template, or the first lines that an edit changes. */
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
