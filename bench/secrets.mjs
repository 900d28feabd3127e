// Runs in the host's Bun: see run.mjs. What it costs to look for secrets in added text.
import { readFileSync } from "node:fs";
import { table } from "./measure.mjs";

const root = new URL("..", import.meta.url);
const read = (...names) =>
  names.map((name) => readFileSync(new URL(name, root), "utf8")).join("\n");

const started = performance.now();
const { findAddedSecrets } = await import("../build/secrets.js");
const loaded = performance.now();
findAddedSecrets("", read("README.md"));
table("Secrets, inside the host's Bun", [
  ["load", `${(loaded - started).toFixed(1)} ms`],
  ["first call", `${(performance.now() - loaded).toFixed(1)} ms`],
]);

function median(run, rounds = 15) {
  const times = Array.from({ length: rounds }, () => {
    const from = performance.now();
    run();
    return performance.now() - from;
  }).toSorted((a, b) => a - b);
  return times[Math.floor(rounds / 2)];
}

const fill = (text) => text.repeat(Math.ceil(20_000 / text.length)).slice(0, 20_000);
const links = Array.from({ length: 200 }, (_, n) => {
  const hash = (0x9e3779b9 * (n + 1)).toString(16).padStart(16, "0").repeat(3).slice(0, 40);
  return `- fix: case ${n} ([#${n}](https://host.internal/org/repo/pull/${n})) (${hash})`;
}).join("\n");
const docs = {
  "English docs": fill(read("README.md", "docs/rules/guard-memory-files.md", "docs/opencode.md")),
  "Chinese docs": fill(read("README.zh.md")),
  "a changelog of links": fill(links),
  "a lockfile": fill(read("package-lock.json")),
};
table("20 KB of added text, median", [
  ["", "new doc", "one line"],
  ...Object.entries(docs).map(([name, text]) => [
    name,
    `${median(() => findAddedSecrets("", text)).toFixed(1)} ms`,
    `${median(() => findAddedSecrets(text, `${text}\nOne more line.`)).toFixed(1)} ms`,
  ]),
]);

const units = {
  letters: "a",
  signs: "=",
  digits: "7",
  spaces: " ",
  "empty lines": "\n",
  quotes: '"',
  fences: "```\n",
  names: "password: ",
  "Chinese names": "密码",
  "beginnings of keys": "-----BEGIN PRIVATE KEY-----\n",
  "beginnings of tokens": "eyJaaaaaaaa-",
  "beginnings of URLs": "://a:",
  "rows of a table": "| password | x |\n",
  "halves of tokens": "`a1",
  "continued lines": "a\\\n",
  base64: "YWJj",
  "halves of pairs": "AK/SK:",
  commands: "curl -u a:",
  "lines of password files": "a:1:b:",
  sentences: "the password is ",
  entities: "&#95;",
};
table("Bad input: twice the text, how much more time?", [
  ["", "500 KB", "1 MB", "ratio"],
  ...Object.entries(units).map(([name, unit]) => {
    const [half, whole] = [500_000, 1_000_000].map((size) =>
      median(() => findAddedSecrets("", unit.repeat(size / unit.length)), 3),
    );
    return [name, `${half.toFixed(0)} ms`, `${whole.toFixed(0)} ms`, (whole / half).toFixed(1)];
  }),
]);
