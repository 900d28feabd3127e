import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { removeFolder } from "../closed-home.ts";

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

export interface Trial {
  /** Also the home folder of whatever runs in it. */
  readonly home: string;
  readonly project: string;
  readonly env: Readonly<Record<string, string>>;
  remove(): void;
}

/** How a host is closed off from everything of the user's. */
interface ClosedHome {
  makeHome(name: string): string;
  closedEnvironment(home: string): Readonly<Record<string, string>>;
}

/** A project with a bank in a home of its own: nothing of the user's is read or written, no network is used. */
export function makeTrial(closed: ClosedHome): Trial {
  const home = closed.makeHome("doctor");
  const project = join(home, "project");
  for (const [name, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(project, name)), { recursive: true });
    writeFileSync(join(project, name), text);
  }
  const env = { ...closed.closedEnvironment(home), MEMORY_BANK_LOG: "off" };
  return { home, project, env, remove: () => removeFolder(home) };
}
