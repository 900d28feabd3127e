import { writeConfig } from "../../../io/disk/config-file.ts";
import { builtFolder } from "../../own-package.ts";
import { MANIFEST, type TrialHost } from "../../shared/doctor/trial.ts";
import { listIn, textField } from "../../shared/payload.ts";
import { CODEX } from "../about.ts";
import { planInstall } from "../setup/plan-setup.ts";
import { closedEnvironment, makeHome } from "./closed-home.ts";
import { serveResponsesModel } from "./scripted-model.ts";

const PATCH = `*** Begin Patch
*** Update File: package.json
@@
-${MANIFEST.trimEnd()}
+{}
*** End Patch`;

export const TRIAL: TrialHost = {
  name: CODEX.name,
  makeHome,
  closedEnvironment,
  callsBefore: () => [],
  riskyCall: () => ({ tool: "apply_patch", args: { command: PATCH } }),
  // The patch itself is what its model gives.
  hooks: { prompt: "UserPromptSubmit", before: "PreToolUse" },
  serveModel: (answer) =>
    serveResponsesModel(async (body, headers) => {
      const { calls, ...given } = await answer(body, headers);
      return calls === undefined
        ? given
        : { calls: calls.map(({ tool }) => ({ tool, args: PATCH })) };
    }),
  resultsIn: (body) =>
    listIn(body, "input")
      .filter((item) =>
        /^(?:custom_tool|function)_call_output$/.test(textField(item, "type") ?? ""),
      )
      .map((item) => textField(item, "output") ?? JSON.stringify(item)),
  async setUp({ project, home, env }, _, codex) {
    const machine = { env, home, platform: process.platform };
    const start = { machine, directory: project, worktree: project };
    const plan = await planInstall(start, "global", builtFolder(CODEX.id), codex);
    for (const { file, after } of plan.changes) writeConfig(file, after);
  },
  args: ["exec", "--skip-git-repo-check", "Change the manifest."],
};
