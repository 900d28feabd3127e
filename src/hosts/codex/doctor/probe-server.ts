import { join } from "node:path";
import type { Check } from "../../host.ts";
import type { OwnPackage } from "../../own-package.ts";
import { judgeProbe } from "../../shared/doctor/judge-probe.ts";
import { startAnswering } from "../../shared/doctor/start-answering.ts";
import type { Trial } from "../../shared/doctor/trial-project.ts";
import { parseJson } from "../../shared/parse-json.ts";
import { listIn, textField } from "../../shared/payload.ts";
import { PATCH } from "./trial-patch.ts";

const RULE = "(rule: read-before-write)";

/** Starts our server as Codex does, and asks it of a risky write as its hooks do. */
export function probeServer(own: OwnPackage, node: string, trial: Trial): Promise<Check> {
  const server = join(own.root, "dist", "codex", "server.js");
  return judgeProbe(own, server, () => probe(node, server, trial), {
    en: "our server for Codex is live: a risky write was refused, a read was not",
    zh: "Codex 的服务有效：有风险的写入被拒绝，读取没有",
  });
}

/** What is wrong with it; undefined where nothing is. */
async function probe(node: string, server: string, trial: Trial): Promise<string | undefined> {
  const { project, env } = trial;
  const ask = startAnswering([node, server], {
    cwd: project,
    env: { ...env, MEMORY_BANK_GUARD_MODE: "block" },
  });
  const session = "doctor";
  const hook = async (event: string, more: object) => {
    const transcript = join(trial.home, "rollout.jsonl");
    const given = { event, session, transcript, folder: project, part: "1", ...more };
    const params = { name: "hook", arguments: given, _meta: { threadId: session } };
    const answer = await ask.call("tools/call", params);
    const said = textField(listIn(answer, "content")[0], "text") ?? "";
    return textField(parseJson(said), "hookSpecificOutput", "permissionDecisionReason");
  };
  try {
    await ask.call("initialize", {});
    await hook("UserPromptSubmit", { prompt: "Change the manifest." });
    const write = { tool: "apply_patch", callID: "1", args: { command: PATCH } };
    const refusal = await hook("PreToolUse", write);
    if (refusal?.includes(RULE) !== true) return refusal ?? "a risky write was not refused";
    const read = { tool: "Bash", callID: "2", args: { command: "cat package.json" } };
    const unread = await hook("PreToolUse", read);
    return unread && `a read was refused: ${unread}`;
  } finally {
    ask.stop();
  }
}
