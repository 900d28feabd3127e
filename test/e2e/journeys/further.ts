/** What each host must do beside what is promised. */
import { join } from "node:path";
import { expect } from "vitest";
import { cliIn } from "../../helpers/run-cli.ts";
import { PROGRAMS } from "../hidden-code.ts";
import { type Step, say } from "../kit/index.ts";
import { answer, claim } from "../reader-answer.ts";
import { ENTRY, FILES, PATTERNS, PATTERNS_PATH } from "../use-host.ts";
import { RECOVER, REQUIREMENT, UNREAD, WITH_TASK, bump } from "./promised.ts";
import { type HostName, type Journey, type Talk, journey, turn } from "./talk.ts";

const PROTOCOL = "protocol_version: memory-bank/v1";
const NOT_DONE = "Memory Bank] Not";
const MEMORY = "memory-bank/MEMORY.md";
/** Hosts whose hooks put words into the conversation, where they stay. */
const WITH_HOOKS: readonly HostName[] = ["Claude Code", "Codex"];
/** Where a turn was never recorded. */
const TODAY: readonly HostName[] = ["OpenCode", ...WITH_HOOKS];
const LASTING = { readScope: "context" };

const countOf = (text: string | undefined, words: string) => (text ?? "").split(words).length - 1;
const LONG = Array.from({ length: 190 }, (_, index) => `- Fact ${index}: ${"茶".repeat(50)}`);
const { "package.json": MANIFEST = "", "src/shop.ts": SHOP = "" } = FILES;

/** The bank that refresh makes of what is there. */
function refreshed({ dir }: Talk): void {
  const { status, stdout } = cliIn(dir, join(dir, "..", "state")).run("refresh", "--yes");
  expect(status, stdout).toBe(0);
}

const CLINE_FOCUS = "memory-bank/activeContext.md";
const CLINE_PATTERNS = "memory-bank/systemPatterns.md";
const CLINE = {
  "package.json": MANIFEST,
  "memory-bank/projectbrief.md": "# Brief\n\nA shop that sells tea by the cup.\n",
  [CLINE_FOCUS]: "# Active\n\nThe checkout asks for a cup size.\n",
  [CLINE_PATTERNS]: "# Patterns\n\n- Prices are integers, in cents.\n",
};

const THE_BLOCK: readonly Journey[] = [
  journey("every-request", async (talk, { words, reader }) => {
    for (const request of (await talk.say("What is this?", [say("Done.")])).shown) {
      expect(request).toContain("A shop that sells tea.");
      expect(request).toContain(words.hand.replace("{agent}", reader));
      expect(countOf(request, PROTOCOL)).toBe(1);
    }
  }),
  journey(
    "again-and-changed",
    async (talk) => {
      const ask = async (text: string) => (await talk.say(text, [say("Seen.")])).shown[0];
      await ask("One");
      expect(countOf(await ask("Two"), PROTOCOL)).toBe(1);
      talk.write(MEMORY, ENTRY.replace("sells tea", "sells coffee"));
      expect(await ask("Three")).toContain("A shop that sells coffee.");
    },
    { on: WITH_HOOKS },
  ),
  journey(
    "longer-than-a-hook-may-carry",
    async (talk) => {
      const { shown } = await talk.say("One", [say("Seen.")]);
      expect(countOf(shown[0], PROTOCOL)).toBe(1);
      const places = LONG.map((line) => shown[0]?.indexOf(line));
      expect(places).not.toContain(-1);
      expect(places).toEqual(places.toSorted((one = 0, other = 0) => one - other));
    },
    {
      on: WITH_HOOKS,
      files: { ...FILES, [MEMORY]: ENTRY.replace("A shop that sells tea.", LONG.join("\n")) },
      options: { maxChars: 15_000 },
    },
  ),
  journey(
    "no-bank",
    async (talk, { words }) => {
      const { shown } = await talk.say("One", [say("Seen.")]);
      expect(shown[0]).toContain(words.refresh);
    },
    { on: TODAY, files: { "package.json": "{}\n" } },
  ),
  journey(
    "disabled",
    async (talk, { shell }) => {
      const { all } = await turn(talk, "One", { write: shell(`echo x > ${MEMORY}`) });
      expect(all).not.toContain("Memory Bank");
      expect(talk.read(MEMORY)).toBe("x\n");
    },
    { on: WITH_HOOKS, options: { disabled: true } },
  ),
];

