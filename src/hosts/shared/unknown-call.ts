import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { NO_CALL, writesBank } from "../../policy/call.ts";
import { STRENGTH } from "../../policy/judge-change.ts";
import { shellCalls } from "../../runtime/load-shell.ts";
import type { EffectCheck, PlannedText, Target, ToolCall, Write } from "../../types.ts";
import { type CarriedCommands, toCarriedCommands } from "./carried-commands.ts";
import { flatArguments, textsOf } from "./flat-arguments.ts";
import { likeliestPaths } from "./likeliest-paths.ts";
import { type NamedFile, isOfPart, isPathName, toNamedFiles } from "./named-files.ts";
import { field, isRecord, textField } from "./payload.ts";
import { planUnknown } from "./planned-text.ts";
import type { Surroundings } from "./surroundings.ts";
import {
  BUILDS,
  CODE_NOUNS,
  LINGERS,
  RUNS,
  SENDS,
  asksToAct,
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
  const named = isRemote ? [] : toNamedFiles(bare, args);
  const carried = toCarriedCommands(name, args);
  const looks = onlyLooks(name) && !isAskedToAct(args);
  if (looks && named.length === 0 && !carriesAny(carried)) return undefined;
  const place: Place = { ...around, bases: basesOf(args, around) };
  const files = likeliestPaths(named, ({ path }) => path, place.paths());
  const writes = [
    ...toWrites(files, place),
    ...(looks || isRemote ? [] : toRecords(args, files, place)),
  ];
  // What only looks does not run the command that it is asked about.
  const shell = looks ? undefined : toCommandCall(carried, place);
  const isTooMany = files.length < named.length;
  const own: EffectCheck = {
    words: tool,
    cause:
      !isRemote && (isTooMany || namesBank(args, place))
        ? "names-bank"
        : causeOf(name, carried, looks),
    runsGit: name.includes("git"),
    lingers: says(name, LINGERS) || field(args, "run_in_background") === true,
  };
  const isUnforeseen =
    !isRemote && (isTooMany || isOfPart(bare, args) || (files.length === 0 && changesCode(name)));
  return {
    ...(shell ?? NO_CALL),
    reads: [],
    writes: [...writes, ...(shell?.writes ?? [])],
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

function isAskedToAct(args: unknown): boolean {
  return isRecord(args) && Object.entries(args).some(([key, value]) => asksToAct(key, value));
}

/** Asked only what it would do. */
function isRehearsal(args: unknown): boolean {
  return ["dryRun", "dry_run", "preview"].some((key) => field(args, key) === true);
}

const FOLDERS = new Set(
  `cwd workdir workingdir workingdirectory directory dir folder projectpath repopath repository rootpath root
  workspace workspacepath basepath basedir`.split(/\s+/),
);

/** Nobody says in more than a few arguments where a tool works. */
const MOST_FOLDERS = 3;

function basesOf(args: unknown, { directory, root }: Surroundings): readonly string[] {
  const given = flatArguments(args)
    .filter(({ name }) => FOLDERS.has(name))
    .flatMap(textsOf)
    .slice(0, MOST_FOLDERS)
    .flatMap((folder) => [resolve(directory, folder), resolve(root, folder)]);
  return [...new Set([...given, directory, root])];
}

/** Such tools know the home folder by its sign, and take URLs. */
function toPlain(path: string): string {
  const home = /^(?:~|\$HOME|\$\{HOME\})(?=[\\/]|$)/.exec(path)?.[0];
  if (home !== undefined) return join(homedir(), path.slice(home.length));
  return path.replace(/^file:\/\/(?:localhost(?=\/))?/, "");
}

/** Such a tool may count its relative paths from elsewhere: where that hits the bank, it is meant. */
function toWrites(files: readonly NamedFile[], { paths, bases }: Place): Write[] {
  const { toEntry, toWritten } = paths();
  const planned = new Map<unknown, PlannedText>();
  return files.map(({ path: written, effect, given }) => {
    const path = toPlain(written);
    // Removing or moving a link leaves what it leads to.
    const find = effect === "delete" || effect === "move-from" ? toEntry : toWritten;
    const targets = bases.map((base) => find(path, base));
    const target = targets.find(({ doc }) => doc !== undefined) ?? find(path, bases[0]);
    const planText = () => {
      const plan = planned.get(given) ?? planUnknown(given);
      planned.set(given, plan);
      return plan;
    };
    return { target, effect, words: "", planText };
  });
}

/** What acts and is given a place among our own records, or the hosts', would change them, whatever it is called. */
function toRecords(args: unknown, files: readonly NamedFile[], place: Place): Write[] {
  const { guarded, toTarget } = place.paths();
  const known = new Set(files.map(({ path }) => path));
  return pathsIn(args, guarded, place)
    .filter((path) => !known.has(path))
    .map((path) => toTarget(toPlain(path), place.bases[0]))
    .filter(({ state, conversation }) => state === "inside" || conversation === "inside")
    .map((target): Write => ({ target, effect: "change", words: "" }));
}

const LONGEST_PATH = 4096;

/** The arguments that are paths, or have one of these names in them; not what is written of it in a text. */
function pathsIn(args: unknown, parts: readonly string[], place: Place): readonly string[] {
  const lower = parts.map((part) => part.toLowerCase());
  const found = flatArguments(args).flatMap((argument) =>
    textsOf(argument).filter(
      (text) =>
        text.length <= LONGEST_PATH &&
        (isPathName(argument.name) || lower.some((part) => text.toLowerCase().includes(part))) &&
        !/\s/.test(text),
    ),
  );
  return likeliestPaths(found, (path) => path, place.paths());
}

function namesBank(args: unknown, place: Place): boolean {
  const { isInBank, names } = place.paths();
  return pathsIn(args, names(), place).some((path) =>
    place.bases.some((base) => isInBank(toPlain(path), base)),
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
