import type { Text } from "../types.ts";
import { say } from "./say.ts";

/** Ends a command with one line and an exit code: 1 nothing to do or a finding, 2 usage or environment. */
export class Stop extends Error {
  readonly exitCode: 1 | 2;

  constructor(exitCode: 1 | 2, text: Text | string) {
    super(typeof text === "string" ? text : say(text));
    this.exitCode = exitCode;
  }
}