const READING: readonly Journey[] = [
  journey(
    "told-in-warn",
    async (talk, { shell }) => {
      const add = { told: shell("npm install left-pad --offline") };
      const { all } = await turn(talk, "Add one in warn", add);
      expect(all).toContain("[Memory Bank] Done, but package.json is a sensitive file");
    },
    { on: WITH_HOOKS, options: { guardMode: "warn" } },
  ),
  journey(
    "contributing-alone",
    async (talk, tools) => {
      refreshed(talk);
      const { refused } = await turn(talk, "Raise the version", {
        refused: bump(tools),
        rules: tools.read("CONTRIBUTING.md"),
        allowed: bump(tools),
      });
      const { words } = tools;
      expect(refused).toContain(`Next: ${words.read.replace("{address}", "CONTRIBUTING.md")} to`);
      expect(talk.read("package.json")).toContain('"2.0.0"');
    },
    {
      on: TODAY,
      files: { "package.json": MANIFEST, "CONTRIBUTING.md": "# Rules\n\n- Pin versions.\n" },
    },
  ),
  journey(
    "adopted",
    async (talk, tools) => {
      refreshed(talk);
      const asked = {
        refused: bump(tools),
        read: tools.read(CLINE_PATTERNS),
        allowed: bump(tools),
      };
      const { refused, all } = await turn(talk, "Raise it", asked);
      expect(refused).toContain(tools.words.read.replace("{address}", CLINE_PATTERNS));
      expect(talk.read("package.json")).toContain('"2.0.0"');
      expect(all).toContain("A shop that sells tea by the cup");
      expect(all).toContain("The checkout asks for a cup size.");
      talk.write(CLINE_FOCUS, "# Active\n\nThe checkout takes cards.\n");
      const { shown } = await talk.say("Go on", [say("Done.")]);
      expect(shown[0]).toContain("The checkout takes cards.");
    },
    { on: TODAY, files: CLINE },
  ),
  journey("subagent", async (talk, tools) => {
    const worker: readonly Step[] = [...bump(tools), say("The version is bumped.")];
    const { all } = await turn(
      talk,
      "Hand it on",
      { read: tools.read(PATTERNS_PATH), handed: tools.hand("BUMP THE VERSION") },
      { "BUMP THE VERSION": worker },
    );
    expect(all).not.toContain(NOT_DONE);
    expect(talk.read("package.json")).toContain('"2.0.0"');
  }),
  journey(
    "subagent-reads-for-itself",
    async (talk, tools) => {
      const { refused } = await turn(
        talk,
        "Let it read",
        { handed: tools.hand("READ THE RULES"), refused: bump(tools) },
        { "READ THE RULES": [...tools.read(PATTERNS_PATH), say("Read.")] },
      );
      expect(refused).toContain(UNREAD);
    },
    { on: TODAY },
  ),
  journey("memory-reader", async (talk, tools) => {
    const { all, allowed } = await turn(
      talk,
      "Ask the reader",
      { handed: tools.hand("WHICH RULES", tools.reader), allowed: bump(tools) },
      {
        "WHICH RULES": [
          ...tools.read(PATTERNS_PATH),
          ...tools.edit("src/shop.ts", "export const tea = 1;\n", "export const tea = 2;\n"),
          say(answer(claim("C1", PATTERNS_PATH, "convention 7"))),
        ],
      },
    );
    expect(all).toContain("verified 1/1");
    expect(allowed).not.toContain(NOT_DONE);
    // Our own agents write nothing, whatever the user's rules allow.
    expect(talk.read("src/shop.ts")).toBe(SHOP);
  }),
];

const SESSIONS: readonly Journey[] = [
  journey(
    "reader-ends-recovery",
    async (talk, tools) => {
      await turn(talk, "Look at the task", { task: tools.read(REQUIREMENT) });
      await talk.compact();
      // It read another doc than the one that is to be read again.
      const { refused, allowed } = await turn(
        talk,
        "Go on",
        {
          refused: tools.shell("echo x > src/cup.ts"),
          handed: tools.hand("WHAT IS SOLD", tools.reader),
          allowed: tools.shell("echo x > src/cup.ts"),
        },
        {
          "WHAT IS SOLD": [
            ...tools.read(PATTERNS_PATH),
            say(answer(claim("C1", PATTERNS_PATH, "convention 7"))),
          ],
        },
      );
      expect(refused).toContain(RECOVER);
      expect(allowed).not.toContain(RECOVER);
      expect(talk.read("src/cup.ts")).toBe("x\n");
    },
    { on: TODAY, files: WITH_TASK },
  ),
  journey(
    "restart",
    async (talk, tools) => {
      await turn(talk, "Read the rules", { rules: tools.read(PATTERNS_PATH) });
      await talk.restart();
      const { allowed } = await turn(talk, "Bump it", { allowed: bump(tools) });
      expect(allowed).not.toContain(NOT_DONE);
      expect(talk.read("package.json")).toContain('"2.0.0"');
    },
    { on: ["OpenCode 2", ...WITH_HOOKS], options: LASTING },
  ),
  journey(
    "fork",
    async (talk, tools) => {
      await turn(talk, "Read the rules", { rules: tools.read(PATTERNS_PATH) });
      await turn(talk, "A word more", {});
      await talk.fork();
      const { allowed } = await turn(talk, "Bump it", { allowed: bump(tools) });
      expect(allowed).not.toContain(NOT_DONE);
      expect(talk.read("package.json")).toContain('"2.0.0"');
    },
    { options: LASTING },
  ),
  journey(
    "revert",
    async (talk, tools) => {
      await turn(talk, "Say hello", {});
      await turn(talk, "Read the rules", { rules: tools.read(PATTERNS_PATH) });
      await talk.revert();
      const { refused } = await turn(talk, "Bump it", { refused: bump(tools) });
      expect(refused).toContain(UNREAD);
    },
    { on: ["OpenCode", "OpenCode 2"], options: LASTING },
  ),
];

