import { resolve } from "node:path";
import { NO_CALL } from "../../policy/call.ts";
import type { Paths } from "../../io/disk/paths.ts";
import { isShellLoaded, loadShell, shellCalls } from "../../runtime/load-shell.ts";
import type { EffectCheck, PlanText, ToolCall, Write } from "../../types.ts";
import { toInnerCalls } from "../shared/inner-calls.ts";
import { isOtherNumber } from "../shared/is-other-number.ts";
import { toPatchedFiles } from "../shared/patch-files.ts";
import { field, isRecord, textField } from "../shared/payload.ts";
import { planPatched } from "../shared/planned-patch.ts";
import { planEdits, planUnknown, planWrite } from "../shared/planned-text.ts";
import { toNamedFiles } from "../shared/named-files.ts";
import type { Surroundings } from "../shared/surroundings.ts";
import { onlyLooks, wordsOf } from "../shared/tool-words.ts";
import { strongerCheck, toUnknownCall } from "../shared/unknown-call.ts";
import { REFRESH_TOOL } from "./words.ts";

/** Tools that touch no file, or only look: they cost one set lookup. */
const HARMLESS = new Set(
  "glob grep list ls skill todowrite todoread webfetch websearch lsp invalid codesearch plan_enter plan_exit structuredoutput".split(
    " ",
  ),
);
/** Tools by which the user says something: their result counts, not what they are asked to do. */
const TALKS = new Set(["question", REFRESH_TOOL]);
export const DELEGATES: ReadonlySet<string> = new Set([
  "task",
  "proxy_task",
  "delegate_task",
  "call_omo_agent",
]);

/** Whether a tool only looks or hands work on: it is never refused, not even when we fail. */
export function isNeverRefused(tool: string): boolean {
  const name = tool.toLowerCase();
  return name === "read" || HARMLESS.has(name) || TALKS.has(name) || DELEGATES.has(name);
}

/** What the host puts before the names of a server's tools, the longest first. */
export function toServerNames(servers: unknown): readonly string[] {
  return Object.keys(isRecord(servers) ? servers : {})
    .map((name) => name.replaceAll(/[^\w-]/g, "_"))
    .toSorted((one, other) => other.length - one.length);
}

/** The host's own tools that carry no command. */
const WITHOUT_COMMAND = new Set(["read", "write", "edit", "multiedit", "apply_patch", "patch"]);

/** What must be waited for before a call of this tool can be understood: most others may carry a command. */
export function prepare(tool: string): Promise<unknown> | undefined {
  if (isShellLoaded() || isNeverRefused(tool) || WITHOUT_COMMAND.has(tool.toLowerCase())) {
    return undefined;
  }
  return onlyLooks(wordsOf(tool)) ? undefined : loadShell();
}

/** What is known of a call before anybody judges it. */
export interface Understood {
  readonly call: ToolCall | undefined;
  readonly failure?: unknown;
}

/** At once, but for the first command. Whoever asks learns of a failure, and must not let the call pass unjudged. */
export function understand(
  tool: string,
  args: unknown,
  around: Surroundings,
): Promise<Understood> | Understood {
  const fail = (failure: unknown): Understood => ({ call: undefined, failure });
  try {
    const preparing = prepare(tool);
    if (preparing === undefined) return { call: toToolCall(tool, args, around) };
    return preparing.then(() => ({ call: toToolCall(tool, args, around) })).catch(fail);
  } catch (failure) {
    return fail(failure);
  }
}

/** A host's tool call → what it reads and writes; undefined when it can concern no rule. */
export function toToolCall(
  tool: string,
  args: unknown,
  around: Surroundings,
): ToolCall | undefined {
  const name = tool.toLowerCase();
  if (HARMLESS.has(name)) return undefined;
  if (TALKS.has(name)) return NO_CALL;
  if (DELEGATES.has(name)) return { ...NO_CALL, delegatesTo: agentOf(args) };
  switch (name) {
    case "read":
      return toRead(args, around);
    case "write":
      return toWrites(name, args, around, [
        {
          path: textField(args, "filePath"),
          effect: "replace",
          planText: (before) => planWrite(before, args),
        },
        ...(isPlain(args) ? [] : named(name, args)),
      ]);
    case "edit":
    case "multiedit":
      return toWrites(name, args, around, toEdited(args));
    case "apply_patch":
    case "patch":
      return toWrites(name, args, around, [
        ...toPatched(patchText(args), around),
        ...named("patch", args),
      ]);
    case "bash":
    case "shell":
      return toCommand(args, around);
    default:
      return toOthersCall(tool, args, around);
  }
}

