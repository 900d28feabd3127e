import { mkdirSync, readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join, relative } from "node:path";
import { NO_RESULT } from "../../src/policy/call.ts";
import { toShellCall } from "../../src/runtime/shell-call.ts";
import {
  type Template,
  fillIn,
  makeTemplate,
  runCommand,
} from "../fixtures/shell-corpus/run-command.mjs";
import { startFakeHost } from "./fake-host.ts";
import type { Truth } from "./shell-corpus.ts";

const SESSION = "s";

export interface GuardedRun {
  readonly entry: Truth;
  /** It was not run. */
  readonly refusal: string | undefined;
  /** All that the agent was told of it, in its result and later. */
  readonly told: string;
  /** Files and links of a bank that are other ones at the end, and those of them that nobody was told of. */
  readonly changed: readonly string[];
  readonly silent: readonly string[];
}

/** Runs commands of the corpus side by side, each in a project of its own. */
export async function runAllGuarded(entries: readonly Truth[]): Promise<GuardedRun[]> {
  const template = makeTemplate();
  const state = join(template.directory, "state");
  mkdirSync(state);
  process.env["XDG_STATE_HOME"] = state;
  const runs: GuardedRun[] = [];
  try {
    const waiting = entries.values();
    const work = async () => {
      for (const entry of waiting) runs.push(await runGuarded(entry, template));
    };
    // Many of them sleep.
    await Promise.all(Array.from({ length: 2 * availableParallelism() }, work));
  } finally {
    template.remove();
  }
  return runs;
}

/** As a host with the plugin would run it. */
async function runGuarded(entry: Truth, template: Template): Promise<GuardedRun> {
  const told: string[] = [];
  let refusal: string | undefined;
  let host: ReturnType<typeof openProject> | undefined;
  const folders = new Set(foldersOf(template.root));
  try {
    const { bank } = await runCommand(entry, template, {
      async before(root, sandbox) {
        host = openProject(root, sandbox);
        await host.start();
        refusal = await host.begin(entry);
        if (refusal !== undefined) throw new Refused();
      },
      async ended() {
        told.push(...((await host?.finish()) ?? []));
      },
      async after(root) {
        told.push(...((await host?.doNothing()) ?? []));
        for (const folder of foldersOf(root)) folders.add(folder);
      },
    });
    const text = told.join("\n");
    const changed = bank.filter((path) => !folders.has(path));
    return { entry, refusal, told: text, changed, silent: silentOf(changed, text) };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { entry, refusal, told: "", changed: [], silent: [] };
  }
}

class Refused extends Error {}

function openProject(root: string, sandbox: string) {
  const host = startFakeHost(root, { guardMode: "off", approval: "off" });
  const { runtime } = host;
  let count = 0;

  async function begin({ command, workdir = "." }: Pick<Truth, "command" | "workdir">) {
    const place = { folder: join(root, workdir), paths: runtime.bank.paths };
    const call = withTempFolder(join(sandbox, "tmp"), () =>
      toShellCall(fillIn(command, root), place),
    );
    return runtime.before(SESSION, {
      id: `call-${++count}`,
      tool: "RUN",
      args: { command },
      call,
      isNeverRefused: () => false,
    });
  }

  async function finish(): Promise<string[]> {
    const said: string[] = [];
    await runtime.after(SESSION, `call-${count}`, () => NO_RESULT, {
      say: (notice) => said.push(notice) > 0,
    });
    return said;
  }

  return {
    async start(): Promise<void> {
      await host.hear(SESSION, "Do it");
      await runtime.bank.discoverOthers();
    },
    begin,
    finish,

    /** Another call and another request: what happened meanwhile is told with them. */
    async doNothing(): Promise<string[]> {
      await begin({ command: "true" });
      const said = await finish();
      await runtime.settle(SESSION);
      const { always, news, due } = host.runtime.renderRequest(SESSION);
      return [...said, ...always.slice(1), ...news, ...due];
    },
  };
}

/** As the shell of the command has it. */
function withTempFolder<Result>(folder: string, act: () => Result): Result {
  const before = process.env["TMPDIR"];
  process.env["TMPDIR"] = folder;
  try {
    return act();
  } finally {
    if (before === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = before;
  }
}

function foldersOf(root: string): string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ parentPath, name }) => relative(root, join(parentPath, name)));
}

/** A notice names a few docs, and says how many more there are. */
function silentOf(changed: readonly string[], told: string): readonly string[] {
  const unnamed = changed.filter((path) => !told.includes(path));
  const counted = [...told.matchAll(/(\d+) more/g)].reduce((sum, [, n]) => sum + Number(n), 0);
  return unnamed.length <= counted ? [] : unnamed;
}