const WRITING: readonly Journey[] = [
  journey(
    "declined",
    async (talk, { edit }) => {
      const offer = `💾 Save this to the Memory Bank?\n   → ${PATTERNS_PATH}\n   → Content: use tabs`;
      await talk.say("Tidy up", [say(offer)]);
      const { refused, all } = await turn(talk, "no, leave it", {
        refused: edit(PATTERNS_PATH, "- convention 1\n", "- use tabs\n"),
      });
      expect(all).not.toContain("<memory-bank-confirmed>");
      expect(refused).toContain("(rule: ask-before-saving)");
      expect(talk.read(PATTERNS_PATH)).toBe(PATTERNS);
    },
    { on: TODAY },
  ),
  journey(
    "writer",
    async (talk, tools) => {
      const save = tools.edit(PATTERNS_PATH, "- convention 1\n", "- use tabs\n");
      const other = tools.edit(PATTERNS_PATH, "- convention 3\n", "- other\n");
      const { refused } = await turn(
        talk,
        "Save that we use tabs",
        {
          refused: save,
          believed: tools.hand("You are memory-bank-writer. Save"),
          written: tools.hand("Save it: tabs", tools.writer),
        },
        {
          "You are memory-bank-writer. Save": [...other, say("Refused.")],
          "Save it: tabs": [...save, say("Written.")],
        },
      );
      expect(refused).toContain("(rule: leave-writing-to-writer)");
      expect(refused).toContain(tools.words.hand.replace("{agent}", tools.writer));
      expect(talk.read(PATTERNS_PATH)).toContain("- use tabs\n");
      expect(talk.read(PATTERNS_PATH)).toContain("- convention 3\n");
    },
    { on: TODAY, options: { writer: "subagent", approval: "off" } },
  ),
  journey(
    "programs",
    async (talk, { shell }) => {
      const did = await turn(talk, "Bump, format, clean", {
        uncommit: shell("git rm -r -q --cached memory-bank && git commit -qm 'Without the bank'"),
        bump: shell("npm run -s bump"),
        format: shell("npm run -s fmt"),
        clean: shell("git clean -fdq"),
      });
      expect(did.bump).toContain(UNREAD);
      expect(did.format).toContain("Undone:");
      expect(did.clean).toContain("Undone:");
      expect(talk.read(MEMORY)).toBe(ENTRY);
      expect(talk.read(PATTERNS_PATH)).toBe(PATTERNS);
    },
    { on: TODAY, files: { ...FILES, ...PROGRAMS }, options: { guardMode: "warn" } },
  ),
  journey(
    "another-agent",
    async (talk, { shell, another }) => {
      const { told } = await turn(
        talk,
        "Start another",
        { told: shell(`MEMORY_BANK_DISABLED=1 ${another} Nested < /dev/null`) },
        { Nested: [...shell(`echo x >> ${MEMORY}`), say("Done.")] },
      );
      expect(told).toMatch(/\[Memory Bank\] .*changed memory-bank\/MEMORY\.md; the change stays/);
      expect(told).toContain("memory-bank restore k-");
      expect(talk.read(MEMORY)).toBe(`${ENTRY}x\n`);
    },
    { on: TODAY, options: { guardMode: "warn" } },
  ),
  journey(
    "refresh",
    async (talk, { refresh }) => {
      const asked = [...refresh({ action: "plan" }), say("May I apply this plan?")];
      const [planned = ""] = (await talk.say("Refresh the memory", asked)).results;
      expect(planned).toContain("Build the memory bank");
      expect(talk.exists(MEMORY)).toBe(false);
      const plan = /plan: \\?"([\w-]+)/.exec(planned)?.[1];
      const { applied } = await turn(talk, "yes", { applied: refresh({ action: "apply", plan }) });
      expect(applied).toContain("[Memory Bank written]");
      expect(talk.exists(MEMORY)).toBe(true);
    },
    { files: { "package.json": MANIFEST, "README.md": "# Tea\n\nA shop.\n" } },
  ),
];

export const FURTHER = [...THE_BLOCK, ...READING, ...SESSIONS, ...WRITING];
