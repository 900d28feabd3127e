import { spawnSync } from "node:child_process";
import { closeSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { FORMS, type ReadProject, claimedLines, openReadProject } from "../helpers/shell-reads.ts";

let project: ReadProject;
beforeAll(() => {
  project = openReadProject();
});
afterAll(() => project.remove());

const NAMES = ["first", "second"];
const pathOf = (name: string) => `memory-bank/details/${name}.md`;

const number = fc.integer({ min: 1, max: 14 });
const range = fc.tuple(number, number).map(([from, to]) => `${from},${to}p`);

/** Commands that take a file, or what comes in. */
const reader = fc.oneof(
  fc.constantFrom("cat", "cat -n", "nl -ba", "nl", "sed ''", "awk 1", "tail -n +1", "sed -n p"),
  fc.constantFrom("grep -n ''", "grep -v 2", "cut -c1-9", "sort -r", "uniq", "tail -n 3", "head"),
  fc.constantFrom("sed -n '$p'", "awk 'NR%2'", "head -n -2", "sed '1!G;h;$!d'", "tac", "cat -s"),
  range.map((script) => `sed -n '${script}'`),
  fc.tuple(range, range).map((scripts) => `sed -n '${scripts.join(";")}'`),
  fc.tuple(range, number).map(([script, last]) => `sed -n '${script};${last}q'`),
  number.map((count) => `sed ${count}q`),
  range.map((script) => `sed '${script.replace("p", "d")}'`),
  number.map((count) => `head -n ${count}`),
  number.map((count) => `tail -n +${count}`),
  fc.tuple(number, number).map(([from, to]) => `awk 'NR>=${from} && NR<=${to}'`),
  fc.tuple(number, number).map(([from, to]) => `awk 'NR==${from},NR==${to} {print NR": "$0}'`),
);
const file = fc.constantFrom(...NAMES, "missing").map(pathOf);
const words = fc.constantFrom(
  "echo ---",
  "echo",
  "echo '== next'",
  "printf 'x 3\n'",
  "printf x",
  "true",
);
const one = fc
  .tuple(reader, file, fc.array(reader, { maxLength: 2 }), fc.constantFrom("", " 2>/dev/null"))
  .map(([first, name, more, hides]) => [`${first} ${name}${hides}`, ...more].join(" | "));
const command = fc
  .array(
    fc.tuple(fc.oneof({ weight: 2, arbitrary: one }, words), fc.constantFrom(";", " &&", ";")),
    {
      minLength: 1,
      maxLength: 5,
    },
  )
  .map((parts) =>
    parts
      .map(([part, joint]) => part + joint)
      .join(" ")
      .replace(/(?:;| &&)$/, ""),
  );
/** Lines that say where they are from, and now and then blank ones and such as stand between files. */
const doc = fc.record({
  kinds: fc.array(fc.constantFrom("own", "own", "own", "", "---"), { maxLength: 16 }),
  isOpen: fc.boolean(),
});

function run(text: string): { readonly output: string; readonly exit: number } {
  const path = join(project.root, "output");
  const target = openSync(path, "w");
  const { status } = spawnSync("bash", ["-c", text], {
    cwd: project.root,
    stdio: ["ignore", target, target],
  });
  closeSync(target);
  return { output: readFileSync(path, "utf8"), exit: status ?? -1 };
}

it("no line counts that was not in the output of the command", () => {
  fc.assert(
    fc.property(command, fc.tuple(doc, doc), fc.nat(FORMS.length - 1), (text, docs, form) => {
      const texts = docs.map(({ kinds, isOpen }, index) => {
        const lines = kinds.map((kind, at) =>
          kind === "own" ? `${NAMES[index]} ${at + 1}.` : kind,
        );
        const joined = lines.map((line) => `${line}\n`).join("");
        writeFileSync(
          join(project.root, pathOf(NAMES[index] ?? "")),
          isOpen ? joined.slice(0, -1) : joined,
        );
        return lines;
      });
      rmSync(join(project.root, pathOf("missing")), { force: true });
      const { output, exit } = run(text);
      const events = project.eventsOf(text, FORMS[form]?.(output) ?? output, exit);
      for (const [index, lines] of texts.entries()) {
        const name = NAMES[index] ?? "";
        const untrue = [...claimedLines(events, `details/${name}.md`, lines.length)].filter(
          (line) => {
            const own = lines[line - 1] ?? "";
            return own.startsWith(name) && !output.includes(own);
          },
        );
        expect(untrue, `${text}\n${output}`).toEqual([]);
      }
    }),
    { numRuns: 60 },
  );
});
