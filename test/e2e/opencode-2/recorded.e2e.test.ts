import { join } from "node:path";
import { test } from "vitest";
import { REPO_ROOT } from "../kit/host-home.ts";
import { PLAYED } from "./promises.ts";
import { startRecorded } from "./recorded.ts";

test.each(PLAYED.filter(({ kills }) => kills === undefined))(
  "$name",
  async ({ name, setting, play }) => {
    const recording = join(REPO_ROOT, "test", "fixtures", "opencode-2", `${name}.jsonl`);
    const talk = await startRecorded(recording, setting);
    try {
      await play(talk);
    } finally {
      await talk.stop();
    }
  },
);