/** A tool of somebody else's, which may call others in turn. */
function toOthersCall(tool: string, args: unknown, around: Surroundings): ToolCall | undefined {
  const own = toUnknownCall(tool, args, around);
  const inner = toInnerCalls(args).flatMap(
    (call) => toToolCall(call.tool, call.args, around) ?? [],
  );
  if (inner.length === 0) return own;
  const calls = own === undefined ? inner : [own, ...inner];
  const writing = calls.find(({ via, writes }) => via === "shell" && writes.length > 0);
  const first = <Key extends "unknownWrite" | "lateWrite" | "refreshesBank">(key: Key) =>
    calls.find((call) => call[key] !== undefined)?.[key];
  return {
    ...NO_CALL,
    via: writing?.via ?? "tool",
    writes: calls.flatMap(({ writes }) => writes),
    unknownWrite: first("unknownWrite"),
    lateWrite: first("lateWrite"),
    refreshesBank: first("refreshesBank"),
    effectCheck: calls.map(({ effectCheck }) => effectCheck).reduce(strongerCheck),
  };
}

interface NamedWrite {
  readonly path: string | undefined;
  readonly effect: Write["effect"];
  readonly planText: PlanText;
  readonly isOtherNumber?: () => boolean;
}

function toEdited(args: unknown): NamedWrite[] {
  const path = textField(args, "filePath");
  const planText: PlanText = (before) =>
    path === undefined ? planUnknown(args) : planEdits(before, args);
  if (isPlain(args)) {
    const isNumber = () =>
      isOtherNumber(textField(args, "oldString"), textField(args, "newString"));
    return [{ path, effect: "change", planText, isOtherNumber: isNumber }];
  }
  return [...toNamedFiles("edit", args), ...rearranged(args)].map((file) => ({
    ...file,
    planText,
  }));
}

/** The host resolves the paths of a patch by their letters. */
function toPatched(patch: string, { paths, directory }: Surroundings): NamedWrite[] {
  return toPatchedFiles(patch).map(({ path, effect }) => {
    const file = resolve(directory, path);
    const planText: PlanText = (before) =>
      planPatched(before, patch, directory, (each) => paths().toWritten(each).doc, file);
    return { path: file, effect, planText };
  });
}

function named(tool: string, args: unknown): NamedWrite[] {
  const planText: PlanText = () => planUnknown(args);
  return toNamedFiles(tool, args).map((file) => ({ ...file, planText }));
}

function toRead(args: unknown, { paths }: Surroundings): ToolCall | undefined {
  const path = textField(args, "filePath");
  if (path === undefined) return undefined;
  const target = paths().toTarget(path);
  return target.doc === undefined ? undefined : { ...NO_CALL, reads: [{ target, whole: false }] };
}

/** Removing or moving a link leaves what it leads to. */
function toWrite(paths: Paths, { path = "", ...file }: NamedWrite): Write {
  const isOfName = file.effect === "delete" || file.effect === "move-from";
  const find = isOfName ? paths.toEntry : paths.toWritten;
  return { ...file, target: find(path), words: "" };
}

const PLAIN_KEYS = new Set([
  "filePath",
  "oldString",
  "newString",
  "replaceAll",
  "content",
  "patchText",
]);

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

/** Without a path the host itself refuses the call. A tool with other arguments than the host's is another plugin's. */
function toWrites(
  tool: string,
  args: unknown,
  { paths }: Surroundings,
  files: readonly NamedWrite[],
): ToolCall {
  const writes = files.flatMap((file) => (file.path === undefined ? [] : [toWrite(paths(), file)]));
  const effectCheck: EffectCheck | undefined = isPlain(args)
    ? undefined
    : { words: tool, cause: "harmless", runsGit: false, lingers: false };
  return { ...NO_CALL, writes, effectCheck };
}

function toCommand(
  args: unknown,
  { paths, directory, root, isPosix }: Surroundings,
): ToolCall | undefined {
  const command = textField(args, "command");
  if (command === undefined) return undefined;
  const { toForeignCall, toShellCall } = shellCalls();
  const folder = resolve(directory, textField(args, "workdir") ?? "");
  const toCall = isPosix() ? toShellCall : toForeignCall;
  return toCall(command, { folder, root, paths: paths() });
}

function patchText(args: unknown): string {
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
