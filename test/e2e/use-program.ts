/** What tests of hosts have in common that are programs of their own, started once per prompt. */
import { afterAll, afterEach, beforeAll, describe, expect } from "vitest";
import { removeFolder } from "../../src/hosts/shared/closed-home.ts";
import { type Project, type ScriptedModel, makeProject, startScriptedModel } from "./kit/index.ts";
import type { Place } from "./kit/program.ts";
import type { Dialect } from "./kit/scripted-model.ts";
import { whyNoTerminal } from "./kit/terminal.ts";
import { FILES } from "./use-host.ts";

/** Brings what is to be tested into a project or home; gives the arguments that each start needs for it. */
export type Install = (where: { home: string; project: Project }) => readonly string[] | void;

export interface ProgramOptions {
  readonly install?: Install;
  readonly env?: Readonly<Record<string, string>>;
}

interface Ending {
  end(): Promise<unknown>;
}

/** One home and one model per test file; every script must have been played to its end. */
export function useProgram(
  dialect: Dialect,
  makeHome: (modelUrl: string) => string,
  { install, env }: ProgramOptions = {},
) {
  let home = "";
  let model: ScriptedModel;
  const installed = new Map<Project, readonly string[]>();
  const opened: Ending[] = [];

  beforeAll(async () => {
    model = await startScriptedModel(dialect);
    home = makeHome(model.url);
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((each) => each.end()));
    const unscripted = model.unscripted.map((request) => request.lastUserText);
    const leftovers = model.leftovers();
    model.reset();
    expect({ unscripted, leftovers }).toEqual({ unscripted: [], leftovers: [] });
  });
  afterAll(async () => {
    await model?.stop();
    if (home !== "") removeFolder(home);
  });

  return {
    home: () => home,
    model: () => model,
    /** With FILES, unless a test has its own. `enter` is what a person does there before anything is installed. */
    project(files: Readonly<Record<string, string>> = FILES, enter?: (project: Project) => void) {
      const project = makeProject({ home }, { files: { ...files }, plugin: false });
      enter?.(project);
      installed.set(project, install?.({ home, project }) ?? []);
      return project;
    },
    /** Where and how the program is started there. */
    startOf: <T extends Partial<Place>>(project: Project, more: T): T & Place => ({
      ...more,
      home,
      model,
      project,
      env: { ...env, ...more.env },
      args: [...(installed.get(project) ?? []), ...(more.args ?? [])],
    }),
    /** It is ended with the test. */
    endLater<T extends Ending>(each: T): T {
      opened.push(each);
      return each;
    },
  };
}

/** `describe` for whatever needs the real program, and for its terminal; both say why they are skipped. */
export function describeProgram(title: string, whyNot: string | undefined) {
  const whyNoScreen = whyNot ?? whyNoTerminal();
  if (whyNoScreen !== undefined)
    process.stderr.write(`${title} or its terminal is not tested here: ${whyNoScreen}\n`);
  return {
    describeHost: describe.skipIf(whyNot !== undefined),
    describeTerminal: describe.skipIf(whyNoScreen !== undefined),
  };
}
