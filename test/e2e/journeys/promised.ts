/** What the README's table promises, each of it once: a row there has the name of its journey here. */
import { expect } from "vitest";
import { SCRIPT, UNTIL_DONE, hidden, waiting } from "../hidden-code.ts";
import { say } from "../kit/index.ts";
import { ENTRY, FILES, PATTERNS, PATTERNS_PATH } from "../use-host.ts";
import { type Journey, type Tools, journey, turn } from "./talk.ts";

const MEMORY = "memory-bank/MEMORY.md";
export const REQUIREMENT = "memory-bank/details/requirements/REQ-001-tea.md";
export const WITH_TASK = { ...FILES, [REQUIREMENT]: "- Pay by card.\n" };
const WITH_RULES = {
  ...FILES,
  "CONTRIBUTING.md": "- Pin dependencies exactly.\n",
  [PATTERNS_PATH]: `${PATTERNS}\n## Also binding\n\n- [CONTRIBUTING.md](../../CONTRIBUTING.md)\n`,
};

export const UNREAD = "(rule: read-before-write)";
export const RECOVER = "(rule: recover-after-compaction)";
export const GUARD = "(rule: guard-memory-files)";
const ASKED = "(rule: ask-before-saving)";
export const OUTSIDE = "changed since your last step, by none of your tool calls";
const NOT_DONE = "Memory Bank] Not";

const manifest = (version: string) => `{ "name": "tea", "version": "${version}" }\n`;
export const setVersion = ({ edit }: Tools, from: string, to: string) =>
  edit("package.json", manifest(from), manifest(to));
export const bump = (tools: Tools) => setVersion(tools, "1.0.0", "2.0.0");
/** As messages tell an agent to read a doc. */
const readOf = ({ words }: Tools, address: string) => words.read.replace("{address}", address);

