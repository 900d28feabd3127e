import type { Step } from "../kit/index.ts";

/** What the model got in one turn, subagents included. */
export interface Turn {
  /** Results of tools in their order; of a call that we refused, our words. */
  readonly results: readonly string[];
  /** What we put into each request. */
  readonly ours: readonly string[];
}

/** A conversation with OpenCode 2: the real one, or what was recorded of it. */
export interface Conversation {
  read(path: string): string;
  exists(path: string): boolean;
  write(path: string, text: string): void;
  say(text: string, steps: readonly Step[], workers?: Workers): Promise<Turn>;
  compact(): Promise<void>;
  /** The server ends, by force, and starts again; what happens between is the test's. */
  restart(between?: () => void): Promise<void>;
  /** Goes on in a fork that lacks the latest message of the user's and what came after it. */
  fork(): Promise<void>;
  /** Takes the latest message of the user's back, and what came after it. */
  revert(): Promise<void>;
}

/** What subagents do, by the words that they are given. */
export type Workers = Readonly<Record<string, readonly Step[]>>;

export interface Setting {
  readonly files: Readonly<Record<string, string>>;
  readonly env: Readonly<Record<string, string>>;
}
