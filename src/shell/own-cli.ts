import { posix } from "node:path";
import type { Step } from "./scope.ts";
import { isKnown, joinPath } from "./values.ts";

const OWN_NAME = /^(?:npm:|file:)?(?:agent-)?memory-bank(?:@[^/]*)?$/;
/** Commands of our own command line that change the bank, or what guards it. */
const CHANGES =
  /(?:^| )(refresh|install|uninstall|merge|check(?= .*--fix)|restore(?= .*(?:k-|\0)))(?: |$)/;
const ONLY_SHOWS = /^(?:--dry-run|--help|-h)$/;

/** Notes our own command line, known by its name or by what the machine says of a file, also behind `npx` and `node`. */
export function noteOwnCli({ call, scope }: Step): void {
  const { name, args } = call;
  const { cwd, world, found } = scope;
  const [, command] = CHANGES.exec(args.join(" ")) ?? [];
  if (command === undefined || args.some((arg) => ONLY_SHOWS.test(arg))) return;
  const isOwn = (word: string, index: number) => {
    if (!CHANGES.test(args.slice(index).join(" ")) || !isKnown(word)) return false;
    if (OWN_NAME.test(posix.basename(word))) return true;
    const isFile = index > 0 || word.includes("/");
    if (isFile && !/[/.]\w/.test(word)) return false;
    return world.isOwnCli(isFile ? joinPath(cwd, word.replace(/^file:\/\//, "")) : word);
  };
  if ([name, ...args].some(isOwn)) found.refreshes ??= `memory-bank ${command}`;
}
