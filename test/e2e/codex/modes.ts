/** Models call tools directly, or from scripts: everything must hold in both ways. */
import type { Step } from "../kit/index.ts";
import {
  type More,
  delegate,
  patch,
  scriptedDelegate,
  scriptedPatch,
  scriptedShell,
  shell,
} from "./steps.ts";
import { CODE_MODE } from "./use-codex.ts";

export interface Mode {
  readonly mode: string;
  readonly args: readonly string[];
  readonly run: (command: string, more?: More) => Step;
  readonly put: (...parts: string[]) => Step;
  readonly hand: (message: string, agent?: string) => Step[];
}

export const DIRECT: Mode = {
  mode: "called directly",
  args: [],
  run: (command, more) => shell(command, {}, more),
  put: patch,
  hand: (message, agent_type) => delegate(message, agent_type === undefined ? {} : { agent_type }),
};

let handed = 0;

export const SCRIPTED: Mode = {
  mode: "called from a script",
  args: CODE_MODE,
  run: scriptedShell,
  put: scriptedPatch,
  hand: (message, agent_type) =>
    scriptedDelegate(`work_${++handed}`, message, agent_type === undefined ? {} : { agent_type }),
};
