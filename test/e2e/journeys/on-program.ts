import { type ModelRequest, type Project, type Step, shownTo } from "../kit/index.ts";
import { type Setting, type Talk, toEnv } from "./talk.ts";

/** A session by its id, or a fork of it. */
export interface Going {
  readonly session?: string;
  readonly isFork?: true;
}

interface Played {
  readonly session: string;
  readonly results: readonly { readonly text: string; readonly notes?: readonly string[] }[];
  readonly requests: readonly ModelRequest[];
}

/** A conversation with a host that is a program of its own, started once per prompt. */
export function talkOnProgram(
  setting: Setting,
  {
    project,
    play,
    turn,
    fill,
  }: {
    readonly project: Project;
    readonly play: (words: string, steps: Step[]) => void;
    readonly turn: (
      text: string,
      steps: Step[],
      going: Going,
      env: Record<string, string>,
    ) => Promise<Played>;
    /** What fills the context, so that the host compacts. */
    readonly fill: () => Step[];
  },
): Talk {
  const env = toEnv(setting);
  let going: Going = {};
  async function next(text: string, steps: Step[]): Promise<Played> {
    const played = await turn(text, steps, going, env);
    going = { session: played.session };
    return played;
  }
  return {
    ...project,
    async say(text, steps, workers = {}) {
      for (const [words, done] of Object.entries(workers)) play(words, [...done]);
      const { results, requests } = await next(text, [...steps]);
      const main = requests.filter(({ agentID, kind }) => agentID === undefined && kind === "main");
      return {
        results: results.map(({ notes = [], text: result }) => [...notes, result].join("\n")),
        shown: main.map(shownTo),
      };
    },
    async compact() {
      await next("Fill the context", fill());
    },
    async restart(between = () => {}) {
      between();
    },
    async fork() {
      going = { ...going, isFork: true };
    },
    async revert() {
      throw new Error("only a person at its screen can");
    },
  };
}
