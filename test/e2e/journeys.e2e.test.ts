import { playAll } from "./journeys/play.ts";
import { findBinary } from "./kit/host-home.ts";
import { call, openSession, shownTo } from "./kit/index.ts";
import { newResults } from "./kit/model-request.ts";
import { bash, edit, read, task, write } from "./steps.ts";
import { useHost } from "./use-host.ts";

const bench = useHost();

const tools = {
  words: {
    read: 'read({ filePath: "{address}" })',
    hand: 'task(subagent_type="{agent}"',
    writes: "write, edit or apply_patch",
    refresh: "/memory-bank-refresh",
  },
  reader: "memory-reader",
  writer: "memory-bank-writer",
  read: (path: string) => [read(path)],
  edit: (path: string, from: string, to: string) => [edit(path, from, to)],
  write: (path: string, text: string) => [write(path, text)],
  shell: (command: string) => [bash(command)],
  hand: (prompt: string, agent = "general") => [task(agent, prompt)],
  another: `${findBinary()} run --model mock/m1`,
  refresh: (args: object) => [call("memory_bank_refresh", args)],
};

playAll("OpenCode", tools, async ({ files, options }) => {
  const project = bench.project({ files: { ...files }, plugin: { ...options } });
  let session = await openSession(bench.host, project);
  return {
    ...project,
    async say(text, steps, workers = {}) {
      for (const [words, done] of Object.entries(workers)) bench.model.play(words, [...done]);
      await bench.turn(project, text, [...steps], { session });
      const requests = bench.model.main(text).filter(({ sessionID }) => sessionID === session.id);
      return {
        results: newResults(requests).map((result) => result.text),
        shown: requests.map(shownTo),
      };
    },
    compact: () => session.summarize(),
    async restart() {
      throw new Error("one host serves all tests: see recovery.e2e.test.ts");
    },
    async fork() {
      session = await session.fork();
    },
    async revert() {
      const asked = (await session.messages()).findLast(({ role }) => role === "user");
      await session.revert(asked?.id ?? "");
    },
  };
});
