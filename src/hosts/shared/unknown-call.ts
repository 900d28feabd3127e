import { resolve } from "node:path";
import { NO_CALL, writesBank } from "../../policy/call.ts";
import { STRENGTH } from "../../policy/judge-change.ts";
import { shellCalls } from "../../runtime/load-shell.ts";
import type { EffectCheck, Target, ToolCall, Write } from "../../types.ts";
import { type CarriedCommands, toCarriedCommands } from "./carried-commands.ts";
import { flatArguments, textsOf } from "./flat-arguments.ts";
import { type NamedFile, isOfPart, isPathName, toNamedFiles } from "./named-files.ts";
import { field, textField } from "./payload.ts";
import { planUnknown } from "./planned-text.ts";
import type { Surroundings } from "./surroundings.ts";
import {
  BUILDS,
  CODE_NOUNS,
  LINGERS,
  RUNS,
  SENDS,
  onlyLooks,
  says,
  saysItChanges,
  wordsOf,
} from "./tool-words.ts";

interface Place extends Surroundings {
  /** The folders that its relative paths may count from. */
  readonly bases: readonly string[];
}

/**
 * A call of a tool of another plugin or program: the files that it names, the commands that it carries, and
 * that the bank is compared afterwards, because nobody knows what else it does. Undefined if it only looks.
 */
export function toUnknownCall(
  tool: string,
  args: unknown,
  around: Surroundings,
): ToolCall | undefined {
  const bare = withoutServer(tool, around.servers());
  const name = wordsOf(bare);
  const isRemote = says(wordsOf(tool), REMOTES) || isOfRepository(args);
  const files = isRemote ? [] : toNamedFiles(bare, args);
  const carried = toCarriedCommands(name, args);
  const looks = onlyLooks(name);
  if (looks && files.length === 0 && !carriesAny(carried)) return undefined;
  const place: Place = { ...around, bases: basesOf(args, around) };
  // What only looks does not run the command that it is asked about.
  const shell = looks ? undefined : toCommandCall(carried, place);
  const own: EffectCheck = {
    words: tool,
    cause: !isRemote && namesBank(args, place) ? "names-bank" : causeOf(name, carried, looks),
    runsGit: name.includes("git"),
    lingers: says(name, LINGERS) || field(args, "run_in_background") === true,
  };
  const isUnforeseen =
    !isRemote && (isOfPart(bare, args) || (files.length === 0 && changesCode(name)));
  return {
    ...(shell ?? NO_CALL),
    reads: [],
    writes: [...files.map((file) => toWrite(file, args, place)), ...(shell?.writes ?? [])],
    unknownWrite: shell?.unknownWrite ?? (isUnforeseen && !isRehearsal(args) ? tool : undefined),
    effectCheck: strongerCheck(shell?.effectCheck, own),
  };
}

/** Their files are elsewhere, whatever they are called. */
const REMOTES = new Set(
  "github gitlab gitea bitbucket gdrive onedrive dropbox sharepoint confluence notion s3".split(
    " ",
  ),
);

function isOfRepository(args: unknown): boolean {
  return textField(args, "owner") !== undefined && textField(args, "repo") !== undefined;
}

function withoutServer(tool: string, servers: readonly string[]): string {
  const server = servers.find(
    (name) => tool.startsWith(`${name}_`) && tool.length > name.length + 1,
  );
  return server === undefined ? tool : tool.slice(server.length + 1);
}

function carriesAny({ commands, typed, hasCode }: CarriedCommands): boolean {
  return commands.length > 0 || typed.length > 0 || hasCode;
}

/** What is typed or queried nobody has analysed; what runs something of the project's may be the user's generator. */
function causeOf(
  name: readonly string[],
  carried: CarriedCommands,
  looks: boolean,
): EffectCheck["cause"] {
  const isOwn = carried.typed.length > 0 || carried.hasCode || (looks && carriesAny(carried));
  if (isOwn) return "own-words";
  return carried.commands.length === 0 && says(name, RUNS, BUILDS) ? "program" : "harmless";
}

/** Both hold: the cause that says more, in its words. */
export function strongerCheck(
  one: EffectCheck | undefined,
  other: EffectCheck | undefined,
): EffectCheck | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  const [strong, weak] = STRENGTH[one.cause] >= STRENGTH[other.cause] ? [one, other] : [other, one];
  const runsGit = one.runsGit || other.runsGit;
  return { ...strong, runsGit, lingers: strong.lingers || weak.lingers };
}

function changesCode(name: readonly string[]): boolean {
  if (onlyLooks(name) || says(name, SENDS)) return false;
  return saysItChanges(name) && says(name, CODE_NOUNS);
}

/** Asked only what it would do. */
function isRehearsal(args: unknown): boolean {
  return ["dryRun", "dry_run", "preview"].some((key) => field(args, key) === true);
}

const FOLDERS = new Set(
  `cwd workdir workingdir workingdirectory directory dir folder projectpath repopath repository rootpath root
  workspace workspacepath basepath basedir`.split(/\s+/),
);

function basesOf(args: unknown, { directory, root }: Surroundings): readonly string[] {
  const given = flatArguments(args)
    .filter(({ name }) => FOLDERS.has(name))
    .flatMap(textsOf)
    .flatMap((folder) => [resolve(directory, folder), resolve(root, folder)]);
  return [...new Set([...given, directory, root])];
}

/** Such a tool may count its relative paths from elsewhere: where that hits the bank, it is meant. */
function toWrite({ path, effect }: NamedFile, args: unknown, { paths, bases }: Place): Write {
  const { toEntry, toWritten } = paths();
  // Removing or moving a link leaves what it leads to.
  const find = effect === "delete" || effect === "move-from" ? toEntry : toWritten;
  const targets = bases.map((base) => find(path, base));
  const target = targets.find(({ doc }) => doc !== undefined) ?? find(path, bases[0]);
  return { target, effect, words: "", planText: () => planUnknown(args) };
}

const LONGEST_PATH = 4096;

/** The arguments that are paths, not what is written of the bank in a text. */
function namesBank(args: unknown, { paths, bases }: Place): boolean {
  const { isInBank, names } = paths();
  const folders = names();
  return flatArguments(args).some((argument) =>
    textsOf(argument).some(
      (text) =>
        text.length <= LONGEST_PATH &&
        (isPathName(argument.name) || folders.some((name) => text.toLowerCase().includes(name))) &&
        !/\s/.test(text) &&
        bases.some((base) => isInBank(text, base)),
    ),
  );
}

function toCommandCall({ commands, typed }: CarriedCommands, place: Place): ToolCall | undefined {
  const run = commands.length === 0 ? undefined : analyze(commands.join("\n"), place);
  if (typed.length === 0) return run;
  // It may be a shell that it is typed into; if not, only what it says of the bank is worth a word.
  const input = analyze(typed.join("\n"), place);
  const writes = [...(run?.writes ?? []), ...input.writes.filter(({ target }) => isBanks(target))];
  return { ...input, unknownWrite: undefined, ...run, writes };
}

function isBanks({ doc, holdsBank }: Target): boolean {
  return doc !== undefined || holdsBank;
}

/** Where the command would run is said, or one of two folders: the one from which it hits the bank. */
function analyze(command: string, { paths, root, isPosix, bases }: Place): ToolCall {
  const { toForeignCall, toShellCall } = shellCalls();
  const toCall = isPosix() ? toShellCall : toForeignCall;
  const calls = bases.map((folder) => toCall(command, { folder, root, paths: paths() }));
  return calls.find(writesBank) ?? calls[0] ?? NO_CALL;
}
