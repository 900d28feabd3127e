/** The words of which people make names of tools, and what they say of a call. */

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/));
}

export const DELETES = words("delete remove unlink rm trash destroy erase");
export const MOVES = words("move rename mv");
export const MAKES_FOLDERS = words("mkdir");
/** They change the file that they are given. */
export const CHANGES = words(
  `write edit replace insert append prepend patch modify touch overwrite truncate rewrite format reformat fix copy
  cp symlink`,
);
/** They may as well make something of it elsewhere: an index, an entry, an issue. */
export const MAKES = words(
  "create update upsert save put add store apply download export dump extract unzip",
);
/** They bring it elsewhere, and leave it. */
export const SENDS = words(
  "upload send post attach share publish comment reply index embed ingest",
);
export const RELOCATES = words("move rename mv copy cp");

/** What these are about is code or files, even where no argument says which. */
export const CODE_NOUNS = words("file files code lsp ast symbol refactor refactoring workspace");

/** Parts of a file: to delete or to move one leaves the file. */
export const PARTS = words(
  "symbol lines line text section row rows entry block cell word range method function variable refactoring",
);

/** They run what they are given. */
export const RUNS = words(
  `run exec execute eval evaluate invoke spawn launch bash sh zsh shell terminal powershell pwsh cmd command
  process pty tmux repl interpreter sandbox`,
);

/** They run what the project has for it. */
export const BUILDS = words(
  "build compile test tests generate regenerate render deploy install task workflow pipeline script",
);

/** What they are given is typed into something that runs already. */
export const TYPES = words("terminal pty tmux screen repl stdin interact keys keystrokes input");

/** What they have started goes on when they have returned. */
export const LINGERS = words(
  "terminal process pty tmux screen repl interact interactive background job",
);

/** They look, and leave everything as it is. */
const LOOKS = words(
  `get list ls search find read show view describe query fetch lookup look browse inspect check diff compare
  grep glob cat stat status explain analyze analyse explore examine validate verify detect discover goto
  summarize summarise think thinking sequentialthinking wait poll whoami retrieve scrape crawl tree history
  references definition definitions diagnostics symbols hover outline overview output messages requests
  websearch lint shellcheck parse audit blame count`,
);

/** What these are given they talk about: `explain_command` runs none. */
const SPEAKS = words(
  "explain describe validate verify analyze analyse check lint parse review audit",
);
const RUN_VERBS = words("run exec execute eval evaluate invoke spawn launch");

/** Before a word that changes, these say that it is made ready or shown, and not done. */
const PREPARES = words("prepare preview simulate");

/** Whatever else a name says: with one of these, the tool is none that only looks. */
const ACTS = words(
  `and or then with set unset toggle enable disable make build compile generate render convert transform
  import upload install uninstall deploy publish release merge commit checkout push pull rebase stash reset
  restore revert rollback undo redo clean cleanup clear flush purge prune sync init initialize start stop
  kill restart reload refresh reindex index open close click type fill press drag drop submit send post
  reply comment record register migrate seed compress decompress zip archive encrypt decrypt sign lock
  unlock mount link symlink attach detach assign approve accept fork clone remember forget learn ingest
  cache persist memorize organize organise optimize tidy rotate schedule trigger enqueue resolve setup
  configure switch swap onboard activate rebuild regenerate normalize sort split join inject embed backup
  snapshot screenshot capture take act action perform do work handle manage call summon change alter mutate
  mark bump increment produce emit prepare simulate`,
);

/** `readfile`, `deletefiles`: the verb and its object in one word. */
const RUN_TOGETHER =
  /^(read|get|list|find|search|write|edit|create|update|append|delete|remove|move|rename|copy|save|replace)(?:files?|text|docs?|documents?|notes?|dirs?|director(?:y|ies)|folders?)$/;

/** No host takes a longer one. */
const LONGEST_NAME = 300;

/** `desktop_writeFile` → desktop, write, file. */
export function wordsOf(name: string): string[] {
  return name
    .slice(0, LONGEST_NAME)
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .flatMap((word) => (word === "" ? [] : (RUN_TOGETHER.exec(word)?.[1] ?? word)));
}

const CHANGING: readonly ReadonlySet<string>[] = [DELETES, MOVES, MAKES_FOLDERS, CHANGES, MAKES];

export function saysItChanges(name: readonly string[]): boolean {
  return says(name, ...CHANGING);
}

/** `fix: true`, `replace: "b"`: what else only looks is asked to act. */
export function asksToAct(argument: string, value: unknown): boolean {
  const isAsked = value === true || (typeof value === "string" && argument.startsWith("replac"));
  return isAsked && saysItChanges(wordsOf(argument.replace(/^(?:auto|do|should)[-_]?/i, "")));
}

/** Whether any of the words is in one of the lists. */
export function says(name: readonly string[], ...lists: readonly ReadonlySet<string>[]): boolean {
  return name.some((word) => lists.some((list) => list.has(word)));
}

/**
 * Whether a tool of this name looks and does nothing else. To be wrong costs little one way, the bank is
 * compared for nothing, and more the other way: one word that acts is enough, wherever it stands.
 */
export function onlyLooks(name: readonly string[]): boolean {
  const at = name.findIndex(
    (word, index) => PREPARES.has(word) && says(name.slice(index + 1, index + 2), ...CHANGING),
  );
  const rest = at === -1 ? name : name.toSpliced(at, 2);
  if (says(rest, ...CHANGING, ACTS)) return false;
  const isAbout = SPEAKS.has(rest[0] ?? "") && !says(rest, RUN_VERBS);
  if (says(rest, RUNS) && !isAbout) return false;
  return at !== -1 || says(rest, LOOKS) || rest.at(-1) === "log";
}
