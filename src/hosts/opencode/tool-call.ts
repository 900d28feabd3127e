import { resolve } from "node:path";
import type { Paths } from "../../io/disk/paths.ts";
import { toForeignCall, toShellCall } from "../../runtime/shell-call.ts";
import type { ToolCall, Write } from "../../types.ts";
import { toPatchedFiles } from "./patch-files.ts";
import { field, isRecord, textField } from "./payload.ts";
import { toNamedFiles } from "./unknown-tool.ts";

export interface Surroundings {
  readonly bank: { readonly paths: Paths };
  readonly directory: string;
  readonly root: string;
  /** Whether the host's shell speaks a language that we parse. */
  readonly isPosix: () => boolean;
}

const EMPTY: ToolCall = {
  via: "tool",
  reads: [],
  writes: [],
  unknownWrite: undefined,
  lateWrite: undefined,
  effectCheck: undefined,
  refreshesBank: undefined,
  delegatesTo: undefined,
};

/** Tools that touch no file, or only look: they cost one set lookup. */
const HARMLESS = new Set(
  "memory_bank_refresh glob grep list ls skill todowrite todoread webfetch websearch question lsp invalid codesearch plan_enter plan_exit structuredoutput".split(
    " ",
  ),
);
const DELEGATES = new Set(["task", "proxy_task", "delegate_task", "call_omo_agent"]);

/** Whether a tool only looks or hands work on: it is never refused, not even when we fail. */
export function isNeverRefused(tool: string): boolean {
  const name = tool.toLowerCase();
  return name === "read" || HARMLESS.has(name) || DELEGATES.has(name);
}

/** A host's tool call → what it reads and writes; undefined when it can concern no rule. */
export function toToolCall(
  tool: string,
  args: unknown,
  around: Surroundings,
): ToolCall | undefined {
  const name = tool.toLowerCase();
  if (HARMLESS.has(name)) return undefined;
  if (DELEGATES.has(name)) return { ...EMPTY, delegatesTo: agentOf(args) };
  switch (name) {
    case "read":
      return toRead(args, around);
    case "write":
      return toWrites(around, [
        { path: textField(args, "filePath"), effect: "replace" },
        ...(isPlain(args) ? [] : toNamedFiles(name, args)),
      ]);
    case "edit":
    case "multiedit":
      return isPlain(args)
        ? toWrites(around, [{ path: textField(args, "filePath"), effect: "change" }])
        : toWrites(around, [...toNamedFiles("edit", args), ...rearranged(args)]);
    case "apply_patch":
    case "patch":
      return toWrites(around, [
        ...toPatchedFiles(patchText(args)).map(({ path, effect }) => ({
          // The host resolves these by their letters.
          path: resolve(around.directory, path),
          effect,
        })),
        ...toNamedFiles("patch", args),
      ]);
    case "bash":
    case "shell":
      return toCommand(args, around);
    default:
      return toUnknownCall(tool, args, around);
  }
}

function toRead(args: unknown, { bank: { paths } }: Surroundings): ToolCall | undefined {
  const path = textField(args, "filePath");
  if (path === undefined) return undefined;
  const target = paths.toTarget(path);
  return target.doc === undefined ? undefined : { ...EMPTY, reads: [{ target, whole: false }] };
}

/** Removing or moving a link leaves what it leads to. */
function toWrite(paths: Paths, path: string, effect: Write["effect"], base?: string): Write {
  const find = effect === "delete" || effect === "move-from" ? paths.toEntry : paths.toWritten;
  return { target: find(path, base), effect, words: "" };
}

const PLAIN_KEYS = new Set(["filePath", "oldString", "newString", "replaceAll", "content"]);

/** The host's own arguments and no others: there is one file to find, and it is known where. */
function isPlain(args: unknown): boolean {
  return isRecord(args) && Object.keys(args).every((key) => PLAIN_KEYS.has(key));
}

/** Edit tools of other plugins delete and rename by an extra argument. */
function rearranged(args: unknown): { path: string | undefined; effect: Write["effect"] }[] {
  const path = textField(args, "filePath") ?? textField(args, "path");
  const target = textField(args, "rename") ?? textField(args, "moveTo");
  return [
    ...(field(args, "delete") === true ? [{ path, effect: "delete" as const }] : []),
    ...(target === undefined
      ? []
      : [
          { path, effect: "move-from" as const },
          { path: target, effect: "change" as const },
        ]),
  ];
}

/** Without a path the host itself refuses the call. */
function toWrites(
  { bank: { paths } }: Surroundings,
  files: readonly { path: string | undefined; effect: Write["effect"] }[],
): ToolCall {
  const writes = files.flatMap(({ path, effect }) =>
    path === undefined ? [] : [toWrite(paths, path, effect)],
  );
  return { ...EMPTY, writes };
}

function toCommand(
  args: unknown,
  { bank: { paths }, directory, root, isPosix }: Surroundings,
): ToolCall | undefined {
  const command = textField(args, "command");
  if (command === undefined) return undefined;
  const folder = resolve(directory, textField(args, "workdir") ?? "");
  const toCall = isPosix() ? toShellCall : toForeignCall;
  return toCall(command, { folder, root, paths });
}

/** Such a tool may count its relative paths from the root: where that hits the bank, it is meant. */
function toUnknownCall(tool: string, args: unknown, around: Surroundings): ToolCall | undefined {
  const files = toNamedFiles(tool, args);
  if (files.length === 0) return undefined;
  const writes = files.map(({ path, effect }): Write => {
    const fromRoot = toWrite(around.bank.paths, path, effect, around.root);
    return fromRoot.target.doc !== undefined ? fromRoot : toWrite(around.bank.paths, path, effect);
  });
  return { ...EMPTY, writes };
}

export function patchText(args: unknown): string {
  if (!isRecord(args)) return "";
  const [text] = ["patchText", "patch", "input", "diff"].flatMap(
    (key) => textField(args, key) ?? [],
  );
  return text ?? "";
}

function agentOf(args: unknown): string | undefined {
  const [name] = ["subagent_type", "agent", "subagent", "agent_type"].flatMap(
    (key) => textField(args, key) ?? [],
  );
  return name?.trim().replace(/^@/, "").toLowerCase();
}
