import { resolve } from "node:path";
import { NO_CALL } from "../../policy/call.ts";
import type { Paths } from "../../io/disk/paths.ts";
import { isShellLoaded, loadShell, shellCalls } from "../../runtime/load-shell.ts";
import type { EffectCheck, PlanText, ToolCall, Write } from "../../types.ts";
import { toInnerCalls } from "./inner-calls.ts";
import { isOtherNumber } from "./is-other-number.ts";
import { toPatchedFiles } from "./patch-files.ts";
import { likeliestPaths } from "./likeliest-paths.ts";
import { field, isRecord, textField } from "./payload.ts";
import { createPatchPlan } from "./planned-patch.ts";
import { planEdits, planUnknown, planWrite } from "./planned-text.ts";
import { toNamedFiles } from "./named-files.ts";
import type { Surroundings } from "./surroundings.ts";
import { onlyLooks, wordsOf } from "./tool-words.ts";
import { strongerCheck, toUnknownCall } from "./unknown-call.ts";

/** What a host's own tool does, as far as the rules care. */
const KINDS = [
  /** Touches no file, or only looks. */
  "looks",
  /** The user says something by it: its result counts, not what it is asked to do. */
  "talks",
  /** Hands work to another agent. */
  "delegates",
  "read",
  "write",
  "edit",
  "patch",
  "shell",
] as const;
type ToolKind = (typeof KINDS)[number];

const NEVER_REFUSED: ReadonlySet<ToolKind | undefined> = new Set([
  "read",
  "looks",
  "talks",
  "delegates",
]);
const WITH_COMMAND: ReadonlySet<ToolKind | undefined> = new Set(["shell", undefined]);

/** What is known of a call before anybody judges it. */
export interface Understood {
  readonly call: ToolCall | undefined;
  readonly failure?: unknown;
}

/** A call as it was made, and where. */
export interface MadeCall {
  readonly tool: string;
  readonly args: unknown;
  readonly around: Surroundings;
}

export type HostTools = ReturnType<typeof describeTools>;

/** Names of a host's own tools by their kind; what is in no list is another plugin's or program's. */
export function describeTools(
  names: Readonly<Record<ToolKind, string>>,
  /** The arguments that name the agent which work is handed to. */
  agentKeys: readonly string[],
  /** What a call really is, and the names that its arguments have here → those that we use. */
  toOurs: (call: MadeCall) => MadeCall = (call) => call,
) {
  const kinds = new Map<string, ToolKind>();
  for (const kind of KINDS) {
    for (const name of names[kind].split(" ")) if (name !== "") kinds.set(name, kind);
  }
  const kindOf = (tool: string) => kinds.get(tool.toLowerCase());

  /** Whether a tool only looks or hands work on: it is never refused, not even when we fail. */
  const isNeverRefused = (tool: string) => NEVER_REFUSED.has(kindOf(tool));

  /** What must be waited for before a call of this tool can be understood: most others may carry a command. */
  function prepare(tool: string): Promise<unknown> | undefined {
    if (isShellLoaded() || !WITH_COMMAND.has(kindOf(tool))) return undefined;
    return kindOf(tool) === undefined && onlyLooks(wordsOf(tool)) ? undefined : loadShell();
  }

  /** At once, but for the first command. Whoever asks learns of a failure, and must not let the call pass unjudged. */
  function understand(
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
  function toToolCall(
    name: string,
    given: unknown,
    place: Surroundings,
    isInner = false,
  ): ToolCall | undefined {
    const { tool, args, around } = toOurs({ tool: name, args: given, around: place });
    const kind = kindOf(tool);
    switch (kind) {
      case "looks":
        return undefined;
      case "talks":
        return NO_CALL;
      case "delegates":
        return { ...NO_CALL, delegatesTo: agentOf(args, agentKeys) };
      case "read":
        return toRead(args, around);
      case "write":
        return toWrites(tool, args, around, [
          {
            path: textField(args, "filePath"),
            effect: "replace",
            planText: (before) => planWrite(before, args),
          },
          ...(isPlain(args) ? [] : named(kind, args)),
        ]);
      case "edit":
        return toWrites(tool, args, around, toEdited(args));
      case "patch":
        return toWrites(tool, args, around, [
          ...toPatched(patchText(args), around),
          ...named(kind, args),
        ]);
      case "shell":
        // Another plugin's tool of that name has its command elsewhere.
        return toCommand(args, around) ?? toUnknownCall(tool, given, around);
      case undefined:
        return isInner ? toUnknownCall(tool, given, around) : toOthersCall(tool, given, around);
    }
  }

  /** A tool of somebody else's, which may call others in turn. */
  function toOthersCall(tool: string, args: unknown, around: Surroundings): ToolCall | undefined {
    const own = toUnknownCall(tool, args, around);
    const inner = toInnerCalls(args).flatMap(
      (call) => toToolCall(call.tool, call.args, around, true) ?? [],
    );
    return inner.length === 0 ? own : joinCalls(own === undefined ? inner : [own, ...inner]);
  }

  return { kindOf, isNeverRefused, prepare, understand, toToolCall };
}

function joinCalls(calls: readonly ToolCall[]): ToolCall {
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
  const plan = createPatchPlan(patch, directory, (path) => paths().toWritten(path).doc);
  return toPatchedFiles(patch).map(({ path, effect }) => {
    const file = resolve(directory, path);
    return { path: file, effect, planText: (before) => plan(before, file) };
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
  named: readonly NamedWrite[],
): ToolCall {
  const files = likeliestPaths(named, ({ path = "" }) => path, paths());
  const writes = files.flatMap((file) => (file.path === undefined ? [] : [toWrite(paths(), file)]));
  const isTooMany = files.length < named.length;
  const effectCheck: EffectCheck | undefined =
    isPlain(args) && !isTooMany
      ? undefined
      : {
          words: tool,
          cause: isTooMany ? "names-bank" : "harmless",
          runsGit: false,
          lingers: false,
        };
  return { ...NO_CALL, writes, unknownWrite: isTooMany ? tool : undefined, effectCheck };
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
  // What goes on after the call has returned is a job of the shell's, whoever starts it.
  const isJob = field(args, "run_in_background") === true;
  return toCall(isJob && isPosix() ? `{ ${command}\n} &` : command, {
    folder,
    root,
    paths: paths(),
  });
}

function patchText(args: unknown): string {
  if (!isRecord(args)) return "";
  const [text] = ["patchText", "patch", "input", "diff"].flatMap(
    (key) => textField(args, key) ?? [],
  );
  return text ?? "";
}

function agentOf(args: unknown, keys: readonly string[]): string | undefined {
  const [name] = keys.flatMap((key) => textField(args, key) ?? []);
  return name?.trim().replace(/^@/, "").toLowerCase();
}
