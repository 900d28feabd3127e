/** Days of work in `warn`: what the agent is told of them, and that most of them pass in silence. */
import { spawnSync } from "node:child_process";
import { cpSync } from "node:fs";
import { beforeAll, beforeEach, expect, it } from "vitest";
import { startFakeHost } from "../helpers/fake-host.ts";
import { writeFiles } from "../helpers/files-on-disk.ts";
import { gitIn } from "../helpers/git.ts";
import { tempFolder, tempProject } from "../helpers/temp-project.ts";

/** What a notice is about: a rule, the reminder, the guideline of a doc that was written, or what git did. */
type Notice = "read-before-write" | "ask-before-saving" | "reminder" | "guideline" | "git";

/** A call of the fake host's, with the text that PUT writes; or what the agent or the user says. */
type Step = readonly [line: string, text?: string] | { readonly agent: string } | { user: string };

const PATTERNS = "memory-bank/details/patterns.md";
const DOC = "- convention 1\n";
const MANIFEST = {
  name: "tea",
  version: "1.0.0",
  scripts: {
    test: "node -e 0",
    build: "node make.cjs dist/out.js",
    format: "node make.cjs src/shop.ts",
    generate: "node make.cjs package.json",
  },
};
const FILES = {
  "memory-bank/MEMORY.md": "# Memory\n\n## Project Snapshot\n\nA shop that sells tea.\n",
  [PATTERNS]: DOC,
  "src/shop.ts": "export const tea = 1;\n",
  "src/cup.ts": "export const cup = 1;\n",
  "package.json": `${JSON.stringify(MANIFEST, null, 2)}\n`,
  "make.cjs":
    "const fs = require('fs'); const f = process.argv[2]; fs.mkdirSync(require('path').dirname(f), { recursive: true }); fs.appendFileSync(f, '\\n');",
  ".gitignore": "dist/\n*.log\n",
  "README.md": "# Tea\n",
};

const put = (path: string, text = "x\n") => [`PUT ${path}`, text] as const;
const run = (command: string) => [`RUN ${command}`] as const;
const user = (text: string) => ({ user: text });
const cup = put("src/cup.ts");
const shop = put("src/shop.ts");
const manifest = put("package.json", '{ "name": "tea" }\n');
const conventions = [`SHOW ${PATTERNS}`] as const;
const save = put(PATTERNS, `${DOC}- indent with tabs\n`);
const offer = {
  agent: `Done.\n\n---\n💾 Save this to the Memory Bank?\n   → ${PATTERNS}\n   → Content: indent with tabs\n---`,
};

