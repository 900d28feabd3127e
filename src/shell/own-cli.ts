import { posix } from "node:path";
import type { Scope, Step } from "./scope.ts";
import { isKnown, joinPath } from "./values.ts";

const OWN_NAME = /^(?:npm:|file:)?(?:agent-)?memory-bank(?:@[^/]*)?$/;
const OWN_FILE = /\/agent-memory-bank\/dist\/cli(?:\.js)?$/;
const COMMAND = /^(?:refresh|install|uninstall|merge|check|restore)$/;
/** Subcommands that change the bank, or what guards it. */
const CHANGES = /^(?:refresh|install|uninstall|merge|check.* --fix|restore.* .*(?:k-|\0))/;
const ONLY_SHOWS = /^(?:--dry-run|--help|-h)$/;

/** Notes our own command line, by its name or its file's name, also after `npx` and `node`. */
export function noteOwnCli({ call, scope }: Step): void {
  const words = [call.name, ...call.args];
  const at = words.findIndex((word, index) => index > 0 && COMMAND.test(word));
  if (at === -1 || words.some((word) => ONLY_SHOWS.test(word))) return;
  if (!CHANGES.test(words.slice(at).join(" "))) return;
  if (words.slice(0, at).some((word) => isOwnCli(word, scope)))
    scope.found.refreshes ??= `memory-bank ${words[at]}`;
}

function isOwnCli(word: string, { cwd }: Scope): boolean {
  return (
    isKnown(word) && (OWN_NAME.test(posix.basename(word)) || OWN_FILE.test(joinPath(cwd, word)))
  );
}
