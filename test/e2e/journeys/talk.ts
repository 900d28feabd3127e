import type { HOSTS } from "../../unit/promises.ts";
import { type Step, say } from "../kit/index.ts";
import { FILES } from "../use-host.ts";

export type HostName = (typeof HOSTS)[number];

/** What the model got in one turn. */
export interface Turn {
  /** Results of the main agent's calls in their order, with what we put beside them; of a refused one, our words. */
  readonly results: readonly string[];
  /** All that each of its requests showed. */
  readonly shown: readonly string[];
}

/** What subagents do, by the words that they are given. */
export type Workers = Readonly<Record<string, readonly Step[]>>;

/** One conversation in a project of its own, on whatever host. */
export interface Talk {
  readonly dir: string;
  read(path: string): string;
  exists(path: string): boolean;
  write(path: string, text: string): void;
  say(text: string, steps: readonly Step[], workers?: Workers): Promise<Turn>;
  compact(): Promise<void>;
  /** The host ends, by force, and starts again; what happens between is the test's. */
  restart(between?: () => void): Promise<void>;
  /** Goes on in a fork; where the host has it so, in one that lacks the latest message of the user's. */
  fork(): Promise<void>;
  /** Takes the latest message of the user's back, and what came after it. */
  revert(): Promise<void>;
}

/** How the agents of a host do things. Edits replace whole lines. */
export interface Tools {
  /** What messages must call them: each host's test says it itself. */
  readonly words: Readonly<Record<"read" | "hand" | "writes" | "refresh", string>>;
  readonly reader: string;
  readonly writer: string;
  readonly read: (path: string) => Step[];
  readonly edit: (path: string, from: string, to: string) => Step[];
  readonly write: (path: string, text: string) => Step[];
  readonly shell: (command: string) => Step[];
  /** Starts a subagent, of no special kind unless one is named, and waits for its answer. */
  readonly hand: (prompt: string, agent?: string) => Step[];
  readonly refresh: (args: object) => Step[];
  /** A command that starts another agent of this host, with these words. */
  readonly another?: string;
}

export interface Setting {
  readonly files: Readonly<Record<string, string>>;
  /** Options of ours by their names in `memory-bank.json`. */
  readonly options: Readonly<Record<string, string | number | true>>;
}

/** The same as environment variables. */
export function toEnv({ options }: Setting): Record<string, string> {
  const entries = Object.entries(options).map(([name, value]) => [
    `MEMORY_BANK_${name.replaceAll(/[A-Z]/g, "_$&").toUpperCase()}`,
    value === true ? "1" : String(value),
  ]);
  return Object.fromEntries(entries) as Record<string, string>;
}

type Play = (talk: Talk, tools: Tools) => Promise<void>;

/** One thing that holds on every host, or on those that it names. */
export interface Journey extends Setting {
  /** Also the name of its recording. */
  readonly name: string;
  readonly on: readonly HostName[];
  readonly play: Play;
}

interface More extends Partial<Setting> {
  readonly on?: readonly HostName[];
}

export function journey(name: string, play: Play, { files = FILES, options, on }: More = {}) {
  return {
    name,
    play,
    files,
    options: { guardMode: "block", lang: "en", ...options },
    on: on ?? ["OpenCode", "OpenCode 2", "Claude Code", "Codex"],
  } satisfies Journey;
}

/** Plays one turn of these calls, and gives the result of each by the name that it has here. */
export async function turn<Name extends string>(
  talk: Talk,
  text: string,
  calls: Readonly<Record<Name, readonly Step[]>>,
  workers?: Workers,
): Promise<Record<Name, string> & { readonly all: string }> {
  const named = Object.entries<readonly Step[]>(calls);
  const steps = [...named.flatMap(([, own]) => own), say("Done.")];
  const { results, shown } = await talk.say(text, steps, workers);
  let end = 0;
  const found = named.map(([name, own]) => [name, results[(end += own.length) - 1] ?? ""]);
  return { ...Object.fromEntries(found), all: [...results, ...shown].join("\n") } as never;
}
