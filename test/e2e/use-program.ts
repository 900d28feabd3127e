/** What tests of hosts have in common that are programs of their own, started once per prompt. */
import { afterAll, afterEach, beforeAll, describe, expect } from "vitest";
import { removeFolder } from "../../src/hosts/shared/closed-home.ts";
import { type Project, type ScriptedModel, makeProject, startScriptedModel } from "./kit/index.ts";
import type { Dialect } from "./kit/scripted-model.ts";
import { whyNoTerminal } from "./kit/terminal.ts";
import { FILES } from "./use-host.ts";

/** Brings what is to be tested into a project or home; gives the arguments that each start needs for it. */
export type Install = (where: { home: string; project: Project }) => readonly string[] | void;

type Environment = Readonly<Record<string, string>>;
type ProjectOptions = Omit<NonNullable<Parameters<typeof makeProject>[1]>, "plugin" | "config">;

interface Start {
  readonly env?: Environment;
  readonly args?: readonly string[];
}

export interface ProgramBench {
  readonly home: string;
  readonly model: ScriptedModel;
  /** With FILES, unless a test has its own. */
  readonly project: (options?: ProjectOptions & { install?: Install }) => Project;
  /** Where and how the program is started there. */
  startOf<T extends Start>(project: Project, more: T): T & Place & Required<Start>;
  /** It is ended with the test. */
  endLater<T extends Ending>(opened: T): T;
}

interface Place {
  readonly home: string;
  readonly model: ScriptedModel;
  readonly project: Project;
}

interface Ending {
  end(): Promise<unknown>;
}

interface ProgramOptions {
  readonly dialect: Dialect;
  readonly makeHome: (modelUrl: string) => string;
  /** What a person does with each project before anything is installed. */
  readonly enter?: (home: string, project: Project) => void;
  readonly install?: Install | undefined;
  readonly env?: Environment | undefined;
}

/** One home and one model per test file; every script must have been played to its end. */
export function useProgram(options: ProgramOptions): ProgramBench {
  const { dialect, makeHome, enter, install, env } = options;
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
    get home() {
      return home;
    },
    get model() {
      return model;
    },
    project({ install: own = install, ...more } = {}) {
      const project = makeProject({ home }, { files: FILES, ...more, plugin: false });
      enter?.(home, project);
      installed.set(project, own?.({ home, project }) ?? []);
      return project;
    },
    startOf: (project, more) => ({
      ...more,
      home,
      model,
      project,
      env: { ...env, ...more.env },
      args: [...(installed.get(project) ?? []), ...(more.args ?? [])],
    }),
    endLater(each) {
      opened.push(each);
      return each;
    },
  };
}

/** `describe` for whatever needs the real program, and for its terminal; both say why they are skipped. */
export function describeProgram(title: string, whyNot: string | undefined) {
  const whyNoScreen = whyNot ?? whyNoTerminal();
  if (whyNot !== undefined) process.stderr.write(`${title} is not tested here: ${whyNot}\n`);
  else if (whyNoScreen !== undefined)
    process.stderr.write(`${title}'s terminal is not tested here: ${whyNoScreen}\n`);
  return {
    describeHost: describe.skipIf(whyNot !== undefined),
    describeTerminal: describe.skipIf(whyNoScreen !== undefined),
  };
}
