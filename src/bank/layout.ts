/** Names of the bank's files, sections and markers. Nowhere else. */

/** The bank's folder, unless it has another. */
export const BANK_FOLDER = "memory-bank";
/** Folders in which other tools keep the same. They count where there is no bank, once they hold an entry of ours. */
export const OTHER_FOLDERS = [
  ".kilocode/rules/memory-bank",
  "cline_docs",
  "memory_bank",
  ".memory-bank",
  "docs/memory-bank",
] as const;
export const ENTRY = "MEMORY.md";
export const PATTERNS = "details/patterns.md";
export const DETAILS = { tech: "details/tech.md", progress: "details/progress.md" } as const;
/** Made with their first doc. */
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

/** What the docs and the texts for agents promise. Whoever states one of these numbers takes it from here. */
export const LIMITS = {
  /** So far an agent reads directly; beyond it memory-reader takes over. */
  directDocs: 3,
  directLines: 300,
  /** Rows of the decision table, quick answers, files of one route. */
  decisions: 20,
  quickAnswers: 8,
  routeFiles: 3,
  /** A folder with more docs gets an index. */
  docsWithoutIndex: 8,
  /** A focus that was not touched for longer is old. */
  focusDays: 30,
} as const;

/** Docs are Markdown; nothing else may live in the bank. */
export const DOC_EXTENSION = ".md";

/** In a bank where version 0.2.0 did not finish a plan; and beside a bank that it did not finish making. */
export const STAGING_FOLDER = ".memory-bank-apply";
export const NEW_BANK_FOLDER = ".memory-bank-new";
/** The next bytes of a doc that a plan writes, in its folder, until they take its name. */
export const NEXT_BYTES = ".memory-bank-apply.tmp";

/** A path inside the bank, written with `/`, that leads nowhere else. */
export function isDocPath(doc: string): boolean {
  return !doc.includes("\0") && doc.split("/").every((part) => !["", ".", ".."].includes(part));
}

/** On a line of its own: the rules for secrets that the user switches off in this doc. */
export const ALLOWANCE_MARKER =
  /^ {0,3}<!--[ \t]{0,20}memory-bank-allow:[ \t]{0,20}([a-z\d-]{1,40}(?:[ \t]{0,8},[ \t]{0,8}[a-z\d-]{1,40}){0,40})[ \t]{0,20}-->\s*$/;
/** The template that the entries we write are in. */
export const TEMPLATE_VERSION = "v7.1";
export const TEMPLATE_MARKER = /<!--[ \t]{0,40}MEMORY_BANK_TEMPLATE\b([^\r\n]{0,40}?)-->/;
export const BLOCK_MARKER = /^\s*<!--\s*(?:MACHINE|USER)_BLOCK_(?:START|END)\s*-->\s*$/;

/** Headings of the entry: tools match on them, by these names or by those that stand for them. */
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

/** The section that a heading stands for, which may be written in another way; one that nobody knows is its own. */
export function sectionOf(heading: string): string {
  if (heading === "Decision Highlights") return SECTION.decisions;
  return INTENT_ROUTING.test(heading) ? SECTION.routing : heading;
}

/** Routing of an older template, by topic; it stays when an upgrade adds the new one. */
export const OLD_ROUTING = "Routing Rules";

/**
 * What survives a cut of the entry, best first: the task, the way to everything else, what stands under no heading, then
 * history. A heading belongs to the first of these that it starts with.
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
/** So many of them go last. */
export const CUT_LAST = 4;
