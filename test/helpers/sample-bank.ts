import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { LogLine, RuleName } from "../../src/types.ts";
import type { Finding } from "../../src/check/finding.ts";
import { writeFiles } from "./files-on-disk.ts";
import { gitIn } from "./git.ts";

const DAY = 24 * 60 * 60 * 1000;

const TOPICS = ["checkout flow", "payment retries", "search index", "cart merging"].concat(
  ["session tokens", "image pipeline", "stock levels", "price rules", "webhook delivery"],
  ["mail templates", "rate limits", "audit trail", "feature flags", "address checks"],
  ["refunds", "tax rounding", "order export", "passkeys", "dark colours", "error budget"],
);

const FOLDERS = ["design", "requirements", "learnings", "design", "learnings"] as const;

/** A project whose bank has so many docs: fresh, ageing and stale ones, orphans and dead ends. */
export function sampleDocs(count: number): Map<string, string> {
  const docs = new Map<string, string>();
  docs.set("details/tech.md", TECH);
  docs.set("details/patterns.md", PATTERNS);
  docs.set("details/progress.md", PROGRESS);
  for (let index = 0; docs.size < count - 1; index += 1) docs.set(...sampleDoc(index));
  docs.set("MEMORY.md", entry([...docs.keys()]));
  return docs;
}

function sampleDoc(index: number): [string, string] {
  const topic = TOPICS[index % TOPICS.length] ?? "";
  const round = Math.floor(index / TOPICS.length);
  const title = `${topic[0]?.toUpperCase()}${topic.slice(1)}${round > 0 ? ` ${round + 1}` : ""}`;
  const slug = title.toLowerCase().replaceAll(" ", "-");
  const folder = FOLDERS[index % FOLDERS.length] ?? "design";
  const number = String(index + 1).padStart(3, "0");
  const name =
    folder === "requirements"
      ? `REQ-${number}-${slug}`
      : folder === "learnings"
        ? `2026-0${(index % 9) + 1}-1${index % 10}-${slug}`
        : slug;
  const other = TOPICS[(index + 5) % TOPICS.length]?.replaceAll(" ", "-");
  const isStray = index % 10 === 9;
  const up = isStray ? "../details/" : "../";
  const link = index % 21 === 3 ? `See [the older note](${other}-old.md). ` : "";
  const words = `How ${topic} works in the shop, and what to mind when it changes. `;
  const body = Array.from(
    { length: 1 + ((index * 7) % 11) },
    (_, part) => `## Part ${part + 1}\n\n${words.repeat(1 + ((index + part) % 5))}\n`,
  ).join("\n");
  const text = `# ${title}\n\n<!-- MACHINE_BLOCK_START -->\n${link}Conventions: [patterns](${up}patterns.md).\n\n${body}\n<!-- MACHINE_BLOCK_END -->\n<!-- USER_BLOCK_START -->\nKeep this short.\n<!-- USER_BLOCK_END -->\n`;
  // Every tenth doc is where nothing leads to.
  return [isStray ? `notes/${slug}.md` : `details/${folder}/${name}.md`, text];
}

const TECH = `# Tech

<!-- MACHINE_BLOCK_START -->
| what | version |
|---|---|
| Node.js | 22 |
| PostgreSQL | 17 |

\`\`\`sh
npm test        # everything, as CI runs it
npm run dev     # the shop on port 3000
\`\`\`

Payments: [design](design/checkout-flow.md). Hosting: [notes](hosting.md).
<!-- MACHINE_BLOCK_END -->
<!-- USER_BLOCK_START -->
Ask Mara before changing the database version.
<!-- USER_BLOCK_END -->
`;

const PATTERNS = `# Patterns

<!-- MACHINE_BLOCK_START -->
1. Money is an integer of cents, never a float.
2. Every handler validates its input with a schema.
3. No call to a payment provider without an idempotency key.

> A refund is a new booking, not an edit of the old one.
<!-- MACHINE_BLOCK_END -->
<!-- USER_BLOCK_START -->
- Reviews by two people for \`src/payments/\`.
<!-- USER_BLOCK_END -->
`;

const PROGRESS = `# Progress

<!-- MACHINE_BLOCK_START -->
- [x] Checkout with saved cards
- [ ] Retries after a time-out of the provider
<!-- MACHINE_BLOCK_END -->
`;

function entry(docs: readonly string[]): string {
  const has = (folder: string) => docs.some((doc) => doc.startsWith(`details/${folder}/`));
  const rows = [
    "| decide on architecture, change shared code | details/patterns.md |",
    "| build, run, test, deploy | details/tech.md |",
    "| go on with a task | details/progress.md |",
    ...(has("requirements") ? ["| start on a requirement | details/requirements/ |"] : []),
    ...(has("design") ? ["| change a part that has a design | details/design/ |"] : []),
    ...(has("learnings") ? ["| fix a bug: has it happened before | details/learnings/ |"] : []),
    "| release | details/release.md |",
  ];
  return `# Storefront

<!-- MACHINE_BLOCK_START -->
<!-- MEMORY_BANK_TEMPLATE:v7.1 -->

## Project Snapshot

The web shop: a Node.js server, PostgreSQL, payments by two providers.

## Current Focus

- Goal: retries that never charge twice
- In progress: idempotency keys in the provider client
- Remaining: time-outs, alerts, a dry run with the sandbox
- Blocked: nothing
- Updated: 2026-11-14

## Decision Highlights (Still Binding)

| date | decision | why |
|---|---|---|
| 2026-09-02 | Money is an integer of cents | rounding errors in refunds |
| 2026-10-11 | One queue for all webhooks | order matters |

## Routing Rules（意图驱动）

| intent | read |
|---|---|
${rows.join("\n")}

<!-- MACHINE_BLOCK_END -->
<!-- USER_BLOCK_START -->
The shop belongs to the payments team.
<!-- USER_BLOCK_END -->
`;
}

