import { expect } from "vitest";
import { type Step, call, say } from "../kit/index.ts";
import { ENTRY, FILES, PATTERNS, PATTERNS_PATH } from "../use-host.ts";
import { answer, claim } from "../reader-answer.ts";
import type { Conversation, Setting } from "./play.ts";

/** One promise, as it is played on OpenCode 2; on the recording what the model says is ignored. */
export interface Played {
  /** Also the name of its recording. */
  readonly name: string;
  readonly setting: Setting;
  readonly play: (talk: Conversation) => Promise<void>;
  /** Only a process that is really killed shows it: the recording has none. */
  readonly kills?: true;
}

const BLOCK = { MEMORY_BANK_GUARD_MODE: "block", MEMORY_BANK_LANG: "en" };
const REQUIREMENT = "memory-bank/details/requirements/REQ-001-tea.md";
const WITH_TASK = { ...FILES, [REQUIREMENT]: "- Pay by card.\n" };
const WITH_RULES = {
  ...FILES,
  "CONTRIBUTING.md": "- Pin dependencies exactly.\n",
  [PATTERNS_PATH]: `${PATTERNS}\n## Also binding\n\n- [CONTRIBUTING.md](../../CONTRIBUTING.md)\n`,
};
const DONE = say("Done.");

const read = (path: string) => call("read", { path });
const shell = (command: string) => call("shell", { command });
const setVersion = (from: string, to: string) =>
  call("edit", { path: "package.json", oldString: `"${from}"`, newString: `"${to}"` });
const edit = (path: string, oldString: string, newString: string) =>
  call("edit", { path, oldString, newString });
/** A program whose words do not show what it writes. */
const slip = (then = "") =>
  `node -e "${then}require('fs').writeFileSync(['memory','bank'].join('-') + '/details/patterns.md', 'gone')"`;

const UNREAD = "(rule: read-before-write)";
const GUARD = "(rule: guard-memory-files)";
const OUTSIDE = "changed since your last step, by none of your tool calls";

function played(
  name: string,
  play: (talk: Conversation) => Promise<void>,
  setting: Partial<Setting> = {},
): Played {
  return { name, play, setting: { files: FILES, env: BLOCK, ...setting } };
}

/** The results of one turn in which the model does these steps and then says that it is done. */
const turn = async (talk: Conversation, text: string, ...steps: Step[]) =>
  (await talk.say(text, [...steps, DONE])).results;

