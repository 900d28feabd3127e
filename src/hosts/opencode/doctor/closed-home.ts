import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as closed from "../../shared/closed-home.ts";

/** A home folder in which OpenCode neither sees anything of the user's nor reaches the network; gone with this process. */
export function makeHome(name: string): string {
  const home = closed.makeHome(name);
  // Its built-in catalogue of all providers costs OpenCode about a second in each new project.
  writeFileSync(join(home, "models.json"), "{}");
  return home;
}

export function closedEnvironment(home: string): Record<string, string> {
  return {
    ...closed.closedEnvironment(home),
    OPENCODE_DISABLE_MODELS_FETCH: "1",
    OPENCODE_MODELS_PATH: join(home, "models.json"),
    OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
  };
}

export interface Provider {
  readonly url: string;
  /** The first is the one that is used unless another is asked for. */
  readonly models: readonly [string, ...string[]];
}

/** The user's config in that home: the provider `mock`, no questions, and what else is wanted. */
export function writeUserConfig(home: string, { url, models }: Provider, more: object): void {
  const folder = join(home, ".config", "opencode");
  const limits = { tool_call: true, limit: { context: 20_000, output: 1000 } };
  const config = {
    provider: {
      mock: {
        npm: "@ai-sdk/openai-compatible",
        options: { baseURL: url, apiKey: "scripted" },
        models: Object.fromEntries(models.map((name) => [name, limits])),
      },
    },
    model: `mock/${models[0]}`,
    small_model: `mock/${models[0]}`,
    autoupdate: false,
    share: "disabled",
    permission: { "*": "allow" },
    ...more,
  };
  stubPluginSdk(folder);
  writeFileSync(join(folder, "opencode.json"), JSON.stringify(config, null, 2));
}

/**
 * OpenCode installs its plugin SDK from npm into every config folder. It skips that where `node_modules` exists and
 * the lock file names the SDK; nothing of it is needed at run time.
 */
export function stubPluginSdk(folder: string): void {
  const dependencies = { "@opencode-ai/plugin": "*" };
  const lock = { lockfileVersion: 3, packages: { "": { dependencies } } };
  mkdirSync(join(folder, "node_modules"), { recursive: true });
  writeFileSync(join(folder, "package.json"), JSON.stringify({ dependencies }));
  writeFileSync(join(folder, "package-lock.json"), JSON.stringify(lock));
}
