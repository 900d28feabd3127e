import { posix } from "node:path";
import { type Scope, followLinks } from "../scope.ts";
import { isKnown, joinPath } from "../value.ts";

/** Commands of our own command line that change the bank, or what guards it. */
const CHANGING = /^(?:refresh|restore|check|install|uninstall|merge)$/;
const NAME = /^(?:npm:|file:)?(?:\S*\/)?(?:agent-)?memory-bank(?:@[^/]*)?$/;

/** Whether these words, given to our own command line, change the bank without asking the user. */
function isChanging(args: readonly string[]): boolean {
  const at = args.findIndex((word) => CHANGING.test(word));
  if (at === -1) return false;
  const words = new Set(args);
  if (words.has("--dry-run") || words.has("--help") || words.has("-h")) return false;
  switch (args[at]) {
    case "check":
      return args.some((word) => word === "--fix" || !isKnown(word));
    case "restore":
      // Without an id it only lists what is kept.
      return args.slice(at + 1).some((word) => word.startsWith("k-") || !isKnown(word));
    default:
      return true;
  }
}

/**
 * Notes our own command line, known by what it is: a name, or a file that the machine says is it. The
 * machine is asked only where the words could be meant for it.
 */
export function noteOwnCli(
  program: string,
  args: readonly string[],
  words: string,
  scope: Scope,
): void {
  if (scope.effects.refreshes === undefined && isChanging(args) && isOwn(program, args, scope)) {
    scope.effects.refreshes = words;
  }
}

function isOwn(program: string, args: readonly string[], scope: Scope): boolean {
  if (NAME.test(posix.basename(program))) return true;
  // A program that cannot be told, with words that only ours takes.
  if (!isKnown(program)) return args.includes("--yes");
  const path = program.includes("/") ? placeOf(program, scope) : program;
  return scope.world.isOwnCli(path);
}

/** Where a file is that this command line has linked, moved or copied. */
export function placeOf(file: string, { cwd, effects }: Scope): string {
  const path = joinPath(cwd, file);
  return followLinks(followLinks(path, effects.links, false), effects.copies, false);
}

/** `npx -p agent-memory-bank memory-bank refresh`, `yarn memory-bank refresh`: the words behind its name. */
export function noteOwnPackage(args: readonly string[], words: string, scope: Scope): void {
  const at = args.findLastIndex((arg) => NAME.test(arg));
  if (at !== -1) noteOwnCli("memory-bank", args.slice(at + 1), words, scope);
  for (const [index, arg] of args.entries()) {
    scope.spend(1 + args.length / 20);
    if (/[/.]\w/.test(arg)) noteOwnCli(toFile(arg), args.slice(index + 1), words, scope);
  }
}

/** A script's name is a file, also without a slash, and as a URL. */
export function toFile(name: string): string {
  return name.includes("/") ? name.replace(/^file:\/\//, "") : `./${name}`;
}

/** Code that loads our own command line, and has its words. */
export function noteOwnModule(
  code: string,
  args: readonly string[],
  words: string,
  scope: Scope,
): void {
  if (
    scope.effects.refreshes !== undefined ||
    !/\b(?:refresh|restore|(?:un)?install|fix|merge)\b/.test([code, ...args].join(" "))
  )
    return;
  const literals = code.match(/"[^"\n]{0,300}"|'[^'\n]{0,300}'|`[^`\n]{0,300}`/g) ?? [];
  const isOwnLiteral = (literal: string) => {
    const name = literal.slice(1, -1);
    if (/^agent-memory-bank(?:\/|$)/.test(name)) return true;
    return name.includes("/") && scope.world.isOwnCli(placeOf(toFile(name), scope));
  };
  if (literals.slice(0, MOST_LITERALS).some(isOwnLiteral)) scope.effects.refreshes = words;
}

const MOST_LITERALS = 40;
