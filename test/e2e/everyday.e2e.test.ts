import { expect, test } from "vitest";
import { type Session, type Step, openSession, say } from "./kit/index.ts";
import { bash, edit, read, task, write } from "./steps.ts";
import { FILES, PATTERNS_PATH, useHost } from "./use-host.ts";

/** Days of work in `warn`, in one process of the host: what the model is told of them. */
const bench = useHost();

/** What a notice is about: a rule, the reminder, or the guideline of a doc that was written. */
type Notice =
  | "read-before-write"
  | "ask-before-saving"
  | "guard-memory-files"
  | "reminder"
  | "guideline";

interface Turn {
  readonly user?: string;
  readonly steps: readonly Step[];
  /** What the agent says at its end. */
  readonly says?: string;
}

type Situation = readonly [name: string, notices: readonly Notice[], ...turns: Turn[]];

const MANIFEST = JSON.stringify(
  {
    name: "tea",
    version: "1.0.0",
    scripts: {
      test: "node -e 0",
      build: "node make.cjs dist/out.js",
      format: "node make.cjs src/shop.ts",
      generate: "node make.cjs package.json",
    },
  },
  null,
  2,
);
const PROJECT = {
  ...FILES,
  "package.json": `${MANIFEST}\n`,
  "make.cjs":
    "const fs = require('fs'); const [, , f] = process.argv; fs.mkdirSync(require('path').dirname(f), { recursive: true }); const old = fs.existsSync(f) ? fs.readFileSync(f, 'utf8') : ''; fs.writeFileSync(f, old + '\\n');",
  ".gitignore": "dist/\n*.log\n",
  "tsconfig.json": "{}\n",
  "README.md": "# Tea\n",
  "test/fixtures/package.json": '{ "name": "fixture" }\n',
};

const does = (...steps: Step[]): Turn => ({ steps });
const asked = (user: string, ...steps: Step[]): Turn => ({ user, steps });
const conventions = read(PATTERNS_PATH);
const cup = (from: number, to: number) => edit("src/cup.ts", `cup = ${from}`, `cup = ${to}`);
const shop = edit("src/shop.ts", "tea = 1", "tea = 2");
const version = (from: string, to: string) => edit("package.json", `"${from}"`, `"${to}"`);
const bump = version("1.0.0", "2.0.0");
const save = (text = "- indent with tabs") =>
  edit(PATTERNS_PATH, "- convention 1\n", `- convention 1\n${text}\n`);
const offer: Turn = {
  steps: [cup(1, 2)],
  says: `Done.\n\n---\n💾 Save this to the Memory Bank?\n   → ${PATTERNS_PATH}\n   → Content: indent with tabs\n---`,
};