export const PROMISED: readonly Journey[] = [
  journey("unread-edit", async (talk, tools) => {
    const { refused, allowed } = await turn(talk, "Bump the version", {
      refused: bump(tools),
      read: tools.read(PATTERNS_PATH),
      allowed: bump(tools),
    });
    expect(refused).toContain(
      `[Memory Bank] Not written: package.json is a sensitive file, and the project's conventions were not read in this turn.\nNext: ${readOf(tools, PATTERNS_PATH)} to its end, then repeat this call. ${UNREAD}`,
    );
    expect(allowed).not.toContain(NOT_DONE);
    const next = await turn(talk, "Bump it again", { again: setVersion(tools, "2.0.0", "3.0.0") });
    expect(next.again).toContain(UNREAD);
    expect(talk.read("package.json")).toBe(manifest("2.0.0"));
  }),
  journey(
    "linked-rule-file",
    async (talk, tools) => {
      const { refused, again, allowed } = await turn(talk, "Bump the version", {
        refused: bump(tools),
        patterns: tools.read(PATTERNS_PATH),
        again: bump(tools),
        rules: tools.read("CONTRIBUTING.md"),
        allowed: bump(tools),
      });
      expect(refused).toContain("CONTRIBUTING.md");
      expect(again).toContain(readOf(tools, "CONTRIBUTING.md"));
      expect(again).toContain(UNREAD);
      expect(allowed).not.toContain(NOT_DONE);
      expect(talk.read("package.json")).toBe(manifest("2.0.0"));
    },
    { files: WITH_RULES },
  ),
  journey("package-manager", async (talk, { shell }) => {
    const { refused } = await turn(talk, "Add a package", {
      refused: shell("npm install left-pad"),
    });
    expect(refused).toContain("Not written: package.json is a sensitive file");
    expect(refused).toContain(UNREAD);
  }),
  journey(
    "compaction",
    async (talk, tools) => {
      await turn(talk, "Look at the task", { task: tools.read(REQUIREMENT) });
      await talk.compact();
      const { refused, allowed, all } = await turn(talk, "Go on", {
        refused: bump(tools),
        task: tools.read(REQUIREMENT),
        patterns: tools.read(PATTERNS_PATH),
        allowed: bump(tools),
      });
      expect(all).toContain("<memory-bank-anchors>");
      expect(refused).toContain(RECOVER);
      expect(refused).toContain(readOf(tools, REQUIREMENT));
      expect(allowed).not.toContain(NOT_DONE);
      expect(talk.read("package.json")).toBe(manifest("2.0.0"));
    },
    { files: WITH_TASK },
  ),
  journey("shell-write", async (talk, { shell, words }) => {
    const { refused } = await turn(talk, "Note it", { refused: shell(`echo x >> ${MEMORY}`) });
    expect(refused).toMatch(/Not done: [^]*\(rule: guard-memory-files\)/);
    expect(refused).toContain(`make this change with the ${words.writes} tool`);
    expect(talk.read(MEMORY)).toBe(ENTRY);
  }),
  journey("own-code", async (talk, { shell }) => {
    const { undone } = await turn(talk, "Run it", {
      undone: shell(hidden(`require('fs').writeFileSync('${PATTERNS_PATH}', 'gone')`)),
    });
    expect(undone).toContain("[Memory Bank] Undone");
    expect(undone).toContain(GUARD);
    expect(talk.read(PATTERNS_PATH)).toBe(PATTERNS);
  }),
  journey("own-script", async (talk, { write, shell }) => {
    const { undone } = await turn(talk, "Write and run it", {
      script: write("tidy.sh", SCRIPT),
      undone: shell("sh tidy.sh"),
    });
    expect(undone).toContain(GUARD);
    for (const [path, text] of [
      [MEMORY, ENTRY],
      [PATTERNS_PATH, PATTERNS],
    ] as const)
      expect(talk.read(path)).toBe(text);
  }),
  journey("user-block", async (talk, { edit }) => {
    const { refused } = await turn(talk, "Change my words", {
      refused: edit(MEMORY, "Mind the gap.\n", "Mind nothing.\n"),
    });
    expect(refused).toMatch(/Not written: [^]*\(rule: keep-user-blocks\)/);
    expect(talk.read(MEMORY)).toBe(ENTRY);
  }),
  journey("secret", async (talk, { edit }) => {
    const secret = ["ghp", "R7mQ2xVb9LkT4wZs8YpN3cHd6FjG1aEuK5oX"].join("_");
    const { refused } = await turn(talk, "Save to the memory bank how we pay: the key", {
      refused: edit(PATTERNS_PATH, "- convention 1\n", `- convention 1\n- The key is ${secret}\n`),
    });
    // The host itself may repeat the call behind our words.
    const [said] = /Not written: [^]*\(rule: keep-secrets-out\)/.exec(refused) ?? [];
    expect(said).toBeDefined();
    expect(said).not.toContain(secret);
    expect(talk.read(PATTERNS_PATH)).toBe(PATTERNS);
  }),
  journey("save-without-yes", async (talk, { edit }) => {
    const add = edit(PATTERNS_PATH, "- convention 1\n", "- convention 1\n- Retry twice\n");
    const { refused } = await turn(talk, "Fix the retry", { refused: add });
    expect(refused).toContain(ASKED);
    expect(talk.read(PATTERNS_PATH)).toBe(PATTERNS);
    const offer = `💾 Save this to the Memory Bank?\n   → ${PATTERNS_PATH}\n   → Content: Retry twice`;
    await talk.say("And now?", [say(offer)]);
    const { saved, all } = await turn(talk, "yes", { saved: add });
    expect(all).toContain("<memory-bank-confirmed>");
    expect(saved).toContain(`report it as: - Updated: ${PATTERNS_PATH}`);
    expect(talk.read(PATTERNS_PATH)).toContain("- Retry twice");
  }),
  journey("background-job", async (talk, { shell }) => {
    const code = waiting(`fs.writeFileSync('${PATTERNS_PATH}', 'gone')`);
    const [wait = say("")] = shell(UNTIL_DONE);
    const begun = await turn(talk, "Start it", {
      job: shell(`setsid ${hidden(code)} > /dev/null 2>&1 &`),
      done: [() => (talk.write("go.txt", ""), wait)],
      next: shell("ls"),
    });
    await expect.poll(() => talk.read(PATTERNS_PATH)).toBe("gone");
    const { all } = await turn(talk, "And now?", {});
    expect(begun.all + all).toContain(`${PATTERNS_PATH} ${OUTSIDE}`);
    expect(talk.read(PATTERNS_PATH)).toBe("gone");
  }),
  // Only a process that is really killed shows it: no recording has that.
  journey(
    "killed",
    async (talk, { shell }) => {
      await turn(talk, "Before the end", { first: shell("ls") });
      await talk.restart(() => talk.write(PATTERNS_PATH, `${PATTERNS}- one more\n`));
      const { all } = await turn(talk, "After it", { one: shell("ls"), two: shell("ls -a") });
      expect(all).toContain(`${PATTERNS_PATH} ${OUTSIDE}`);
      expect(talk.read(PATTERNS_PATH)).toContain("- one more");
    },
    { on: ["OpenCode 2"] },
  ),
];
