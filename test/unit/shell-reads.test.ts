/** What a command shows of docs: each of these is run, and its output compared with the docs that it names. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { createPaths } from "../../src/io/disk/paths.ts";
import { NO_RESULT } from "../../src/policy/call.ts";
import { toResultEvents } from "../../src/policy/result-events.ts";
import { NEW_SESSION, advance, hasReadWhole } from "../../src/policy/session.ts";
import { toShellCall } from "../../src/runtime/shell-call.ts";

const lines = (name: string, count: number) =>
  Array.from({ length: count }, (_, at) => (at % 9 === 5 ? "" : `- ${name} ${at + 1}`)).join("\n");
const D = "memory-bank/details";
const [A, B, LONG] = ["patterns", "tech", "long"].map((name) => `${D}/${name}.md`);
const DOCS: Readonly<Record<string, string>> = {
  "details/patterns.md": lines("patterns", 24),
  "details/tech.md": `${lines("tech", 12)}\r\n`,
  "details/long.md": `${lines("long", 130)}\n`,
  "details/empty.md": "",
  "details/a b.md": "a name with a blank\n",
};

const root = realpathSync(mkdtempSync(join(tmpdir(), "shell-reads-")));
const bank = join(root, "memory-bank");
mkdirSync(join(root, D), { recursive: true });
for (const [doc, text] of Object.entries(DOCS)) writeFileSync(join(bank, doc), text);
execFileSync("git", ["init", "-q", root]);
const paths = createPaths({ directory: root, root, bank, isCaseInsensitive: false });
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** The docs that these commands, one after the other, have shown whole. */
function shownBy(...commands: readonly string[]): string[] {
  const events = commands.flatMap((command) => {
    const { stdout, stderr } = spawnSync("bash", ["-c", command], { cwd: root, encoding: "utf8" });
    const call = toShellCall(command, { folder: root, paths });
    return toResultEvents(call, { ...NO_RESULT, text: stdout + stderr }, { at: 1, call: "c" });
  });
  const session = events.reduce(advance, NEW_SESSION);
  return Object.keys(DOCS).filter((doc) => hasReadWhole(session, doc));
}

it.each([
  [`cat ${A}`, 1],
  [`cat ${A} ${B}`, 2],
  [`cat ${D}/{patterns,tech}.md`, 2],
  [`cat ${D}/p*.md 2>/dev/null`, 1],
  [`cat "${D}/a b.md"; cat ${D}/empty.md`, 2],
  [`cat ${A} && echo --- && cat ${B}`, 2],
  [`cat ${A} ${D}/missing.md`, 1],
  [`for f in patterns tech; do echo "== $f"; cat ${D}/$f.md; done`, 2],
  [`cd ${D} && sed -n '1,200p' patterns.md`, 1],
  [`nl -ba ${A} | sed -n '1,120p'`, 1],
  [`cat -n ${A} | head -200`, 1],
  [`head -n 100 ${A} ${B}`, 2],
  [`tail -n +1 ${B}`, 1],
  [`awk '{print NR": "$0}' ${A}`, 1],
  [`grep -n '' ${A} ${B}`, 2],
  [`bash -lc "cat ${A}"`, 1],
  [`DOC=${A}; [ -f $DOC ] && timeout 5 cat < "$DOC"`, 1],
  [`printf '${A}\\n' | xargs cat`, 1],
])("%s shows %i docs", (command, count) => {
  expect(shownBy(command)).toHaveLength(count);
});

it.each([
  `cat ${A} > /dev/null`,
  `cat ${A} | wc -l`,
  `head -5 ${A}`,
  `grep -n 'patterns 1' ${A}`,
  `false && cat ${A}; echo ok`,
  `cat() { echo nothing; }; cat ${A}`,
  `ls -la ${A}; wc ${A}`,
  `echo cat ${A}`,
  `cat ${D}/missing.md`,
])("%s shows none", (command) => {
  expect(shownBy(command)).toEqual([]);
});

it("lines that were shown one after the other add up, and do not where one is missing", () => {
  const [head, middle, tail] = ["1,40p", "41,80p", "81,130p"].map((l) => `sed -n '${l}' ${LONG}`);
  expect(shownBy(String(tail), String(middle), String(head))).toEqual(["details/long.md"]);
  expect(shownBy(String(tail), String(head))).toEqual([]);
});
