import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, expect, it } from "vitest";
import { createRolloutFile, rolloutPath } from "../../../test/helpers/written-rollout.ts";
import { createRollout } from "./rollout.ts";

const folder = mkdtempSync(join(tmpdir(), "memory-bank-"));
let sessions = "";
beforeEach(() => (sessions = mkdtempSync(join(folder, "case-"))));
afterAll(() => rmSync(folder, { recursive: true }));

const baseOf = (thread_id: string, end_byte_offset: number) => ({
  history_base: { thread_id, end_ordinal_exclusive: 0, end_byte_offset },
});

function write(name: string, prompt: string, meta: object = {}, day = "2026-11-18") {
  const file = createRolloutFile(rolloutPath(sessions, `${day}T00-00-00`, name), {
    id: name,
    ...meta,
  });
  file.typed(prompt);
  return file;
}

/** What the user has said in it, from its beginning. */
async function spokenIn(path: string): Promise<string[]> {
  const { add } = createRollout(
    {
      around: () => expect.unreachable(),
      isRoot: true,
      readBy: () => [],
      wroteBy: () => [],
      learn: async () => {},
    },
    path,
  );
  const told = await add(readFileSync(path, "utf8"));
  return told.flatMap(({ events }) =>
    events.flatMap((event) => (event.kind === "user-spoke" ? event.text : [])),
  );
}

it("a conversation begins in other files, each up to where it was left", async () => {
  const first = write("aaa", "One");
  const { byte } = first.end;
  first.typed("Two");
  const again = write("aaa_bbb", "Three", baseOf("aaa", byte), "2026-12-01");
  const fork = write("ccc", "Four", baseOf("bbb", again.end.byte), "2027-01-01");
  again.typed("Five");
  expect(await spokenIn(first.path)).toEqual(["One", "Two"]);
  expect(await spokenIn(again.path)).toEqual(["One", "Three", "Five"]);
  expect(await spokenIn(fork.path)).toEqual(["One", "Three", "Four"]);
});

it("a beginning that is gone is not known", async () => {
  const fork = write("ccc", "Four", baseOf("bbb", 1000));
  expect(await spokenIn(fork.path)).toEqual(["Four"]);
});
