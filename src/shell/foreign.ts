/** What can be said of a command for a shell whose language we do not parse: PowerShell, cmd and others. */
export interface ForeignEffects {
  readonly namesBank: boolean;
  /** Every part of it is on the short list of commands that only read. */
  readonly isReading: boolean;
  /** It has words that write files. */
  readonly isWriting: boolean;
  /** The one file that it shows whole. */
  readonly shows: string | undefined;
}

const READERS = new Set(
  "get-content gc cat type get-childitem gci ls dir select-string sls findstr find more get-item gi test-path resolve-path get-filehash measure-object measure sort-object sort select-object select format-table ft format-list fl out-string echo cd set-location sl chdir pwd get-location git rg grep head tail wc".split(
    " ",
  ),
);
const GIT_READERS =
  /^git\s+(?:--no-pager\s+)?(?:status|diff|log|show|blame|add|commit|ls-files|grep)\b/i;
const WRITERS = new Set(
  "set-content add-content clear-content out-file tee-object tee new-item remove-item move-item copy-item rename-item set-item del erase copy xcopy robocopy move ren rename md mkdir rd rmdir rm mv cp sc ac ni ri mi ci fsutil attrib touch".split(
    " ",
  ),
);
/** Blocks, subexpressions and options that turn a reader into something else. */
const MORE_THAN_READING = /[>`(){}]|\biex\b|invoke-|\s-(?:delete|exec|ok|o)\b|--output/i;
const SHOWS =
  /^\s*(?:get-content|gc|cat|type)\s+(?:-raw\s+|-path\s+|-literalpath\s+)*("[^"]+"|'[^']+'|[^\s"'|;&<>]+)\s*$/i;

/** POSIX shells by name; everything else is foreign. */
export function isPosixShell(shell: string): boolean {
  const name = shell.replaceAll("\\", "/").split("/").at(-1) ?? "";
  return /^(?:ba|z|k|da|a|mk)?sh(?:\.exe)?$/i.test(name);
}

export function analyzeForeignCommand(command: string, bankFolder: string): ForeignEffects {
  const shown = SHOWS.exec(command)?.[1];
  return {
    namesBank: command.toLowerCase().includes(bankFolder),
    isReading: !MORE_THAN_READING.test(command) && parts(command).every(isReader),
    isWriting: command.includes(">") || parts(command).some((part) => WRITERS.has(firstWord(part))),
    shows: shown?.replaceAll(/^["']|["']$/g, ""),
  };
}

function parts(command: string): string[] {
  return command
    .split(/[;|&\n]+/)
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

function isReader(part: string): boolean {
  if (/^git\b/i.test(part)) return GIT_READERS.test(part);
  return READERS.has(firstWord(part));
}

function firstWord(part: string): string {
  return (/^[\w-]+/.exec(part)?.[0] ?? "").toLowerCase();
}
