import { resolve } from "node:path";
import { BANK_WRITER, MEMORY_READER } from "../../bank/layout.ts";
import { NO_CALL, readName } from "../../policy/call.ts";
import type { OpenBank } from "../../io/bank/open-bank.ts";
import { firstMissing } from "../../io/disk/read.ts";
import type * as shellCall from "../../runtime/shell-call.ts";
import type { Runtime } from "../../runtime/open-runtime.ts";
import type { EffectCheck, Text, ToolCall, Write } from "../../types.ts";
import { type PatchedFile, toPatchedFiles } from "./patch.ts";
import { field, isRecord, textField, textsBelow } from "./payload.ts";
import { planEdits, planWrite } from "./planned-text.ts";

/** What is needed to understand a call: the bank, and the folder in which the call is made. */
export interface Surroundings {
  readonly bank: Pick<OpenBank, "paths">;
  readonly directory: string;
}

/** What a host's own tool does, as far as the rules care. */
type ToolKind =
  /** Touches no file, or only reads. */
  | "looks"
  /** Brings an answer of the user: the result counts, not the arguments. */
  | "talks"
  /** Hands work to another agent. */
  | "delegates"
  | "read"
  | "write"
  | "edit"
  | "patch"
  | "shell";

/** Kinds that only read, ask or hand work on: such a call is never refused, even if judging it fails. */
const NEVER_REFUSED: ReadonlySet<unknown> = new Set(["read", "looks", "talks", "delegates"]);

/** Hosts' names of tool arguments → our names. */
const OUR_NAMES: ReadonlyMap<string, string> = new Map([
  ["path", "filePath"],
  ["file_path", "filePath"],
  ["notebook_path", "filePath"],
  ["old_string", "oldString"],
  ["new_string", "newString"],
  ["replace_all", "replaceAll"],
]);

export type HostTools = ReturnType<typeof describeTools>;

let shell: typeof shellCall | undefined;

/** Loads the analysis of shell commands when it is first needed. */
export async function loadShell(): Promise<void> {
  shell ??= await import("../../runtime/shell-call.ts");
}

/** Takes the names of a host's own tools by kind. A tool in no list belongs to another plugin or program. */
export function describeTools(
  names: Readonly<Record<ToolKind, string>>,
  /** Finds a patch, and its folder, in a shell command that the host itself applies as a patch. */
  patchIn: (command: string) => { patch: string; folder: string } | undefined = () => undefined,
) {
  const kinds: ReadonlyMap<string, string> = new Map(
    Object.entries(names).flatMap(([kind, list]) =>
      list.split(" ").map((name) => [name, kind] as const),
    ),
  );
  const kindOf = (tool: string) => kinds.get(tool.toLowerCase());

  /** Returns the refusal if a call must not run. A call that could not be understood is passed on to be judged too. */
  async function judge(
    { bank, sessions, before }: Pick<Runtime, "bank" | "sessions" | "before">,
    session: string,
    { id, tool, args }: { readonly id: string; readonly tool: string; readonly args: unknown },
    around: Surroundings,
  ): Promise<string | undefined> {
    const isNeverRefused = () => NEVER_REFUSED.has(kindOf(tool));
    const incoming = { id, tool, args, isNeverRefused };
    try {
      if (kindOf(tool) === "shell") await loadShell();
      const call = toToolCall(tool, args, around);
      if (isBeyond(sessions.stateOf(session).agent, call)) return NOT_RUN[bank.language];
      return before(session, { ...incoming, call });
    } catch (failure) {
      return before(session, { ...incoming, call: undefined, failure });
    }
  }

  /** A host's tool call → what it reads and writes; undefined if no rule can concern it. */
  function toToolCall(tool: string, given: unknown, around: Surroundings): ToolCall | undefined {
    const args = withOurNames(given);
    const command = textField(args, "command") ?? "";
    switch (kindOf(tool)) {
      case "looks":
        return undefined;
      case "talks":
        return NO_CALL;
      case "delegates":
        return { ...NO_CALL, delegatesTo: agentOf(args) };
      case "read":
        return toRead(args, around);
      case "write":
        return toWrites(around, "replace", args, planWrite);
      case "edit":
        return toWrites(around, "change", args, planEdits);
      case "patch": {
        const patch = textField(args, "patchText") ?? textField(args, "patch") ?? command;
        return toPatched(patch, around) ?? toOtherCall(tool, given, around);
      }
      case "shell": {
        const found = patchIn(command);
        if (found === undefined)
          // Another plugin's tool of this name may have its command in another field.
          return toCommand(args, around) ?? toOtherCall(tool, given, around);
        const directory = resolve(around.directory, found.folder);
        return toPatched(found.patch, { ...around, directory }) ?? toOtherCall(tool, given, around);
      }
      default:
        return isReadOnly(tool) ? undefined : toOtherCall(tool, given, around);
    }
  }

  return { kindOf, judge, toToolCall };
}

const NOT_RUN: Text = {
  en: "[Memory Bank] Not run: the agents of the memory bank read files of this project, and change nothing but docs.\nNext: read the file that you need, or go on without it.",
  zh: "[Memory Bank] 未运行：记忆库的代理只读取本项目的文件，只改动文档。\n下一步：读取需要的文件，或不用它，继续。",
};

