/** Names of the bank's files, sections and markers. They are written here and nowhere else. */

/** The default name of the bank's folder. */
export const BANK_FOLDER = "memory-bank";
/** Folders in which other tools keep their memory. Used if there is no bank, once they hold an entry of ours. */
export const OTHER_FOLDERS = [
  ".kilocode/rules/memory-bank",
  "cline_docs",
  "memory_bank",
  ".memory-bank",
  "docs/memory-bank",
] as const;
const BANK_FOLDERS = [BANK_FOLDER, ...OTHER_FOLDERS].toSorted((a, b) => b.length - a.length);

/** The folders that a bank may be made in, by its folder's known name: `docs/memory-bank` may belong to `docs`, too. */
export function knownHomes(bank: string): string[] {
  const path = bank.replaceAll("\\", "/");
  return BANK_FOLDERS.filter((folder) => path.endsWith(`/${folder}`)).map(
    (folder) => bank.slice(0, -folder.length - 1) || "/",
  );
}

export const ENTRY = "MEMORY.md";
export const PATTERNS = "details/patterns.md";
export const DETAILS = { tech: "details/tech.md", progress: "details/progress.md" } as const;
/** Each of these folders is made with its first doc. */
export const DETAILS_FOLDERS: readonly string[] = [
  "details/design/",
  "details/requirements/",
  "details/learnings/",
];
/** What a migration could not classify. */
export const LEGACY = "legacy.md";

/** Entry files of layouts older than the single entry. */
export const OLD_ENTRIES = ["_index.md", "brief.md", "active.md"] as const;

export const MEMORY_READER = "memory-reader";
/** The one agent that writes with `writer=subagent`. */
export const BANK_WRITER = "memory-bank-writer";
export const SKILL = "memory-bank";
export const PROTOCOL_VERSION = "memory-bank/v1";

/** The numbers that the docs and the texts for agents promise. Every text that states one takes it from here. */
export const LIMITS = {
  /** An agent reads up to this many docs itself; for more, it uses the subagent memory-reader. */
  directDocs: 3,
  directLines: 300,
  /** Most rows of the decision table, quick answers, files of one route. */
  decisions: 20,
  quickAnswers: 8,
  routeFiles: 3,
  /** A folder with more docs gets an index. */
  docsWithoutIndex: 8,
  /** A focus that nobody has changed for more than this many days is old. */
  focusDays: 30,
} as const;

/** Docs are Markdown; nothing else may live in the bank. */
export const DOC_EXTENSION = ".md";

/** The folder of a plan that version 0.2.0 did not finish, in a bank or beside one. */
export const STAGING_FOLDER = ".memory-bank-apply";
export const NEW_BANK_FOLDER = ".memory-bank-new";

/** Whether a path is inside the bank, written with `/`, and cannot lead out of it. */
export function isDocPath(doc: string): boolean {
  return !doc.includes("\0") && doc.split("/").every((part) => !["", ".", ".."].includes(part));
}

/** On a line of its own; names the rules for secrets that the user switches off in this doc. */
export const ALLOWANCE_MARKER =
  /^ {0,3}<!--[ \t]{0,20}memory-bank-allow:[ \t]{0,20}([a-z\d-]{1,40}(?:[ \t]{0,8},[ \t]{0,8}[a-z\d-]{1,40}){0,40})[ \t]{0,20}-->\s*$/;
/** The template version of the entries we write. */
export const TEMPLATE_VERSION = "v7.1";
export const TEMPLATE_MARKER = /<!--[ \t]{0,40}MEMORY_BANK_TEMPLATE\b([^\r\n]{0,40}?)-->/;
export const BLOCK_MARKER = /^\s*<!--\s*(?:MACHINE|USER)_BLOCK_(?:START|END)\s*-->\s*$/;

/** Headings of the entry. Tools match on them, by these names or by their other names. */
export const SECTION = {
  snapshot: "Project Snapshot",
  focus: "Current Focus",
  decisions: "Decision Highlights (Still Binding)",
  routing: "Routing Rules（意图驱动）",
  drillDown: "Drill-Down Protocol",
  writeSafety: "Write Safety Rules",
  quickAnswers: "Top Quick Answers",
} as const;

const INTENT_ROUTING = /^Routing Rules ?[(（](?:Intent-Driven|意图驱动)[)）]$/i;

/** The section that a heading means, under any of its names; an unknown heading is its own section. */
export function sectionOf(heading: string): string {
  if (heading === "Decision Highlights") return SECTION.decisions;
  return INTENT_ROUTING.test(heading) ? SECTION.routing : heading;
}

/** The routing section of an older template, by topic; it stays when an upgrade adds the new section. */
export const OLD_ROUTING = "Routing Rules";

/**
 * Which sections survive a cut of the entry, best first: the task, the routes to other docs, text under no heading, then
 * history. A heading belongs to the first name here that it starts with.
 */
export const SECTION_PRIORITY: readonly string[] = [
  SECTION.focus,
  SECTION.routing,
  OLD_ROUTING,
  "",
  SECTION.drillDown,
  SECTION.writeSafety,
  "Decision Highlights",
  SECTION.snapshot,
  SECTION.quickAnswers,
];
/** This many sections, from the top of the list, are cut last: if one does not fit, a part of it is shown. */
export const CUT_LAST = 4;
