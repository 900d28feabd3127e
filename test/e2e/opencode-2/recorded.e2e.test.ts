import { existsSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { playAll } from "../journeys/play.ts";
import { OUTSIDE } from "../journeys/promised.ts";
import { ENTRY, FILES } from "../use-host.ts";
import { startRecorded } from "./recorded.ts";
import { TOOLS, recordingOf } from "./tools.ts";

playAll(
  "OpenCode 2",
  TOOLS,
  (setting, name) => startRecorded(recordingOf(name), setting),
  (name) => existsSync(recordingOf(name)),
);

// The journey of this name kills a real host; here its plugin ends without a word, and another one starts.
test("killed", async () => {
  const options = { guardMode: "block", readScope: "context", lang: "en" };
  const talk = await startRecorded(recordingOf("restart"), { files: FILES, options });
  onTestFinished(() => talk.end());
  await talk.say("Read the rules", []);
  await talk.restart(() => talk.write("memory-bank/MEMORY.md", `${ENTRY}- one more\n`));
  const { shown } = await talk.say("Bump it", []);
  expect(shown[0]).toContain(`memory-bank/MEMORY.md ${OUTSIDE}`);
});