/** Writes them into a project of this folder, with a history in git that ends `now`. */
export function writeSampleBank(root: string, count: number, now: number): void {
  mkdirSync(root, { recursive: true });
  const docs = [...sampleDocs(count)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  gitIn(root, ["init", "-q"]);
  const batches = [160, 55, 3].map((days, batch) => ({
    at: now - days * DAY,
    docs: docs.filter(([path], index) => (isCore(path) ? 2 : [0, 1, 2, 2, 2][index % 5]) === batch),
  }));
  for (const { at, docs: batch } of batches) {
    writeFiles(join(root, "memory-bank"), batch);
    gitIn(root, ["add", "-A"]);
    gitIn(root, ["commit", "-q", "--allow-empty", "-m", "Docs"], at);
  }
}

function isCore(path: string): boolean {
  return path === "MEMORY.md" || /^details\/[^/]+$/.test(path);
}

export const SAMPLE_FINDINGS: readonly Finding[] = [
  {
    rule: "dead-routes",
    level: "error",
    path: "MEMORY.md",
    line: 38,
    message: "The route “release” leads to details/release.md, which does not exist.",
    fix: "Make the doc, or remove the row.",
  },
  {
    rule: "dead-links",
    level: "warning",
    path: "details/tech.md",
    line: 14,
    message: "A link leads to hosting.md, which does not exist.",
    fix: "Mend the link, or write details/hosting.md.",
  },
  {
    rule: "stale-focus",
    level: "note",
    path: "MEMORY.md",
    line: 12,
    message: "Current Focus was last updated two days ago.",
    fix: "",
  },
];

const KEPT = "k-20261115-174233-a3f";

/** What is kept of the command that the sample log says was undone. */
export const SAMPLE_KEPT = [{ id: KEPT, words: "npx prettier --write memory-bank/details" }];

type Told<Entry> = Entry extends unknown
  ? Omit<Entry, "v" | "at" | "session" | "turn" | "root">
  : never;

/** A session with everything that can happen in one, and an older one; the last entry is at `now`. */
export function sampleLog(now: number): LogLine[] {
  const entries: LogLine[] = [];
  let at = now - 3 * 60 * 60 * 1000;
  let turn = 0;
  let session = "ses_4f1c20a7";
  const tell = (told: Told<LogLine>, place: { session?: string; root?: string } = {}) => {
    if (told.kind === "turn") turn += 1;
    at += 47_000;
    entries.push({ v: 2, at, session, turn, ...place, ...told });
  };
  const decide = (
    decision: "allow" | "warn" | "refuse",
    path: string,
    rule?: RuleName,
    because = "the conventions were read in this turn",
    tool = "edit",
  ) =>
    tell({
      kind: "decision",
      tool,
      via: tool === "bash" ? "shell" : "tool",
      writes: [{ path, effect: "change" }],
      ...(rule === undefined && path !== "package.json"
        ? ({ risk: "low", reason: "ordinary-file" } as const)
        : ({ risk: "high", reason: "sensitive-file" } as const)),
      decision,
      ...(rule === undefined ? {} : { rule }),
      trace: [
        {
          rule: rule ?? "read-before-write",
          verdict: decision === "allow" ? "pass" : decision,
          because,
        },
      ],
    });
  tell({ kind: "turn" });
  tell({ kind: "read", doc: "details/tech.md", whole: true });
  decide("allow", "src/server.ts");

  session = "ses_9b27e6d1";
  turn = 0;
  at = now - 26 * 60_000;
  tell({ kind: "turn" });
  tell({ kind: "titled", title: "Retries that never charge twice" });
  tell({ kind: "read", doc: "details/progress.md", whole: true });
  tell({ kind: "read", doc: "details/requirements/REQ-002-payment-retries.md", whole: false });
  decide(
    "refuse",
    "package.json",
    "read-before-write",
    "details/patterns.md was not read in this turn",
  );
  tell({ kind: "read", doc: "details/patterns.md", whole: true });
  decide("allow", "package.json", undefined, "details/patterns.md was read");
  decide("allow", "src/payments/client.ts");
  tell({ kind: "turn" });
  decide(
    "refuse",
    "memory-bank/MEMORY.md",
    "guard-memory-files",
    "the bank is written with the structured tools, never by shell",
    "bash",
  );
  tell({ kind: "effect", undone: ["details/tech.md"], changed: [], kept: KEPT });
  tell({ kind: "reader", verified: "5/6" }, { session: "ses_c3d0", root: session });
  tell({ kind: "compacted" });
  decide(
    "refuse",
    "src/payments/retry.ts",
    "recover-after-compaction",
    "details/progress.md was not read again after the compaction",
  );
  tell({ kind: "read", doc: "details/progress.md", whole: true });
  tell({ kind: "recovered" });
  tell({ kind: "turn" });
  decide(
    "warn",
    "docker-compose.yml",
    "read-before-write",
    "details/patterns.md was not read in this turn",
  );
  decide("allow", "src/payments/retry.ts");
  tell({ kind: "proposal", state: "offered", target: "details/patterns.md" });
  tell({ kind: "turn" });
  tell({ kind: "proposal", state: "confirmed", target: "details/patterns.md" });
  decide("allow", "memory-bank/details/patterns.md");
  tell({ kind: "proposal", state: "written", target: "details/patterns.md" });
  return entries;
}

export function toLogLines(entries: readonly LogLine[]): string {
  return entries.map((entry) => `${JSON.stringify(entry)}\n`).join("");
}
