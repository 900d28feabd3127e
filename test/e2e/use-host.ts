import { afterAll, afterEach, beforeAll, expect } from "vitest";
import {
  type Host,
  type Project,
  type ScriptedModel,
  type Session,
  type Step,
  makeProject,
  openSession,
  startHost,
  startScriptedModel,
} from "./kit/index.ts";

type HostOptions = Omit<Parameters<typeof startHost>[0], "model">;
type ProjectOptions = Parameters<typeof makeProject>[1];

export interface Bench {
  readonly host: Host;
  readonly model: ScriptedModel;
  /** With FILES, unless a test has its own. */
  project(options?: ProjectOptions): Project;
  /** Opens a session (or goes on with one) and plays one turn. */
  turn(
    project: Project,
    text: string,
    steps: Step[],
    options?: { session?: Session; model?: string },
  ): Promise<Session>;
  /** Plays one turn, and gives the results of its tool calls. */
  play(...turn: Parameters<Bench["turn"]>): Promise<string[]>;
  /** What the model saw as results of its tool calls, in the order of the turn. */
  results(text: string): string[];
}

interface Started {
  readonly host: Host;
  readonly model: ScriptedModel;
}

async function start(options: HostOptions = {}): Promise<Started> {
  const model = await startScriptedModel();
  return { model, host: await startHost({ model, ...options }) };
}

/** The host of all files of this worker that want nothing special of theirs: each start is three seconds of work. */
let common: Promise<Started> | undefined;

/** A real host, of this test file alone if it has options; every script must have been played to its end. */
export function useHost(options?: HostOptions): Bench {
  let host: Host;
  let model: ScriptedModel;

  beforeAll(async () => {
    ({ host, model } = await (options === undefined ? (common ??= start()) : start(options)));
  });
  afterEach(() => {
    const unscripted = model.unscripted.map((request) => request.lastUserText);
    const leftovers = model.leftovers();
    model.reset();
    expect({ unscripted, leftovers }).toEqual({ unscripted: [], leftovers: [] });
  });
  afterAll(async () => {
    // The common one goes with its worker.
    if (options === undefined) return;
    await host?.stop();
    await model?.stop();
  });

  return {
    get host() {
      return host;
    },
    get model() {
      return model;
    },
    project: (projectOptions) => makeProject(host, { files: FILES, ...projectOptions }),
    async play(...turn) {
      await this.turn(...turn);
      return this.results(turn[1]);
    },
    async turn(project, text, steps, { session, model: modelID } = {}) {
      model.play(text, steps);
      const current = session ?? (await openSession(host, project));
      const answer = await current.send(text, { model: modelID });
      expect(answer.error).toBeUndefined();
      return current;
    },
    results: (text) =>
      model
        .main(text)
        .at(-1)
        ?.toolResults.map((result) => result.text) ?? [],
  };
}

export const ENTRY = `<!-- MACHINE_BLOCK_START -->
<!-- MEMORY_BANK_TEMPLATE:v7.1 -->

# Project Memory

## Project Snapshot

A shop that sells tea.

## Current Focus

- Goal: ship the checkout

## Routing Rules（意图驱动）

| intent | read |
|---|---|
| change a convention | details/patterns.md |

<!-- MACHINE_BLOCK_END -->

<!-- USER_BLOCK_START -->
Mind the gap.
<!-- USER_BLOCK_END -->
`;

export const PATTERNS = Array.from(
  { length: 60 },
  (_, index) => `- convention ${index + 1}\n`,
).join("");

/** A project with a bank, a manifest and some code. */
export const FILES: Readonly<Record<string, string>> = {
  "memory-bank/MEMORY.md": ENTRY,
  "memory-bank/details/patterns.md": PATTERNS,
  "package.json": '{ "name": "tea", "version": "1.0.0" }\n',
  "src/shop.ts": "export const tea = 1;\n",
  "src/cup.ts": "export const cup = 1;\n",
};

export const PATTERNS_PATH = "memory-bank/details/patterns.md";

export const EDIT_MANIFEST = {
  filePath: "package.json",
  oldString: '"1.0.0"',
  newString: '"2.0.0"',
};

/** A bank without conventions of its own, which links a rule file of the project. */
export function withLinked(file: string): Record<string, string> {
  const links = `# Conventions\n\n## Also binding\n\n- [${file}](../../${file})\n`;
  const rules = "# Rules\n\nPin dependencies exactly.\nTests come first.\n";
  return { ...FILES, [PATTERNS_PATH]: links, [file]: rules };
}
