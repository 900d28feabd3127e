import { expect, test } from "vitest";
import {
  type Project,
  type Step,
  makeProject,
  openSession,
  resumeSession,
  say,
  startHost,
} from "./kit/index.ts";
import { edit, read } from "./steps.ts";
import { FILES, PATTERNS_PATH, useHost } from "./use-host.ts";

const bench = useHost();
const ASKED = "(rule: ask-before-saving)";
const CONFIRMED = "<memory-bank-confirmed>";
const BLOCK = { guardMode: "block" };
const OFFER = `Done.\n\n---\n💾 Save this to the Memory Bank?\n   → ${PATTERNS_PATH}\n   → Content: indent with tabs\n\nReply "yes" or "ok". To skip it, just go on.\n---`;

const save = (): Step =>
  edit(PATTERNS_PATH, "- convention 1\n", "- convention 1\n- indent with tabs\n");
const system = (text: string) => bench.model.main(text).map((request) => request.system.join("\n"));
const isSaved = (place: Project) => place.read(PATTERNS_PATH).includes("indent with tabs");

test("an offer survives a compaction, and a host that is killed", async () => {
  const model = bench.model;
  const first = await startHost({ model });
  const place = makeProject(first, { files: FILES, plugin: BLOCK });
  const session = await openSession(first, place);
  model.play("Tidy it all", [say(OFFER)]);
  await session.send("Tidy it all");
  await session.summarize();
  await first.kill();

  const second = await startHost({ model, home: first.home });
  const again = resumeSession(second, place, session.id);
  // After the compaction the task's docs come first.
  model.play("yes, save it", [read("memory-bank/MEMORY.md"), save(), say("Saved.")]);
  await again.send("yes, save it");
  expect(system("yes, save it")[0]).toContain(CONFIRMED);
  expect(isSaved(place)).toBe(true);
  await second.stop();
});

// The mode is a team's, from a file that is itself a sensitive one.
test("a save that nobody confirmed is refused in block, and passes when the user asks for it", async () => {
  const files = { ...FILES, "memory-bank.json": '{\n  // all of us\n  "guardMode": "block",\n}\n' };
  const place = bench.project({ files });
  const lenient = edit("memory-bank.json", "block", "off");
  const steps = [save(), lenient, say("Refused.")];
  const session = await bench.turn(place, "Fix the cup", steps);
  const [saved, changed] = bench.results("Fix the cup");
  expect(saved).toContain("💾");
  expect(saved).toContain(ASKED);
  expect(changed).toContain("memory-bank.json is a sensitive file");
  expect(isSaved(place)).toBe(false);
  const ask = "Please save that to the memory bank: indent with tabs";
  await bench.turn(place, ask, [save(), say("Saved.")], { session });
  expect(isSaved(place)).toBe(true);
});