const SITUATIONS: readonly Situation[] = [
  // Edits.
  ["one file", [], does(cup(1, 2))],
  ["the same file twice", [], does(cup(1, 2), cup(2, 3))],
  ["two files", [], does(cup(1, 2), shop)],
  ["a new file", [], does(write("src/new.ts", "export {};\n"))],
  [
    "a new file that is changed again",
    [],
    does(write("src/n.ts", "a\n"), edit("src/n.ts", "a", "b")),
  ],
  ["the README", [], does(edit("README.md", "# Tea", "# Teas"))],
  [
    "a manifest among the fixtures",
    [],
    does(edit("test/fixtures/package.json", "fixture", "other")),
  ],
  ["a typo", [], asked("fix the typo", cup(1, 2))],
  ["a failing test", [], asked("why does the test fail?", bash("npm test"), cup(1, 2))],
  [
    "three files",
    ["reminder"],
    does(cup(1, 2), shop, write("src/a.ts", "1\n"), write("src/b.ts", "1\n")),
  ],
  ["the manifest, conventions read", ["reminder"], does(conventions, bump)],
  [
    "the manifest twice, conventions read",
    ["reminder"],
    does(conventions, bump, version("2.0.0", "3.0.0")),
  ],
  ["the manifest, unread", ["read-before-write"], does(bump)],
  ["the manifest twice, unread", ["read-before-write"], does(bump, version("2.0.0", "3.0.0"))],
  [
    "the manifest, unread and then read",
    ["read-before-write"],
    does(bump, conventions, version("2.0.0", "3.0.0")),
  ],
  [
    "the compiler's settings, unread",
    ["read-before-write"],
    does(edit("tsconfig.json", "{}", '{ "a": 1 }')),
  ],
  ["an environment file, unread", ["read-before-write"], does(write(".env.local", "A=1\n"))],
  ["a file of the login, unread", ["read-before-write"], does(write("src/auth/login.ts", "1\n"))],
  // Commands.
  ["tests", [], does(bash("npm test"))],
  ["tests into a file", [], does(bash("npm test > out.log 2>&1; tail -3 out.log"))],
  ["a build", [], does(bash("npm run build"))],
  ["a build, removed", [], does(bash("npm run build"), bash("rm -rf dist"))],
  ["a formatter", [], does(bash("npm run format"))],
  ["looking around", [], does(bash("ls -la && cat README.md && grep -rn tea src"))],
  [
    "looking at the bank",
    [],
    does(bash(`cat ${PATTERNS_PATH} | head -3`), read("memory-bank/MEMORY.md")),
  ],
  [
    "folders and scratch files",
    [],
    does(bash("mkdir -p scratch && echo 1 > scratch/a.txt && rm -r scratch")),
  ],
  ["a file in /tmp", [], does(bash("echo 1 > /tmp/everyday-e2e.txt && rm /tmp/everyday-e2e.txt"))],
  [
    "a script of one's own",
    [],
    does(write("try.mjs", "console.log(1)\n"), bash("node try.mjs && rm try.mjs")),
  ],
  ["a program that prints", [], does(bash("node -e 'console.log(1)'"))],
  ["in another folder", [], does(bash("cd src && ls && cd .."))],
  [
    "sed on a file, conventions read",
    [],
    does(conventions, bash("sed -i 's/cup = 1/cup = 2/' src/cup.ts")),
  ],
  [
    "sed on a file, unread",
    ["read-before-write"],
    does(bash("sed -i 's/cup = 1/cup = 2/' src/cup.ts")),
  ],
  ["a file removed, unread", ["read-before-write"], does(bash("rm src/cup.ts"))],
  ["npm pkg set, unread", ["read-before-write"], does(bash("npm pkg set description=tea"))],
  [
    "npm pkg set, conventions read",
    ["reminder"],
    does(conventions, bash("npm pkg set description=tea")),
  ],
  [
    "npm version, unread",
    ["read-before-write"],
    does(bash("npm version patch --no-git-tag-version")),
  ],
  ["a generator of the manifest, unread", ["read-before-write"], does(bash("npm run generate"))],
  ["a package that is not there, a bare install", [], does(bash("npm ls || true"))],
  // Git.
  [
    "status, diff and log",
    [],
    does(cup(1, 2), bash("git status --short && git diff && git log --oneline")),
  ],
  ["a commit", [], does(cup(1, 2), bash("git add -A && git commit -qm cup"))],
  ["a new branch", [], does(bash("git checkout -q -b feature"))],
  [
    "to another branch and back",
    [],
    does(bash("git checkout -q other"), bash("git checkout -q main")),
  ],
  ["a merge", [], does(bash("git merge -q other"))],
  ["a rebase", [], does(bash("git rebase -q other"))],
  ["a stash and its pop", [], does(cup(1, 2), bash("git stash -q"), bash("git stash pop -q"))],
  ["a reset of one's own edit", [], does(cup(1, 2), bash("git reset -q --hard"))],
  ["a clean", [], does(write("left.txt", "1\n"), bash("git clean -qfd"))],
  ["a branch with another bank", ["guard-memory-files"], does(bash("git checkout -q with-bank"))],
  // Saves.
  [
    "a save that the user asks for",
    ["guideline"],
    asked("Save to the memory bank: indent with tabs", save()),
  ],
  ["a save in Chinese", ["guideline"], asked("把这个写进记忆库：用制表符缩进", save())],
  [
    "a new doc that the user asks for",
    ["guideline"],
    asked(
      "Add a decision to the memory bank: queues",
      write("memory-bank/details/design/queue.md", "# Queue\n"),
    ),
  ],
  ["an offer and a yes", ["guideline"], offer, asked("yes, please", save())],
  [
    "an offer and a yes with more",
    ["guideline"],
    offer,
    asked("好，顺便跑一下测试", save(), bash("npm test")),
  ],
  ["an offer and a no", [], offer, asked("no thanks", cup(2, 3))],
  ["an offer that is passed over", [], offer, asked("now look at the shop", read("src/shop.ts"))],
  ["a save without a yes", ["ask-before-saving"], does(save())],
  // Several turns.
  [
    "a question, then an edit",
    [],
    asked("what does the cup do?", read("src/cup.ts")),
    does(cup(1, 2)),
  ],
  ["conventions read in an earlier turn", ["reminder"], does(conventions), does(bump)],
  [
    "… and the manifest in three turns",
    ["reminder"],
    does(conventions),
    does(bump),
    does(version("2.0.0", "3.0.0")),
    does(version("3.0.0", "4.0.0")),
  ],
  ["work in a subagent", [], does(task("general", "Look at the cup"))],
  [
    "five small turns",
    [],
    does(cup(1, 2)),
    does(bash("npm test")),
    does(shop),
    does(bash("git diff")),
    does(cup(2, 3)),
  ],
];