export const PLAYED: readonly Played[] = [
  played("every-request", async (talk) => {
    const { ours } = await talk.say("What is this?", [DONE]);
    expect(ours).toHaveLength(1);
    expect(ours[0]).toContain("A shop that sells tea.");
    expect(ours[0]).toContain("protocol_version: memory-bank/v1");
  }),
  played("unread-edit", async (talk) => {
    const [refused, , allowed] = await turn(
      talk,
      "Bump the version",
      setVersion("1.0.0", "2.0.0"),
      read(PATTERNS_PATH),
      setVersion("1.0.0", "2.0.0"),
    );
    expect(refused).toContain(UNREAD);
    expect(refused).toContain(`read({ path: "${PATTERNS_PATH}" })`);
    expect(allowed).not.toContain("Memory Bank] Not");
    const [again] = await turn(talk, "Bump it again", setVersion("2.0.0", "3.0.0"));
    expect(again).toContain(UNREAD);
    expect(talk.read("package.json")).toContain('"2.0.0"');
  }),
  played(
    "linked-rule-file",
    async (talk) => {
      const [refused, , again, , allowed] = await turn(
        talk,
        "Bump the version",
        setVersion("1.0.0", "2.0.0"),
        read(PATTERNS_PATH),
        setVersion("1.0.0", "2.0.0"),
        read("CONTRIBUTING.md"),
        setVersion("1.0.0", "2.0.0"),
      );
      expect(refused).toContain("CONTRIBUTING.md");
      expect(again).toContain(`read({ path: "CONTRIBUTING.md" })`);
      expect(again).toContain(UNREAD);
      expect(allowed).not.toContain("Memory Bank] Not");
    },
    { files: WITH_RULES },
  ),
  played("package-manager", async (talk) => {
    const [refused] = await turn(talk, "Add a package", shell("npm install left-pad"));
    expect(refused).toContain(UNREAD);
  }),
  played(
    "compaction",
    async (talk) => {
      await turn(talk, "Look at the task", read(REQUIREMENT));
      await talk.compact();
      const { results, ours } = await talk.say("Go on", [
        setVersion("1.0.0", "2.0.0"),
        read(REQUIREMENT),
        read(PATTERNS_PATH),
        setVersion("1.0.0", "2.0.0"),
        DONE,
      ]);
      expect(ours[0]).toContain("<memory-bank-anchors>");
      expect(ours[0]).toContain(REQUIREMENT);
      expect(ours.at(-1)).not.toContain("<memory-bank-anchors>");
      expect(results[0]).toContain("(rule: recover-after-compaction)");
      expect(results[3]).not.toContain("Memory Bank] Not");
    },
    { files: WITH_TASK },
  ),
  played("shell-write", async (talk) => {
    const [refused] = await turn(talk, "Note it", shell("echo x >> memory-bank/MEMORY.md"));
    expect(refused).toContain(GUARD);
    expect(talk.read("memory-bank/MEMORY.md")).toBe(ENTRY);
  }),
  played("own-code", async (talk) => {
    const [undone] = await turn(talk, "Run it", shell(slip()));
    expect(undone).toContain(GUARD);
    expect(talk.read(PATTERNS_PATH)).toBe(PATTERNS);
  }),
  played("own-script", async (talk) => {
    const code =
      "require('fs').writeFileSync(['memory','bank'].join('-') + '/details/patterns.md', 'gone')";
    const [, undone] = await turn(
      talk,
      "Write and run it",
      call("write", { path: "fix.cjs", content: code }),
      shell("node fix.cjs"),
    );
    expect(undone).toContain(GUARD);
    expect(talk.read(PATTERNS_PATH)).toBe(PATTERNS);
  }),
  played("user-block", async (talk) => {
    const [refused] = await turn(
      talk,
      "Change my words",
      edit("memory-bank/MEMORY.md", "Mind the gap.", "Mind nothing."),
    );
    expect(refused).toContain("(rule: keep-user-blocks)");
    expect(talk.read("memory-bank/MEMORY.md")).toBe(ENTRY);
  }),
  played("secret", async (talk) => {
    const secret = ["ghp", "R7mQ2xVb9LkT4wZs8YpN3cHd6FjG1aEuK5oX"].join("_");
    const [refused] = await turn(
      talk,
      "Save to the memory bank how we pay: the key",
      edit(PATTERNS_PATH, "- convention 1\n", `- convention 1\n- The key is ${secret}\n`),
    );
    expect(refused).toContain("(rule: keep-secrets-out)");
    expect(refused).not.toContain(secret);
    expect(talk.read(PATTERNS_PATH)).toBe(PATTERNS);
  }),
  played(
    "save-without-yes",
    async (talk) => {
      const add = edit(PATTERNS_PATH, "- convention 1\n", "- convention 1\n- Retry twice\n");
      const [refused] = await turn(talk, "Fix the retry", add);
      expect(refused).toContain("(rule: ask-before-saving)");
      const offer = `💾 Save this to the Memory Bank?\n   → ${PATTERNS_PATH}\n   → Content: Retry twice`;
      await talk.say("And now?", [say(offer)]);
      const [saved] = await turn(talk, "yes", add);
      expect(saved).not.toContain("Memory Bank] Not");
      expect(talk.read(PATTERNS_PATH)).toContain("- Retry twice");
    },
    { env: { ...BLOCK, MEMORY_BANK_APPROVAL: "block" } },
  ),
  played("background-job", async (talk) => {
    const wait = "const end = Date.now() + 1500; while (Date.now() < end);";
    await turn(talk, "Start it", shell(`nohup ${slip(wait)} > /dev/null 2>&1 &`));
    await expect.poll(() => talk.read(PATTERNS_PATH)).toBe("gone");
    const { ours } = await talk.say("And now?", [DONE]);
    expect(ours.join("\n")).toContain(`${PATTERNS_PATH} ${OUTSIDE}`);
  }),
  {
    kills: true,
    ...played("killed", async (talk) => {
      await turn(talk, "Before the end", shell("ls"));
      await talk.restart(() => talk.write(PATTERNS_PATH, `${PATTERNS}- one more\n`));
      const { results, ours } = await talk.say("After it", [shell("ls"), shell("ls -a"), DONE]);
      expect([...results, ...ours].join("\n")).toContain(`${PATTERNS_PATH} ${OUTSIDE}`);
      expect(talk.read(PATTERNS_PATH)).toContain("- one more");
    }),
  },
  played(
    "restart",
    async (talk) => {
      await turn(talk, "Read the rules", read(PATTERNS_PATH));
      await talk.restart();
      const [allowed] = await turn(talk, "Bump it", setVersion("1.0.0", "2.0.0"));
      expect(allowed).not.toContain("Memory Bank] Not");
    },
    { env: { ...BLOCK, MEMORY_BANK_READ_SCOPE: "context" } },
  ),
  played(
    "fork",
    async (talk) => {
      await turn(talk, "Read the rules", read(PATTERNS_PATH));
      await turn(talk, "A word more");
      await talk.fork();
      const [allowed] = await turn(talk, "Bump it", setVersion("1.0.0", "2.0.0"));
      expect(allowed).not.toContain("Memory Bank] Not");
    },
    { env: { ...BLOCK, MEMORY_BANK_READ_SCOPE: "context" } },
  ),
  played(
    "revert",
    async (talk) => {
      await turn(talk, "Say hello");
      await turn(talk, "Read the rules", read(PATTERNS_PATH));
      await talk.revert();
      const [refused] = await turn(talk, "Bump it", setVersion("1.0.0", "2.0.0"));
      expect(refused).toContain(UNREAD);
    },
    { env: { ...BLOCK, MEMORY_BANK_READ_SCOPE: "context" } },
  ),
  played("subagent", async (talk) => {
    const inherits = await talk.say(
      "Hand it on",
      [
        read(PATTERNS_PATH),
        call("subagent", { agent: "general", description: "bump", prompt: "BUMP THE VERSION" }),
        DONE,
      ],
      { "BUMP THE VERSION": [setVersion("1.0.0", "2.0.0"), say("The version is bumped.")] },
    );
    expect(inherits.results.join("\n")).not.toContain("Memory Bank] Not");
    expect(talk.read("package.json")).toContain('"2.0.0"');
  }),
  played("memory-reader", async (talk) => {
    const { results } = await talk.say(
      "Ask the reader",
      [
        call("subagent", { agent: "memory-reader", description: "look", prompt: "WHICH RULES" }),
        setVersion("1.0.0", "2.0.0"),
        DONE,
      ],
      {
        "WHICH RULES": [
          read(PATTERNS_PATH),
          edit("src/shop.ts", "1", "2"),
          say(answer(claim("C1", PATTERNS_PATH, "convention 7"))),
        ],
      },
    );
    expect(results.join("\n")).toContain("1/1");
    expect(results.at(-1)).not.toContain("Memory Bank] Not");
    // Our own agents write nothing, whatever the user's rules allow.
    expect(talk.read("src/shop.ts")).toBe(FILES["src/shop.ts"]);
  }),
  played(
    "refresh",
    async (talk) => {
      const made = call("memory_bank_refresh", { action: "plan" });
      const asked = say("The plan makes memory-bank/. May I apply this plan?");
      const [plan] = (await talk.say("Refresh the memory", [made, asked])).results;
      expect(plan).toContain("memory-bank/MEMORY.md");
      const id = /plan: "([\w-]+)"/.exec(plan ?? "")?.[1];
      const apply = call("memory_bank_refresh", { action: "apply", plan: id });
      await turn(talk, "yes", apply);
      expect(talk.exists("memory-bank/MEMORY.md")).toBe(true);
    },
    { files: { "package.json": FILES["package.json"] ?? "", "README.md": "# Tea\n\nA shop.\n" } },
  ),
];
