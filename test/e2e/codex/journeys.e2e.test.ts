import { describe } from "vitest";
import { installCodex } from "../../../scripts/beside.mjs";
import { talkOnProgram } from "../journeys/on-program.ts";
import { playAll } from "../journeys/play.ts";
import { CONTEXT_FULL } from "../kit/codex/codex.ts";
import { call, say } from "../kit/index.ts";
import { DIRECT, SCRIPTED } from "./modes.ts";
import { adding, shell, updating } from "./steps.ts";
import { describeCodex, useBank } from "./use-codex.ts";

const bench = useBank();
/** What depends on how a call is made. */
const IN_SCRIPTS = new Set([
  "unread-edit",
  "compaction",
  "shell-write",
  "own-code",
  "own-script",
  "user-block",
  "subagent",
  "memory-reader",
  "reader-ends-recovery",
  "writer",
]);

describeCodex("Codex", () => {
  describe.each([DIRECT, SCRIPTED])("$mode", ({ mode, args, run, put, hand }) => {
    const tools = {
      words: {
        read: `exec_command({ cmd: "cat '{address}'" })`,
        hand: 'spawn_agent(agent_type="{agent}"',
        writes: "apply_patch",
        refresh: "$memory-bank-refresh",
      },
      reader: "memory-reader",
      writer: "memory-bank-writer",
      read: (path: string) => [run(`cat '${path}'`)],
      edit: (path: string, from: string, to: string) => [put(updating(path, from, to))],
      write: (path: string, text: string) => [put(adding(path, text))],
      shell: (command: string) => [run(command)],
      hand,
      another: `${installCodex().program} exec --dangerously-bypass-approvals-and-sandbox`,
      refresh: (asked: object) => [call("mcp__memory_bank.refresh", asked)],
    };
    const isPlayed = (name: string) => mode === DIRECT.mode || IN_SCRIPTS.has(name);

    playAll(
      "Codex",
      tools,
      async (setting) => {
        const project = bench.project(setting);
        return talkOnProgram(setting, {
          project,
          play: (words, steps) => bench.model.play(words, steps),
          turn: (text, steps, { session, isFork }, env) =>
            bench.turn(project, text, steps, {
              ...(session !== undefined && { [isFork ? "fork" : "resume"]: session }),
              env,
              args,
            }),
          fill() {
            bench.model.playCompaction([say("Tea is to be sold.")]);
            return [shell("echo much", {}, { usage: CONTEXT_FULL }), say("Done.")];
          },
        });
      },
      isPlayed,
    );
  });
});
