import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { rgPath } from "@vscode/ripgrep";
import type { JsonRecord } from "./json.ts";

export const REPO_ROOT = findRoot(dirname(fileURLToPath(import.meta.url)));

/** The kit also runs bundled, as part of the demo, where its own place in the tree says nothing. */
function findRoot(folder: string): string {
  if (existsSync(join(folder, "package.json"))) return folder;
  const parent = dirname(folder);
  if (parent === folder) throw new Error("The kit is not inside the repository.");
  return findRoot(parent);
}

/** One folder for everything a host writes, the projects included, so that one removal leaves nothing behind. */
export function makeHome(): string {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "memory-bank-e2e-")));
  process.once("exit", () => removeFolder(home));
  return home;
}

export function removeFolder(folder: string): void {
  // The host may still be writing a snapshot or its log while the folder goes.
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}

/** A machine without the host's own variables, without ours, and with the network closed. */
export function cleanEnvironment(home: string): Record<string, string> {
  const kept = ["SystemRoot", "ComSpec", "PATHEXT", "SystemDrive", "windir"];
  const outside = kept.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  const temp = join(home, "tmp");
  mkdirSync(temp, { recursive: true });
  const nowhere = "http://127.0.0.1:9";
  return {
    ...Object.fromEntries(outside),
    // The host's grep, glob and skill tools need ripgrep and would download it.
    PATH: [dirname(rgPath), process.env["PATH"]].join(delimiter),
    LANG: "C.UTF-8",
    HOME: home,
    USERPROFILE: home,
    XDG_CONFIG_HOME: join(home, ".config"),
    XDG_DATA_HOME: join(home, ".local", "share"),
    XDG_STATE_HOME: join(home, ".local", "state"),
    XDG_CACHE_HOME: join(home, ".cache"),
    TMPDIR: temp,
    TEMP: temp,
    TMP: temp,
    GIT_CONFIG_NOSYSTEM: "1",
    OPENCODE_DISABLE_MODELS_FETCH: "1",
    OPENCODE_MODELS_PATH: catalogueOf(home),
    OPENCODE_DISABLE_AUTOUPDATE: "1",
    OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
    OPENCODE_DISABLE_SHARE: "1",
    // Whatever else would go out fails at once instead of making a test slow or different from machine to machine.
    HTTP_PROXY: nowhere,
    HTTPS_PROXY: nowhere,
    NO_PROXY: "127.0.0.1,localhost",
    npm_config_registry: nowhere,
    npm_config_fetch_retries: "0",
  };
}

/** Its built-in catalogue of all providers costs the host about a second in each new project; ours is empty. */
function catalogueOf(home: string): string {
  return join(home, "models.json");
}

/** The provider is configured globally: a project then needs no more than what its test is about. */
export function writeGlobalConfig(home: string, modelUrl: string, extra: JsonRecord): void {
  const folder = join(home, ".config", "opencode");
  stubPluginSdk(folder);
  writeFileSync(catalogueOf(home), "{}");
  const limits = { tool_call: true, limit: { context: 20_000, output: 1_000 } };
  const config = {
    provider: {
      mock: {
        npm: "@ai-sdk/openai-compatible",
        options: { baseURL: modelUrl, apiKey: "scripted" },
        models: { m1: limits, "gpt-5-mock": limits },
      },
    },
    model: "mock/m1",
    small_model: "mock/m1",
    autoupdate: false,
    share: "disabled",
    permission: { "*": "allow" },
    ...extra,
  };
  writeFileSync(join(folder, "opencode.json"), JSON.stringify(config, null, 2));
}

/**
 * The host installs its plugin SDK from npm into every config folder. It skips that where `node_modules` exists and the
 * lock file names the SDK; nothing of it is needed at run time.
 */
export function stubPluginSdk(folder: string): void {
  const dependencies = { "@opencode-ai/plugin": "*" };
  mkdirSync(join(folder, "node_modules"), { recursive: true });
  writeFileSync(join(folder, "package.json"), JSON.stringify({ dependencies }));
  writeFileSync(
    join(folder, "package-lock.json"),
    JSON.stringify({ lockfileVersion: 3, packages: { "": { dependencies } } }),
  );
}

/** The platform package carries the binary itself; `.bin/opencode` exists only if install scripts were allowed to run. */
export function findBinary(): string {
  const system = process.platform === "win32" ? "windows" : process.platform;
  const file = process.platform === "win32" ? "opencode.exe" : "opencode";
  const packages = createRequire(
    createRequire(import.meta.url).resolve("opencode-ai/package.json"),
  );
  for (const variant of ["", "-musl", "-baseline", "-baseline-musl"]) {
    try {
      const manifest = packages.resolve(
        `opencode-${system}-${process.arch}${variant}/package.json`,
      );
      const binary = join(dirname(manifest), "bin", file);
      if (existsSync(binary)) return binary;
    } catch {
      continue;
    }
  }
  const linked = join(REPO_ROOT, "node_modules", ".bin", "opencode");
  if (existsSync(linked)) return linked;
  throw new Error("OpenCode is not installed: run `npm install` with optional dependencies.");
}
