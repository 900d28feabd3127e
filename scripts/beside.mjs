// Programs of others that run beside us in tests. They are no dependencies: oh-my-opencode would bring 230
// packages and 420 MB along, of which its plugin needs none but zod; Claude Code and Codex are programs of 350 MB.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { basename, delimiter, dirname, join, relative } from "node:path";
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

/** Hosts, each with a package per platform; none for Windows, as tests speak to a POSIX shell. */
const CLAUDE_CODE = {
  title: "Claude Code",
  version: "2.1.325",
  packageFor: (platform, version) => ({ name: `@anthropic-ai/claude-code-${platform}`, version }),
  programIn: (place) => join(place, "claude"),
  integrity: {
    "darwin-arm64":
      "sha512-Ds1f1B+qy2BWDI+VnmDHwkNyTbXCwFrBtrinPD95RBmUubFJu9nCzMgn+wrg5VwwF6vtkkzGexogneZIYZKb6A==",
    "darwin-x64":
      "sha512-+wTK42IT/b5GZHxAVVMLNnCHG/CtngztTE6fNn5s4h47LNXrDQz2RpPLsY5XHr8astNzk7GWPU8GecCG+5EEIQ==",
    "linux-arm64":
      "sha512-NCvQcOxr685Y4mkYUjQT8l/Ouzw0k2xWloWeyzfsUtWiOedHosPkaW6XCSpzAl1dMuvDNBF97qpWgVDrSdK2Vw==",
    "linux-arm64-musl":
      "sha512-xZLgceKCX42bUXTqz3Cd1Tc7Li43ys8+gO1SA8ZKJ4q+a0ALv+N2LHQUC1Sr+AY3Qv16VQU/yAvU/iS24CuJdg==",
    "linux-x64":
      "sha512-BqZzMvP/zgLLL34S+7OzbG+cyoFp7gwWHU5koVwsyMlTAz+0zZAmbY+UkzvtN2RXxp6AcMenbYIjQJxoXfUY3w==",
    "linux-x64-musl":
      "sha512-oGdN1c/gsReTlQ5lAktxX8AV7bt3USQsGrTDlFjf+bdIk7Kc8GCTZLGS7aBh59vGsgn4Oz255v/SSZ7+6wWz6g==",
  },
};

const CODEX = {
  title: "Codex",
  version: "0.166.0",
  packageFor: (platform, version) => ({
    name: "@openai/codex",
    version: `${version}-${platform}`,
  }),
  programIn: (place) => {
    const [triple] = readdirSync(join(place, "vendor"));
    return join(place, "vendor", triple, "bin", "codex");
  },
  integrity: {
    "darwin-arm64":
      "sha512-5fWH6qqUInACcRADIewjlnRxDb4QLe0uriwehiZz0+viuAAB8I+WWefqw4xwHvyKaxeiGX4uK56+vrgfvFk3FQ==",
    "darwin-x64":
      "sha512-Vj5wXJPizKmrzNtnRNQf9PP6FJkG3iJU/UO3NE4WvkENZGoQfmImdwf4MVRI5NgwjSuC6LT0HbBRHPVVnwGHuw==",
    "linux-arm64":
      "sha512-w0ScAsBr9aZKtIFrh6HN6KU2yjKKeSCzYfbb7DB0Ccj4BYPzeZtUeQprbycLCwuX3AFQdbdjapmLho2iot74jQ==",
    "linux-x64":
      "sha512-CxDm3+D1cpbGJeHrdzINoG+3wn9BVncP4qpZaaNYkxe8iPtRJOYyCJnnPoVjWRIBvI9vPKbRoifsMSA5xDaUpw==",
  },
};

/** The plugin, and a folder for PATH with the language server in it. */
export const OH_MY_OPENCODE = join(FOLDER, "oh-my-opencode-4.19.4", "dist", "index.js");
export const SERVERS = join(FOLDER, "bin");

/** Fetches what is not there yet: about ten seconds. Throws what is wrong. */
export function installBeside() {
  for (const each of PACKAGES) fetchPackage(each);
  installClaudeCode();
  installCodex();
  const server = join(SERVERS, "typescript-language-server");
  if (!existsSync(server) && process.platform !== "win32") {
    const cli = join(FOLDER, "typescript-language-server-6.0.2", "lib", "cli.mjs");
    mkdirSync(SERVERS, { recursive: true });
    chmodSync(cli, 0o755);
    // One that leads nowhere is still there; and a project that was moved takes its links along.
    rmSync(server, { force: true });
    symlinkSync(relative(SERVERS, cli), server);
  }
  if (!hasTmux()) aptInstall("tmux");
}

/** Where the program is, fetched if need be, or why there is none for this machine. */
export function installClaudeCode(platform = thisPlatform()) {
  return installProgram(CLAUDE_CODE, platform);
}

export function installCodex(platform = thisPlatform()) {
  // It carries its C library along.
  return installProgram(CODEX, platform.replace(/-musl$/, ""));
}

function installProgram({ title, version, packageFor, programIn, integrity }, platform) {
  if (!(platform in integrity)) return { version, whyNot: `no ${title} for ${platform}` };
  const wanted = packageFor(platform, version);
  const place = fetchPackage({ ...wanted, integrity: integrity[platform] });
  return { version, program: programIn(place) };
}

function thisPlatform() {
  const isMusl =
    process.platform === "linux" && !process.report.getReport().header.glibcVersionRuntime;
  return [process.platform, process.arch, ...(isMusl ? ["musl"] : [])].join("-");
}

export function hasTmux() {
  return (process.env.PATH ?? "")
    .split(delimiter)
    .some((folder) => existsSync(join(folder, "tmux")));
}

function fetchPackage({ name, version, integrity }) {
  const place = join(FOLDER, `${basename(name)}-${version}`);
  if (existsSync(place)) return place;
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
  } catch (error) {
    // Another test file has fetched it meanwhile.
    if (!existsSync(place)) throw error;
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
  return place;
}
