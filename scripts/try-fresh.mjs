// Shows that a fresh clone works: node scripts/try-fresh.mjs [root] [user] [ci] [--only start,unit,test] [-- test files]
//   root: in a folder that only root may enter    user: as an ordinary user    ci: after a plain `npm ci`
// Without names all three are tried, with `npm start` and `npm test`. `unit` runs the unit tests, or only
// the files behind `--`. What is not committed is not tried. It needs Linux and root.
import { execFileSync, spawn } from "node:child_process";
import { createWriteStream, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ROOT } from "./install.mjs";

const USER = "memory-bank-tester";
const PLACES = {
  root: { title: "as root, in a folder of mode 700", make: makeFolder },
  user: { title: "as an ordinary user", make: makeUser },
  ci: { title: "after a plain npm ci", make: makeFolder, first: ["npm", "ci"] },
};
const STEPS = {
  start: ["npm", "start"],
  unit: ["npm", "run", "test:unit", "--", "--maxWorkers=2"],
  test: ["npm", "test"],
};

function makeFolder() {
  return { folder: mkdtempSync(join(tmpdir(), "memory-bank-fresh-")), env: process.env };
}

/** Somebody without any right of root's, and without root's settings but for where npm finds packages. */
function makeUser() {
  const run = (command, ...args) =>
    execFileSync(command, args, { encoding: "utf8", stdio: "pipe" }).trim();
  try {
    run("id", USER);
  } catch {
    run("useradd", "--create-home", "--shell", "/bin/sh", USER);
  }
  const [uid, gid] = [Number(run("id", "-u", USER)), Number(run("id", "-g", USER))];
  const home = run("getent", "passwd", USER).split(":")[5];
  const folder = mkdtempSync(join(home, "fresh-"));
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    USER,
    npm_config_registry: run("npm", "config", "get", "registry"),
  };
  return { folder, env, uid, gid };
}

function runStep([command, ...args], { folder, log, ...options }) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      ...options,
      cwd: join(folder, "repo"),
      stdio: ["ignore", "pipe", "pipe"],
    });
    const file = createWriteStream(log);
    for (const stream of [child.stdout, child.stderr]) stream.pipe(file, { end: false });
    child.once("error", reject);
    child.once("close", (code) => file.end(() => resolve(code === 0)));
  });
}

async function tryPlace(name, steps) {
  const { title, make, first } = PLACES[name];
  const place = make();
  execFileSync("git", ["clone", "--quiet", ROOT, join(place.folder, "repo")]);
  if (place.uid !== undefined) {
    execFileSync("chown", ["-R", `${place.uid}:${place.gid}`, place.folder]);
  }
  const rows = [];
  let isFine = true;
  // `npm start` and `npm test` install by themselves, the unit tests alone do not.
  const install = first ?? (steps[0][0] === "unit" ? ["npm", "ci"] : undefined);
  for (const [step, command] of install ? [["npm ci", install], ...steps] : steps) {
    const log = join(place.folder, `${step.replace(" ", "-")}.log`);
    const started = Date.now();
    isFine = await runStep(command, { ...place, log });
    const seconds = Math.round((Date.now() - started) / 1000);
    const output = readFileSync(log, "utf8");
    rows.push({
      title,
      step,
      seconds,
      result: isFine ? "ok" : "FAILED",
      saw: whatWasSeen(step, output),
    });
    process.stdout.write(`${rows.at(-1).result} ${title}: ${step} (${seconds} s)\n`);
    if (isFine) continue;
    process.stdout.write(`${output.split("\n").slice(-40).join("\n")}\nAll of it: ${log}\n`);
    break;
  }
  if (isFine) rmSync(place.folder, { recursive: true, force: true });
  return rows;
}

/** The line that says how it ended, and whether something was installed on the way. */
function whatWasSeen(step, output) {
  // oxlint-disable-next-line no-control-regex
  const lines = output.replaceAll(/\u001b\[[\d;]*m/g, "").split("\n");
  const tests = lines.filter((line) => /^\s+Tests {2}/.test(line)).map((line) => line.trim());
  const steps = lines.filter((line) => /^\d+ passed|^added \d+ packages/.test(line));
  const hasInstalled = lines.some((line) => line.startsWith("Installing dependencies"));
  const own = hasInstalled ? "installed first" : "all was installed";
  return [...(step in STEPS ? [own] : []), ...tests, ...steps].join("; ").replaceAll(/\s+/g, " ");
}

const ours = process.argv.slice(2);
const cut = ours.includes("--") ? ours.indexOf("--") : ours.length;
const files = ours.slice(cut + 1);
const { values, positionals } = parseArgs({
  args: ours.slice(0, cut),
  options: { only: { type: "string", default: "start,test" } },
  allowPositionals: true,
});
const names = positionals.length === 0 ? Object.keys(PLACES) : positionals;
const chosen = values.only.split(",");
const unknown = [
  ...names.filter((name) => !(name in PLACES)),
  ...chosen.filter((name) => !(name in STEPS)),
];
if (unknown.length > 0 || process.getuid?.() !== 0) {
  const reason = unknown.length > 0 ? `unknown: ${unknown.join(", ")}` : "it has to be run as root";
  process.stderr.write(
    `${reason}. node scripts/try-fresh.mjs [root] [user] [ci] [--only start,unit,test] [-- test files]\n`,
  );
  process.exit(2);
}
const steps = chosen.map((name) => [
  name,
  name === "unit" ? [...STEPS.unit, ...files] : STEPS[name],
]);

const rows = [];
for (const name of names) rows.push(...(await tryPlace(name, steps)));
const width = (key) => Math.max(...rows.map((row) => String(row[key]).length));
process.stdout.write("\n");
for (const { title, step, result, seconds, saw } of rows) {
  const cells = [title.padEnd(width("title")), step.padEnd(width("step")), result.padEnd(6)];
  process.stdout.write(`${cells.join("  ")}  ${String(seconds).padStart(4)} s  ${saw}\n`);
}
process.stdout.write(
  "\nAn ordinary user skips nothing but the installation of Chromium, which has to be there: " +
    "what root's tests have a child do as nobody, the tests of a user do as that user, " +
    "to whom the same things are forbidden.\n",
);
process.exit(rows.every(({ result }) => result === "ok") ? 0 : 1);
