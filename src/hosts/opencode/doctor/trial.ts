import { pathToFileURL } from "node:url";
import { ownPackage } from "../../own-package.ts";
import type { TrialHost } from "../../shared/doctor/trial.ts";
import { field, listIn, textIn } from "../../shared/payload.ts";
import { OPENCODE } from "../about.ts";
import { closedEnvironment, makeHome, writeUserConfig } from "./closed-home.ts";
import { serveChatModel } from "./scripted-model.ts";

export const TRIAL: TrialHost = {
  name: OPENCODE.name,
  makeHome,
  closedEnvironment,
  callsBefore: () => [],
  riskyCall: (filePath) => ({ tool: "write", args: { filePath, content: "{}" } }),
  hooks: { prompt: "chat.message", before: "tool.execute.before" },
  serveModel: serveChatModel,
  resultsIn: (body) =>
    listIn(body, "messages")
      .filter((message) => field(message, "role") === "tool")
      .map((message) => textIn(field(message, "content")) ?? ""),
  setUp({ home }, url) {
    const plugin = [pathToFileURL(ownPackage().root).href];
    writeUserConfig(home, { url, models: ["m1"] }, { plugin });
  },
  args: ["run", "Change the manifest."],
};
