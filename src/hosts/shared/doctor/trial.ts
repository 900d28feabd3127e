import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { removeFolder } from "../closed-home.ts";
import type { GiveAnswer, ModelServer } from "../model-server.ts";

/** What the trial may not change. */
export const MANIFEST = '{ "name": "memory-bank-doctor" }\n';

const FILES: Readonly<Record<string, string>> = {
  "memory-bank/MEMORY.md": `<!-- MACHINE_BLOCK_START -->
<!-- MEMORY_BANK_TEMPLATE:v7.1 -->

# Project Memory

<!-- MACHINE_BLOCK_END -->

<!-- USER_BLOCK_START -->
<!-- USER_BLOCK_END -->
`,
  "memory-bank/details/patterns.md": "- be kind\n",
  "package.json": MANIFEST,
};

/** A call of a tool, in a host's own words. */
export interface TrialCall {
  readonly tool: string;
  readonly args: unknown;
}

/** What doctor must know of a host to try our plugin in it. */
export interface TrialHost {
  readonly name: string;
  /** A home folder that is closed off from everything of the user's; its model is at this address. */
  makeHome(name: string, modelUrl?: string): string;
  closedEnvironment(home: string, modelUrl?: string): Readonly<Record<string, string>>;
  /** A risky write of this file, as its agents make it, and what they have to call before. */
  readonly callsBefore: (manifest: string) => readonly TrialCall[];
  readonly riskyCall: (manifest: string) => TrialCall;
  /** What the host calls its hooks at a prompt and before a call. */
  readonly hooks: { readonly prompt: string; readonly before: string };
  /** A scripted model behind the interface that the host asks. */
  serveModel(answer: GiveAnswer): Promise<ModelServer>;
  /** What such a model is shown as results of its calls. */
  readonly resultsIn: (body: unknown) => readonly string[];
  /** Has the host in the trial's home load this package's plugin. */
  readonly setUp: (trial: Trial, modelUrl: string, program: string) => void | Promise<void>;
  /** What the host is started with to play one turn. */
  readonly args: readonly string[];
}

export interface Trial {
  /** Also the home folder of whatever runs in it. */
  readonly home: string;
  readonly project: string;
  readonly manifest: string;
  readonly env: Readonly<Record<string, string>>;
  remove(): void;
}

/** A project with a bank in a home of its own: nothing of the user's is read or written, no network is used. */
export function makeTrial(
  host: Pick<TrialHost, "makeHome" | "closedEnvironment">,
  modelUrl?: string,
): Trial {
  const home = host.makeHome("doctor", modelUrl);
  const project = join(home, "project");
  for (const [name, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(project, name)), { recursive: true });
    writeFileSync(join(project, name), text);
  }
  const env = {
    ...host.closedEnvironment(home, modelUrl),
    MEMORY_BANK_LOG: "off",
    MEMORY_BANK_GUARD_MODE: "block",
  };
  const manifest = join(project, "package.json");
  return { home, project, manifest, env, remove: () => removeFolder(home) };
}
