// Programs of others that run beside us in tests. They are no dependencies: oh-my-opencode would bring 230
// packages and 420 MB along, of which its plugin needs none but zod.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { aptInstall } from "./apt-install.mjs";
import { ROOT } from "./install.mjs";

// Below node_modules: what they import is found in ours.
const FOLDER = join(ROOT, "node_modules", ".cache", "beside");

const PACKAGES = [
  {
    name: "oh-my-opencode",
    version: "4.19.4",
    integrity:
      "sha512-MlL8JiB9zhpF+Cl7J6ilyuUS39dTzj2d2t14hhaSUc5v4jYldnfEuZfY+43vkPUzfjrWbQOvuPm3kd8yFvtL4g==",
  },
  {
    name: "typescript-language-server",
    version: "6.0.2",
    integrity:
      "sha512-Ph7Ql+xkUJvMamnkh1h+aKP6HxLR7lrWIYkPn9/LZBkJdJZgtIj7OoVhkDYtQ7zFPTPmqZHOVXaUKGyz9M2q1Q==",
  },
];

/** The plugin, and a folder for PATH with the language server in it. */
export const OH_MY_OPENCODE = join(FOLDER, "oh-my-opencode-4.19.4", "dist", "index.js");
export const SERVERS = join(FOLDER, "bin");

/** Fetches what is not there yet: about three seconds. Throws what is wrong. */
export function installBeside() {
  for (const each of PACKAGES) fetchPackage(each);
  const server = join(SERVERS, "typescript-language-server");
  if (!existsSync(server) && process.platform !== "win32") {
    const cli = join(FOLDER, "typescript-language-server-6.0.2", "lib", "cli.mjs");
    mkdirSync(SERVERS, { recursive: true });
    chmodSync(cli, 0o755);
    symlinkSync(cli, server);
  }
  if (!hasTmux()) aptInstall("tmux");
}

export function hasTmux() {
  return (process.env.PATH ?? "")
    .split(delimiter)
    .some((folder) => existsSync(join(folder, "tmux")));
}

function fetchPackage({ name, version, integrity }) {
  const place = join(FOLDER, `${name}-${version}`);
  if (existsSync(place)) return;
  mkdirSync(FOLDER, { recursive: true });
  const temporary = mkdtempSync(join(FOLDER, "fetch-"));
  try {
    const npm = process.platform === "win32" ? "npm.cmd" : "npm";
    const args = ["pack", `${name}@${version}`, "--ignore-scripts", "--silent"];
    const options = { cwd: temporary, encoding: "utf8", shell: process.platform === "win32" };
    const archive = join(temporary, execFileSync(npm, args, options).trim());
    const found = createHash("sha512").update(readFileSync(archive)).digest("base64");
    if (`sha512-${found}` !== integrity) throw new Error(`${archive} is not what was published`);
    execFileSync("tar", ["-xzf", archive], { cwd: dirname(archive) });
    renameSync(join(temporary, "package"), place);
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}
