import { installClaudeCode } from "../../../scripts/beside.mjs";
import { talkOnProgram } from "../journeys/on-program.ts";
import { playAll } from "../journeys/play.ts";
import { CONTEXT_FULL } from "../kit/claude-code/claude.ts";
import { call, say } from "../kit/index.ts";
import { REFRESH, agent, bash, edit, read, write } from "./steps.ts";
import { describeClaude, useBank } from "./use-claude.ts";

const bench = useBank();

const tools = {
  words: {
    read: 'Read({ file_path: "{address}" })',
    hand: 'Agent(subagent_type="{agent}"',
    writes: "Write or Edit",
    refresh: "/memory-bank:refresh",
  },
  reader: "memory-bank:memory-reader",
  writer: "memory-bank:memory-bank-writer",
  read: (path: string) => [read(path)],
  // The host lets nobody edit what was not read.
  edit: (path: string, from: string, to: string) => [read(path), edit(path, from, to)],
  write: (path: string, text: string) => [write(path, text)],
  shell: (command: string) => [bash(command)],
  hand: (prompt: string, kind = "general-purpose") => [agent(kind, prompt)],
  another: `CLAUDECODE= ${installClaudeCode().program} --allowedTools Bash -p`,
  refresh: (args: object) => [call(REFRESH, args)],
};

/** After a compaction the host itself shows the files again that were read last. */
const OTHERS = ["a", "b", "c", "d", "e"].map((name) => `${name}.txt`);

describeClaude("Claude Code", () => {
  playAll("Claude Code", tools, async (setting) => {
    const project = bench.project(setting);
    return talkOnProgram(setting, {
      project,
      play: (words, steps) => bench.model.play(words, steps),
      turn: (text, steps, { session, isFork }, env) =>
        bench.turn(project, text, steps, {
          ...(session !== undefined && { resume: session }),
          ...(isFork && { fork: true }),
          env,
          args: ["--allowedTools", REFRESH],
        }),
      fill() {
        for (const name of OTHERS) project.write(name, `${name}\n`);
        bench.model.playCompaction([say("<summary>Tea is to be sold.</summary>")]);
        const last = bash("echo much", {}, { usage: CONTEXT_FULL });
        return [...OTHERS.map((name) => read(name)), last, say("Done.")];
      },
    });
  });
});