const SIGNED = /\((?:rule: )?(?<name>[\w-]+)(?:: (?<what>[^)]*))?\)$/;

/** The notices in what the model saw of one turn: in results, and beside its requests. */
function noticesIn(texts: readonly string[]): Notice[] {
  return texts.flatMap((text) =>
    text
      .split("\n")
      .filter((line) => line.startsWith("[Memory Bank] "))
      .map((line) => SIGNED.exec(line)?.groups?.["name"] as Notice),
  );
}

test("there are at least 60 of them, each with another name", () => {
  expect(SITUATIONS.length).toBeGreaterThanOrEqual(60);
  expect(new Set(SITUATIONS.map(([name]) => name)).size).toBe(SITUATIONS.length);
});

const cases = SITUATIONS.map(([name, notices, ...turns]) => ({ name, notices, turns }));

test.each(cases)("$name: $notices", async ({ name, notices, turns }) => {
  const project = bench.project({ files: PROJECT });
  for (const [branch, path] of [
    ["other", "README.md"],
    ["with-bank", PATTERNS_PATH],
  ] as const) {
    project.git("checkout", "--quiet", "-b", branch);
    project.write(path, `of ${branch}\n`);
    project.git("commit", "--quiet", "--all", "--message", branch);
    project.git("checkout", "--quiet", "main");
  }
  let session: Session | undefined;
  let told: Notice[] = [];
  const beside: Notice[] = [];
  for (const [index, { user, steps, says = "Done." }] of turns.entries()) {
    const text = `${user ?? `Go on with ${name}`}${user === undefined ? ` (${index})` : ""}`;
    if (name === "work in a subagent")
      bench.model.play("Look at the cup", [read("src/cup.ts"), say("Seen.")]);
    session ??= await openSession(bench.host, project);
    await bench.turn(project, text, [...steps, say(says)], { session });
    const systems = new Set(bench.model.main(text).flatMap(({ system }) => system));
    beside.push(...noticesIn([...systems]));
    // A request holds the results of the whole conversation.
    told = noticesIn(bench.results(text));
  }
  expect([...told, ...beside]).toEqual(notices);
});
