// `npm test`: everything that must hold, what is cheap to learn of first. Two things at a time, for two cores.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { installBeside } from "./beside.mjs";
import { installChromium } from "./chromium.mjs";
import { ROOT, installDependencies, run } from "./install.mjs";

const FOLDER = mkdtempSync(join(tmpdir(), "memory-bank-test-"));
const { name: own, version } = JSON.parse(readFileSync(`${ROOT}package.json`, "utf8"));
const PACKED = join(FOLDER, `${own}-${version}.tgz`);
process.once("exit", () => rmSync(FOLDER, { recursive: true, force: true }));

const tool = (name, ...command) => ({ name, command: ["npx", "--no-install", ...command] });

/** Vitest shows its progress; what it measured is read from its report. */
function tests(name, ...projects) {
  const report = join(FOLDER, `${projects[0]}.json`);
  const chosen = projects.flatMap((project) => ["--project", project]);
  const reports = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const step = tool(name, "vitest", "run", ...chosen, "--maxWorkers=2", ...reports);
  return { ...step, report };
}

const PACK = ["npm", "pack", "--ignore-scripts", "--silent", "--pack-destination", FOLDER];

/** The lanes of a stage run beside each other, the steps of a lane one after the other. */
const STAGES = [
  [
    [
      tool("types", "tsc", "--noEmit"),
      tool("types of the page", "tsc", "--noEmit", "--project", "src/view/page"),
    ],
    [
      tool("format", "oxfmt", "--check"),
      tool("lint", "oxlint", "--type-aware", "--deny-warnings"),
      tool("unused code", "knip"),
      tool("build", "tsdown"),
      { name: "pack", command: PACK },
      tool("package", "publint", "run", PACKED, "--strict"),
      tool("package types", "attw", PACKED, "--profile", "esm-only"),
    ],
  ],
  [[tests("unit tests", "pure", "unit")]],
  [[tests("end-to-end tests", "e2e")]],
];

const done = [];
const failed = [];

async function runLane(lane) {
  for (const step of lane) {
    if (failed.length > 0) return;
    const started = Date.now();
    const isShown = step.report !== undefined;
    if (isShown) process.stdout.write(`\n${step.name}\n`);
    const [command, ...args] = step.command;
    const { code, output } = await run(command, args, { isShown });
    const seconds = (Date.now() - started) / 1000;
    const isFine = code === 0;
    (isFine ? done : failed).push({ ...step, seconds });
    process.stdout.write(
      `${isFine ? "ok    " : "FAILED"} ${step.name} (${seconds.toFixed(1)} s)\n`,
    );
    if (!isFine && !isShown) process.stdout.write(output);
  }
}

/** The files of a report with the time that their tests took. */
function readFiles({ report }) {
  return JSON.parse(readFileSync(report, "utf8")).testResults.map((file) => ({
    name: relative(ROOT, file.name),
    seconds: (file.endTime - file.startTime) / 1000,
  }));
}

function sayWhatWasSlow(title, items, count) {
  const slowest = items.toSorted((a, b) => b.seconds - a.seconds).slice(0, count);
  const words = slowest.map(({ name, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${name}`);
  process.stdout.write(`\n${title}\n${words.join("\n")}\n`);
}

await installDependencies();
installChromium();
installBeside();
// Where it is set, each start of Node reads all of these certificates, which takes longer than the start itself.
// Whatever needed the network is there by now.
delete process.env["NODE_EXTRA_CA_CERTS"];

const started = Date.now();
for (const lanes of STAGES) {
  if (failed.length === 0) await Promise.all(lanes.map(runLane));
}
if (failed.length === 0) {
  sayWhatWasSlow("The slowest steps:", done, 4);
  const files = done.filter(({ report }) => report !== undefined).flatMap(readFiles);
  sayWhatWasSlow("The slowest test files:", files, 8);
}
const skipped = STAGES.flat(2).length - done.length - failed.length;
const counts = [`${done.length} passed`, `${failed.length} failed`];
if (skipped > 0) counts.push(`${skipped} skipped`);
const seconds = Math.round((Date.now() - started) / 1000);
process.stdout.write(`\n${counts.join(", ")} (${seconds} s)\n`);
process.exitCode = failed.length === 0 ? 0 : 1;
