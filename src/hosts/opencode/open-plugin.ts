import { join, relative } from "node:path";
import { ENTRY } from "../../bank/layout.ts";
import { toSlashes } from "../../io/disk/paths.ts";
import { attempt } from "../../io/disk/read.ts";
import type { ShowToast } from "../../runtime/decisions.ts";
import { type Identity, openRuntime } from "../../runtime/open-runtime.ts";
import type { HostWords } from "../../types.ts";
import { HOST_CONFIG_PATHS } from "../known-hosts.ts";
import type { HostTools, Understood } from "../shared/host-tools.ts";
import type { Surroundings } from "../shared/surroundings.ts";
import { createAgents } from "./agents.ts";
import { Refusal, type Started } from "./start-plugin.ts";

/** What a line of OpenCode says of itself. */
export interface HostLine {
  readonly words: HostWords;
  readonly tools: HostTools;
  readonly lookUp: (id: string) => Promise<Identity>;
  readonly listAgents: () => Promise<unknown>;
  readonly showToast?: ShowToast;
}

export interface Call {
  readonly id: string;
  readonly session: string;
  readonly tool: string;
  readonly args: unknown;
}

export type Plugin = Awaited<ReturnType<typeof openPlugin>>;

/** Opens the project that the plugin was started for. */
export async function openPlugin(started: Started, line: HostLine) {
  const { directory, worktree, settings, locale, log } = started;
  const { words, tools, lookUp, showToast } = line;
  const runtime = openRuntime({
    directory,
    worktree,
    settings,
    locale,
    words,
    hostConfigs: HOST_CONFIG_PATHS,
    log,
    lookUp,
    // A host without a terminal shows nothing.
    ...(showToast && { showToast: (toast) => attempt(() => showToast(toast), undefined) }),
  });
  const { bank } = runtime;
  const around: Surroundings = {
    paths: () => bank.paths,
    directory,
    root: bank.paths.root,
  };
  // As rules of the host's permissions name it.
  const entryPath = () => toSlashes(relative(worktree, join(bank.paths.bank, ENTRY)));
  await runtime.recover();
  return {
    log,
    runtime,
    around,
    agents: createAgents(line.listAgents, log, entryPath),
    /** What a request of the conversation carries. */
    renderRequest(id: string | undefined): string[] {
      const { always, news, due } = runtime.renderRequest(id);
      return [...always, ...news, ...due];
    },
    /** Throws the refusal, where the call must not run. `refuse`: what this line alone refuses. */
    async judge(
      { id, session, tool, args }: Call,
      refuse: (understood: Understood) => string | undefined = () => undefined,
    ): Promise<void> {
      const understood = await tools.understand(tool, args, around);
      const isNeverRefused = () => tools.isNeverRefused(tool);
      const refusal =
        refuse(understood) ??
        (await runtime.before(session, { id, tool, args, isNeverRefused, ...understood }));
      if (refusal !== undefined) throw new Refusal(refusal);
    },
  };
}