/** Whether our agent exceeds its role (memory-reader reads, bank-writer writes docs): not every host enforces it. */
function isBeyond(agent: string | undefined, call: ToolCall | undefined): boolean {
  if (call === undefined || (agent !== MEMORY_READER && agent !== BANK_WRITER)) return false;
  const { via, effectCheck, writes } = call;
  if (via === "shell") return writes.length > 0 || effectCheck?.cause !== "reads";
  return writes.some(({ target }) => agent === MEMORY_READER || target.place !== "bank");
}

/** A call without a path is ignored: the host itself refuses it. */
function toWrites(
  around: Surroundings,
  effect: Write["effect"],
  args: unknown,
  plan: typeof planWrite,
): ToolCall {
  const path = textField(args, "filePath");
  if (path === undefined) return NO_CALL;
  const planText: PatchedFile["planText"] = (before) => plan(before, args);
  return { ...NO_CALL, writes: [toWrite(around, { path, effect, planText })] };
}

/** Undefined for a patch in an unknown format, which is another plugin's: its effect is checked afterwards. */
function toPatched(patch: string, around: Surroundings): ToolCall | undefined {
  // The host resolves the paths of a patch as text, without following links.
  const named = toPatchedFiles(patch).map((file) => ({
    ...file,
    path: resolve(around.directory, file.path),
  }));
  if (named.length === 0) return undefined;
  return { ...NO_CALL, writes: named.map((file) => toWrite(around, file)) };
}

function toRead(args: unknown, { bank }: Surroundings): ToolCall | undefined {
  const path = textField(args, "filePath");
  if (path === undefined) return undefined;
  const target = bank.paths.toTarget(path);
  return readName(target) === undefined ? undefined : { ...NO_CALL, reads: [{ target }] };
}

/** Deleting or moving a link does not touch the file that it points to. */
function toWrite({ bank }: Surroundings, { path, ...file }: PatchedFile): Write {
  const isOfName = file.effect === "delete" || file.effect === "move-from";
  const find = isOfName ? bank.paths.toEntry : bank.paths.toTarget;
  const target = find(path);
  const creates =
    target.place === "project" ? firstMissing(bank.paths.root, target.path) : undefined;
  return { ...file, target, by: "", ...(creates !== undefined && { creates }) };
}

function toCommand(args: unknown, { bank, directory }: Surroundings): ToolCall | undefined {
  const command = textField(args, "command");
  if (command === undefined) return undefined;
  // A command must not pass unjudged.
  if (shell === undefined) throw new Error("the analysis of shell commands is not loaded");
  const folder = resolve(directory, textField(args, "workdir") ?? "");
  // A command that continues after its call has returned is judged like a background job of the shell.
  const isJob = field(args, "run_in_background") === true;
  const line = isJob ? `{ ${command}\n} &` : command;
  return shell.toShellCall(line, { folder, paths: bank.paths });
}

function withOurNames(args: unknown): unknown {
  if (!isRecord(args)) return args;
  const named = Object.entries(args).map(([key, value]) => [OUR_NAMES.get(key) ?? key, value]);
  return Object.fromEntries(named) as unknown;
}

function agentOf(args: unknown): string | undefined {
  const keys = Object.keys(Object(args)).filter((key) => /^(?:sub)?agent(?:_type)?$/.test(key));
  const [name] = keys.flatMap((key) => textField(args, key) ?? []);
  return name && toAgent(name);
}

/** The plain name of an agent: hosts put `@` or our plugin's name before it. */
export function toAgent(name: string): string {
  return name
    .trim()
    .replace(/^(?:@|memory-bank:)/, "")
    .toLowerCase();
}

/** A tool whose name has a word of the first list and none of the second is treated as read-only. */
const READING =
  /(?<![a-z])(?:read|get|list|search|find|fetch|show|view|query|describe|grep|glob|tree|diff|status|log)(?![a-z])/;
const ACTING =
  /(?<![a-z])(?:write|edit|create|delete|remove|move|rename|update|set|apply|save|replace|insert|append|patch|copy|bash|shell|terminal|run|exec|execute|start)(?![a-z])/;

/** If a tool is wrongly not taken for read-only, the only cost is a comparison of the bank. */
function isReadOnly(tool: string): boolean {
  // The words before the tool's own name belong to a server: `mcp__search__replace`.
  const own = tool.slice(tool.lastIndexOf("__") + 1);
  const words = own.replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2").toLowerCase();
  return READING.test(words) && !ACTING.test(words);
}

const PATH_KEY = /path|file|uri|dir|folder|source|src|dest|dst|target|output|location/i;
const MAY_BE_PATH = /^[^\n\r\0]{1,4096}$/;

/**
 * A call of another plugin's or MCP server's tool that is not known to be read-only. Only its name and its arguments
 * are known: paths to docs of a bank among these count as writes, and the bank is compared after the call.
 */
function toOtherCall(tool: string, args: unknown, around: Surroundings): ToolCall {
  const { bank, directory } = around;
  const effectCheck: EffectCheck = { words: tool, cause: "own-words", runsGit: /git/i.test(tool) };
  // A call with `owner` and `repo` has paths in a repository on a server.
  const isElsewhere = field(args, "owner") !== undefined && field(args, "repo") !== undefined;
  const given = isElsewhere ? [] : textsBelow(args);
  const writes = given.flatMap(({ key, text }): Write[] => {
    if (!PATH_KEY.test(key) || !MAY_BE_PATH.test(text)) return [];
    const targets = [directory, bank.paths.root].map((base) => bank.paths.toTarget(text, base));
    const target = targets.find(({ doc }) => doc !== undefined);
    return target === undefined ? [] : [{ target, effect: "may-change", by: tool }];
  });
  return { ...NO_CALL, writes, effectCheck };
}
