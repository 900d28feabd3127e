import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { builtFolder } from "../../own-package.ts";
import type { TrialHost } from "../../shared/doctor/trial.ts";
import { listIn, textField, textIn, field } from "../../shared/payload.ts";
import { CLAUDE_CODE } from "../about.ts";
import { putOurs } from "../setup/plan-setup.ts";
import { closedEnvironment, makeHome } from "./closed-home.ts";
import { serveMessagesModel } from "./scripted-model.ts";

export const TRIAL: TrialHost = {
  name: CLAUDE_CODE.name,
  makeHome,
  closedEnvironment,
  // Claude Code itself refuses to write over a file that was not read.
  callsBefore: (file_path) => [{ tool: "Read", args: { file_path } }],
  riskyCall: (file_path) => ({ tool: "Write", args: { file_path, content: "{}" } }),
  hooks: { prompt: "UserPromptSubmit", before: "PreToolUse" },
  serveModel: serveMessagesModel,
  resultsIn: (body) =>
    listIn(body, "messages")
      .flatMap((message) => listIn(message, "content"))
      .filter((block) => textField(block, "type") === "tool_result")
      .map((block) => textIn(field(block, "content")) ?? ""),
  setUp({ home }) {
    const settings = join(home, ".claude", "settings.json");
    const text = readFileSync(settings, "utf8");
    writeFileSync(settings, putOurs(text, builtFolder(CLAUDE_CODE.id)));
  },
  args: ["-p", "Change the manifest."],
};
