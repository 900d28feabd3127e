// `npm run lock`: names the platform packages that npm has left out of the lockfile, because its
// registry does not have them. Without their names `npm ci` refuses the lockfile on every machine.
import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { promisify } from "node:util";
import { ROOT } from "./install.mjs";
import { completeLockfile } from "./lockfile.mjs";

const FILE = `${ROOT}package-lock.json`;
const FIELDS = ["version", "os", "cpu", "libc", "engines", "license", "dist.integrity"];

/** `undefined` if the registry does not have it; everything else that goes wrong is said. */
async function view(spec) {
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  const command = promisify(execFile)(npm, ["view", spec, ...FIELDS, "--json"], {
    cwd: ROOT,
    shell: process.platform === "win32",
  });
  const { stdout } = await command.catch((error) => {
    if (!String(error.stdout).includes('"E404"')) throw error;
    return { stdout: "" };
  });
  return stdout.trim() === "" ? undefined : [JSON.parse(stdout)].flat().at(-1);
}

async function ask(name, range) {
  process.stdout.write(`${name} ${range}\n`);
  const [exact, other] = await Promise.all([view(`${name}@${range}`), view(name)]);
  return { ...(exact === undefined ? {} : { exact }), ...(other === undefined ? {} : { other }) };
}

const before = readFileSync(FILE, "utf8");
const after = await completeLockfile(JSON.parse(before), ask);
const text = `${JSON.stringify(after, undefined, 2)}\n`;
if (text !== before) writeFileSync(FILE, text);
const optional = Object.values(after.packages).filter((entry) => entry.optional);
const bare = optional.filter((entry) => entry.integrity === undefined);
process.stdout.write(
  `${text === before ? "Nothing to add" : "Completed"}: ${optional.length} optional packages, ` +
    `${bare.length} of them without a hash, because the registry does not have this version.\n`,
);
