import { existsSync } from "node:fs";
import { playAll } from "../journeys/play.ts";
import { startRecorded } from "./recorded.ts";
import { TOOLS, recordingOf } from "./tools.ts";

playAll(
  "OpenCode 2",
  TOOLS,
  (setting, name) => startRecorded(recordingOf(name), setting),
  (name) => existsSync(recordingOf(name)),
);
