import { join } from "node:path";
import type { Check } from "../../host.ts";
import type { OwnPackage } from "../../own-package.ts";
import { judgeProbe } from "../../shared/doctor/judge-probe.ts";
import { startAnswering } from "../../shared/doctor/start-answering.ts";
import type { Trial } from "../../shared/doctor/trial-project.ts";
import { parseJson } from "../../shared/parse-json.ts";
import { listIn, textField } from "../../shared/payload.ts";

const RULE = "(rule: read-before-write)";

/** Starts the plugin's server as Claude Code does, and has its hooks ask it of a risky write. */
export function probeServer(own: OwnPackage, node: string, trial: Trial): Promise<Check> {
  const server = join(own.root, "dist", "claude-code", "server.js");
  return judgeProbe(own, server, () => probe(node, server, trial), {
    en: "the plugin's server for Claude Code is live: a risky write was refused, and passed after the conventions were read",
    zh: "Claude Code 插件的服务有效：有风险的写入被拒绝，读过约定后通过",
  });
}

/** What is wrong with it; undefined where nothing is. */
async function probe(node: string, server: string, trial: Trial): Promise<string | undefined> {
  const { project, env } = trial;
  const ask = startAnswering([node, server], {
    cwd: project,
    env: { ...env, CLAUDE_PROJECT_DIR: project, MEMORY_BANK_GUARD_MODE: "block" },
  });
  const hook = async (event: string, more: object) => {
    const given = { event, session: "doctor", folder: project, part: "1", ...more };
    const answer = await ask.call("tools/call", { name: "hook", arguments: given });
    const said = textField(listIn(answer, "content")[0], "text") ?? "";
    return textField(parseJson(said), "hookSpecificOutput", "permissionDecisionReason");
  };
  const path = join(project, "memory-bank", "details", "patterns.md");
  const write = {
    tool: "Write",
    args: { file_path: join(project, "package.json"), content: "{}" },
  };
  const read = { tool: "Read", callID: "2", args: { file_path: path } };
  const content = "- be kind\n";
  const file = { filePath: path, content, numLines: 2, startLine: 1, totalLines: 2 };
  try {
    await ask.call("initialize", {});
    await hook("UserPromptSubmit", { prompt: "Change the manifest." });
    const refusal = await hook("PreToolUse", { ...write, callID: "1" });
    if (refusal?.includes(RULE) !== true) return refusal ?? "a risky write was not refused";
    const unread = await hook("PreToolUse", read);
    if (unread !== undefined) return `a read was refused: ${unread}`;
    await hook("PostToolUse", { ...read, response: { type: "text", file } });
    const again = await hook("PreToolUse", { ...write, callID: "3" });
    return again && `the write was refused after the conventions were read: ${again}`;
  } finally {
    ask.stop();
  }
}
