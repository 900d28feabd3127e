import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { isInstalled } from "./lockfile.mjs";

export const ROOT = fileURLToPath(new URL("..", import.meta.url));
// npm writes it when it has installed everything, whoever has called npm.
const INSTALLED = `${ROOT}node_modules/.package-lock.json`;

/** Installs what the lockfile says, unless exactly that is installed already. */
export async function installDependencies() {
  const read = (path) => JSON.parse(readFileSync(path, "utf8"));
  if (existsSync(INSTALLED) && isInstalled(read(`${ROOT}package-lock.json`), read(INSTALLED))) {
    return;
  }

  const started = Date.now();
  const seconds = () => Math.round((Date.now() - started) / 1000);
  process.stdout.write("Installing dependencies (once, about a minute) ");
  const timer = setInterval(() => process.stdout.write(`${seconds()}s `), 5000);
  const { code, output } = await run("npm", ["ci"]);
  clearInterval(timer);
  process.stdout.write(`${code === 0 ? "done" : "failed"} after ${seconds()} s\n`);
  if (code !== 0) {
    process.stderr.write(
      `${output}\nDependencies could not be installed: see npm's words above.\n`,
    );
    process.exit(2);
  }
}

/** Runs a command in the repository; its output is collected, or shown as it comes. */
export function run(command, args, { isShown = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: ROOT,
      stdio: ["ignore", isShown ? "inherit" : "pipe", isShown ? "inherit" : "pipe"],
      shell: process.platform === "win32",
    });
    let output = "";
    child.stdout?.on("data", (chunk) => (output += chunk));
    child.stderr?.on("data", (chunk) => (output += chunk));
    child.once("error", reject);
    child.once("close", (code) => resolve({ code: code ?? 1, output }));
  });
}
