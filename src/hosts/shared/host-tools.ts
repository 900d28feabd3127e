import { resolve } from "node:path";
import { NO_CALL, readName } from "../../policy/call.ts";
import { firstMissing } from "../../io/disk/paths.ts";
import type * as shellCall from "../../runtime/shell-call.ts";
import type { PlanText, ToolCall, Write } from "../../types.ts";
import { isReadOnly, toOtherCall } from "./other-call.ts";
import { toPatchedFiles } from "./patch.ts";
import { field, isRecord, textField } from "./payload.ts";
import { planEdits, planWrite } from "./planned-text.ts";
import type { Surroundings } from "./surroundings.ts";

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

const NEVER_REFUSED: ReadonlySet<unknown> = new Set(["read", "looks", "talks", "delegates"]);

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

let shell: typeof shellCall | undefined;

/** The analysis of shell commands is loaded with the first one. */
export async function loadShell(): Promise<void> {
  shell ??= await import("../../runtime/shell-call.ts");
}

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

  /** What must be waited for before a call of this tool can be understood. */
  async function prepare(tool: string): Promise<void> {
    if (["shell", undefined].includes(kindOf(tool))) await loadShell();
  }

  /** A failure is part of the answer: such a call must not pass unjudged. */
  async function understand(
    tool: string,
    args: unknown,
    around: Surroundings,
  ): Promise<Understood> {
    try {
      await prepare(tool);
      return { call: toToolCall(tool, args, around) };
    } catch (failure) {
      return { call: undefined, failure };
    }
  }

  /** A host's tool call → what it reads and writes; undefined when it can concern no rule. */
  function toToolCall(name: string, given: unknown, place: Surroundings): ToolCall | undefined {
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
        return toWrites(tool, args, around, [toWritten(args)]);
      case "edit":
        return toWrites(tool, args, around, [toEdited(args)]);
      case "patch":
        return toPatched(tool, args, around);
      case "shell":
        // Another plugin's tool of that name has its command elsewhere.
        return toCommand(args, around) ?? toOtherCall(tool, given, around);
      case undefined: {
        if (isReadOnly(tool)) return undefined;
        const other = toOtherCall(tool, given, around);
        const command = toCommand(args, around);
        if (command === undefined) return other;
        const { writes, effectCheck = other.effectCheck } = command;
        // Its command is judged as the shell's. How it returns the output is not known: nothing counts as read.
        return { ...other, via: "shell", writes: [...writes, ...other.writes], effectCheck };
      }
    }
  }

  return { kindOf, isNeverRefused, prepare, understand, toToolCall };
}

interface NamedWrite {
  readonly path: string | undefined;
  readonly effect: Write["effect"];
  readonly planText: PlanText;
}

function toWritten(args: unknown): NamedWrite {
  const planText: PlanText = (before) => planWrite(before, args);
  return { path: textField(args, "filePath"), effect: "replace", planText };
}

function toEdited(args: unknown): NamedWrite {
  const planText: PlanText = (before) => planEdits(before, args);
  return { path: textField(args, "filePath"), effect: "change", planText };
}

/** A patch in a form that we do not know is another plugin's: what it does is seen afterwards. */
function toPatched(tool: string, args: unknown, around: Surroundings): ToolCall {
  const [patch = ""] = PATCH_KEYS.flatMap((key) => textField(args, key) ?? []);
  const files = toPatchedFiles(patch, around.directory);
  if (patch !== "" && files.length === 0) return toOtherCall(tool, args, around);
  // The host resolves the paths of a patch as text, without following links.
  const named = files.map((file) => ({ ...file, path: resolve(around.directory, file.path) }));
  return toWrites(tool, args, around, named);
}

function toRead(args: unknown, { paths }: Surroundings): ToolCall | undefined {
  const path = textField(args, "filePath");
  if (path === undefined) return undefined;
  const target = paths().toTarget(path);
  return readName(target) === undefined
    ? undefined
    : { ...NO_CALL, reads: [{ target, whole: false }] };
}

/** Who removes or moves a link does not touch what it leads to. */
function toWrite({ paths, root }: Surroundings, { path = "", ...file }: NamedWrite): Write {
  const isOfName = file.effect === "delete" || file.effect === "move-from";
  const find = isOfName ? paths().toEntry : paths().toTarget;
  const target = find(path);
  const creates = target.place === "project" ? firstMissing(root, target.path) : undefined;
  return { ...file, target, by: "", ...(creates !== undefined && { creates }) };
}

const PATCH_KEYS = ["patchText", "patch", "input", "diff"];
const WRITE_KEYS = ["filePath", "content"];
const EDIT_KEYS = ["oldString", "newString", "replaceAll", "edits"];
const KNOWN_KEYS = new Set([...WRITE_KEYS, ...EDIT_KEYS, ...PATCH_KEYS]);

/**
 * Without a path the host itself refuses the call. With arguments that we do not know, the tool is a newer one or
 * another plugin's in its place: files among them count as well, and the bank is compared afterwards.
 */
function toWrites(
  tool: string,
  args: unknown,
  around: Surroundings,
  named: readonly NamedWrite[],
): ToolCall {
  const writes = named.flatMap((file) => (file.path === undefined ? [] : [toWrite(around, file)]));
  const unknown = Object.entries(isRecord(args) ? args : {}).filter(
    ([key]) => !KNOWN_KEYS.has(key),
  );
  if (unknown.length === 0) return { ...NO_CALL, writes };
  const other = toOtherCall(tool, Object.fromEntries(unknown), around);
  return { ...other, writes: [...writes, ...other.writes] };
}

function toCommand(args: unknown, { paths, directory, root }: Surroundings): ToolCall | undefined {
  const command = textField(args, "command");
  if (command === undefined) return undefined;
  // A command must not pass unjudged.
  if (shell === undefined) throw new Error("the analysis of shell commands is not loaded");
  const folder = resolve(directory, textField(args, "workdir") ?? textField(args, "cwd") ?? "");
  // A command that runs on after its call has returned is judged as a job of the shell.
  const isJob = field(args, "run_in_background") === true;
  return shell.toShellCall(isJob ? `{ ${command}\n} &` : command, {
    folder,
    root,
    paths: paths(),
  });
}

function agentOf(args: unknown, keys: readonly string[]): string | undefined {
  const [name] = keys.flatMap((key) => textField(args, key) ?? []);
  return name?.trim().replace(/^@/, "").toLowerCase();
}