const SITUATIONS: readonly (readonly [name: string, notices: readonly Notice[], ...Step[]])[] = [
  ["one file", [], cup],
  ["two files", [], cup, shop],
  ["a new file that is changed again", [], put("src/n.ts", "a\n"), put("src/n.ts", "b\n")],
  ["a manifest among the fixtures", [], put("test/fixtures/package.json", "{}\n")],
  ["three files", ["reminder"], cup, shop, put("src/a.ts"), put("src/b.ts")],
  ["the manifest, conventions read", ["reminder"], conventions, manifest],
  ["the manifest twice, unread", ["read-before-write"], manifest, put("package.json", "{}\n")],
  ["the manifest, unread and then read", ["read-before-write"], manifest, conventions, manifest],
  ["an environment file, unread", ["read-before-write"], put(".env.local", "A=1\n")],
  ["a file of the login, unread", ["read-before-write"], put("src/auth/login.ts")],
  ["tests into a file", [], run("npm test > out.log 2>&1; tail -3 out.log")],
  ["a build, removed", [], run("npm run build"), run("rm -rf dist")],
  ["a formatter", [], run("npm run format")],
  ["looking around", [], run("ls -la && cat README.md && grep -rn tea src && cd src && ls")],
  ["looking at the bank", [], run(`cat ${PATTERNS} | head -3`)],
  ["scratch files", [], run("mkdir -p scratch && echo 1 > scratch/a.txt && rm -r scratch")],
  ["a file in /tmp", [], run("echo 1 > /tmp/everyday.txt && rm /tmp/everyday.txt")],
  ["a script of one's own", [], put("try.mjs", "1\n"), run("node try.mjs")],
  ["a program that prints", [], run("node -e 'console.log(1)'")],
  ["sed, conventions read", [], conventions, run("sed -i s/1/2/ src/cup.ts")],
  ["sed on a file, unread", ["read-before-write"], run("sed -i s/1/2/ src/cup.ts")],
  ["a file removed, unread", ["read-before-write"], run("rm src/cup.ts")],
  ["npm pkg set, unread", ["read-before-write"], run("npm pkg set description=tea")],
  ["a generator of the manifest, unread", ["read-before-write"], run("npm run generate")],
  ["status, diff and log", [], cup, run("git status --short && git diff && git log --oneline")],
  ["a commit", [], cup, run("git add -A && git commit -qm cup")],
  ["another branch and back", [], run("git checkout -q other"), run("git checkout -q main")],
  ["a merge", [], run("git merge -q other")],
  ["a stash and its pop", [], cup, run("git stash -q"), run("git stash pop -q")],
  ["a clean", [], put("left.txt"), run("git clean -qfd")],
  ["a branch with another bank", ["git"], run("git checkout -q with-bank")],
  ["a save that is asked for", ["guideline"], user("Save to the memory bank: tabs"), save],
  ["a save in Chinese", ["guideline"], user("把这个写进记忆库：用制表符缩进"), save],
  ["an offer and a yes", ["guideline"], cup, offer, user("yes, please"), save],
  ["an offer and a no", [], cup, offer, user("no thanks"), shop],
  ["a save without a yes", ["ask-before-saving"], save],
  ["read in an earlier turn", ["reminder"], conventions, user("go on"), manifest],
  ["small turns", [], cup, user("go on"), run("npm test"), user("go on"), shop],
];

const template = tempFolder();
beforeAll(() => {
  writeFiles(template, Object.entries(FILES));
  const git = (...args: string[]) => gitIn(template, args);
  git("init", "-q", "-b", "main");
  git("add", "-A");
  git("commit", "-qm", "base");
  for (const [branch, path] of [
    ["other", "README.md"],
    ["with-bank", PATTERNS],
  ] as const) {
    git("checkout", "-q", "-b", branch);
    writeFiles(template, [[path, `of ${branch}\n`]]);
    git("commit", "-qam", branch);
    git("checkout", "-q", "main");
  }
});

let root = "";
beforeEach(() => {
  root = tempProject();
  cpSync(template, root, { recursive: true });
  process.env["XDG_STATE_HOME"] = tempProject();
});

function noticesIn(text: string): string[] {
  const lines = text.split("\n").filter((line) => /^\[Memory Bank\] |^Next: .*\)$/.test(line));
  return lines.map((line) => /\((?:rule: )?([\w-]+)[^)]*\)$/.exec(line)?.[1] ?? "git");
}

const cases = SITUATIONS.map(([name, notices, ...steps]) => ({ name, notices, steps }));

it.each(cases)("$name: $notices", async ({ notices, steps }) => {
  const host = startFakeHost(root, {});
  const told: string[] = [];
  await host.hear("s", "Go on with it");
  told.push(host.request("s"));
  for (const step of steps) {
    if ("agent" in step) host.say("s", step.agent);
    else if ("user" in step) await host.hear("s", step.user);
    else {
      const [line, text] = step;
      const act = () => {
        if (line.startsWith("PUT ")) writeFiles(root, [[line.slice(4), text ?? ""]]);
        else if (line.startsWith("RUN "))
          spawnSync("bash", ["-c", line.slice(4)], { cwd: root, stdio: "ignore" });
      };
      told.push(await host.call("s", line, text, act));
    }
    told.push(host.request("s"));
  }
  expect(noticesIn([...new Set(told)].join("\n")), told.join("\n---\n")).toEqual(notices);
  host.runtime.close();
});
