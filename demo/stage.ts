import type { ModelRequest, Project, Step } from "../test/e2e/kit/index.ts";

export interface Edit {
  readonly path: string;
  readonly from: string;
  readonly to: string;
}

/** A real host on which the story is played, in its own words. */
export interface Stage {
  readonly name: string;
  /** What its user types next, and where. */
  readonly next: { readonly what: string; readonly how: string };
  /** The host's own tools, as the model calls them. */
  readonly tools: { readonly read: string; readonly edit: string; readonly bash: string };
  edit(edit: Edit): Step;
  read(...paths: readonly string[]): Step;
  bash(command: string): Step;
  /** After these steps the host has to compact. */
  readonly fill: readonly [Step, ...Step[]];
  /** What the model is told besides the conversation. */
  told(request: ModelRequest): string;
  /** A result without what the host adds to it. */
  plain(result: string): string;
  /** What the host says of an edit that was made. */
  readonly edited: string;
  /** Has the model follow the script on this request; gives its last words. */
  play(request: string, script: Step[]): Promise<string>;
  readonly project: Project;
  stop(): Promise<void>;
}
