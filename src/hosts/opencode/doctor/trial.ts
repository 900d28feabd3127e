import { pathToFileURL } from "node:url";
import { ownPackage } from "../../own-package.ts";
import type { TrialHost } from "../../shared/doctor/play-turn.ts";
import { OPENCODE } from "../about.ts";
import { closedEnvironment, makeHome, writeUserConfig } from "./closed-home.ts";
import { CHAT } from "./scripted-model.ts";

export const TRIAL: TrialHost = {
  name: OPENCODE.name,
  makeHome,
  closedEnvironment,
  calls: (filePath) => [{ tool: "write", args: { filePath, content: "{}" } }],
  provider: CHAT,
  setUp(home, url) {
    const plugin = [pathToFileURL(ownPackage().root).href];
    writeUserConfig(home, { url, models: ["m1"] }, { plugin });
  },
  args: ["run", "Change the manifest."],
};
