// Runs in Node: what our merge driver costs git, on a bank of 1,000 docs. See run.mjs.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { median, table } from "./measure.mjs";

const CLI = fileURLToPath(new URL("../dist/cli.js", import.meta.url));
const DOCS = 1000;
/** Docs that each side changes alone. */
const OWN = 450;
const ROUNDS = 5;
const CONFLICTING = [5, 20, 100];
const SETTINGS = [
  "user.name=bench",
  "user.email=bench@localhost",
  "commit.gpgsign=false",
  "gc.auto=0",
  "maintenance.auto=false",
].flatMap((setting) => ["-c", setting]);

const root = mkdtempSync(join(tmpdir(), "memory-bank-bench-"));
const git = (...args) => spawnSync("git", [...SETTINGS, ...args], { cwd: root, encoding: "utf8" });
const pathOf = (doc) => `memory-bank/details/design/doc-${doc}.md`;

function renderDoc(doc, row = "") {
  const lines = Array.from({ length: 30 }, (_, line) => `- point ${line} of ${doc}`).join("\n");
  return `# Doc ${doc}\n\n<!-- MACHINE_BLOCK_START -->\n\n## Points\n\n${lines}\n\n## Decisions\n\n| decision | why |\n|---|---|\n| first of ${doc} | it was |\n${row}\n<!-- MACHINE_BLOCK_END -->\n\n<!-- USER_BLOCK_START -->\n<!-- USER_BLOCK_END -->\n`;
}

function write(doc, row) {
  writeFileSync(join(root, pathOf(doc)), renderDoc(doc, row));
}

function commit(message) {
  git("add", "--all");
  git("commit", "-qm", message);
}

/** Two branches that changed docs of their own, and so many that both added a row to in one place. */
function branch(shared) {
  git("checkout", "-qf", "-B", "ours", "base");
  for (let doc = 0; doc < OWN; doc += 1) write(doc, `| ours ${doc} | so |\n`);
  for (let doc = 0; doc < shared; doc += 1) write(2 * OWN + doc, `| ours ${doc} | so |\n`);
  commit("ours");
  git("checkout", "-qf", "-B", "theirs", "base");
  for (let doc = 0; doc < OWN; doc += 1) write(OWN + doc, `| theirs ${doc} | so |\n`);
  for (let doc = 0; doc < shared; doc += 1) write(2 * OWN + doc, `| theirs ${doc} | so |\n`);
  commit("theirs");
}

/** Milliseconds of CPU of a command and all that it starts: a busy machine stretches every clock but this. */
function cpuOf(command, args) {
  const timed = ["-c", "TIMEFORMAT='%U %S'; time \"$@\"", "bash", command, ...args];
  const { status, stderr } = spawnSync("bash", timed, { cwd: root, encoding: "utf8" });
  const [, user, system] = /([\d.]+) ([\d.]+)\s*$/.exec(stderr) ?? [];
  return { time: (Number(user) + Number(system)) * 1000, status };
}

/** With text attributes, or ours. */
function merge(attributes) {
  writeFileSync(join(root, ".git/info/attributes"), attributes);
  git("checkout", "-qf", "-B", "trial", "ours");
  const merged = cpuOf("git", [...SETTINGS, "merge", "-q", "--no-edit", "theirs"]);
  git("merge", "--abort");
  return merged;
}

mkdirSync(join(root, "memory-bank/details/design"), { recursive: true });
git("init", "-q");
for (let doc = 0; doc < DOCS; doc += 1) write(doc);
commit("base");
git("branch", "base");
// The attributes are put into and out of a place that no checkout touches.
spawnSync(process.execPath, [CLI, "install", "--git", "--yes"], { cwd: root });
rmSync(join(root, ".gitattributes"));
mkdirSync(join(root, ".git/info"), { recursive: true });

const rows = [["docs that conflict", "git alone", "with us", "Node start", "allowed", "x allowed"]];
for (const shared of CONFLICTING) {
  branch(shared);
  const [alone, ours, starts] = [[], [], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    const text = merge("");
    const own = merge("memory-bank/**/*.md merge=memory-bank\n");
    if (text.status === 0 || own.status !== 0)
      throw new Error("the merges are not what they should be");
    alone.push(text.time);
    ours.push(own.time);
    for (let start = 0; start < 3; start += 1)
      starts.push(cpuOf(process.execPath, ["-e", "0"]).time);
  }
  const [a, b, c] = [alone, ours, starts].map(median);
  const allowed = 2 * a + shared * c;
  rows.push([
    String(shared),
    ...[a, b, c, allowed].map((time) => `${time.toFixed(0)} ms`),
    (b / allowed).toFixed(2),
  ]);
}
rmSync(root, { recursive: true });
table(
  `Merging a bank of ${DOCS} docs, CPU; allowed: twice git alone, and a start of Node per doc that conflicts`,
  rows,
);
