import { appendFileSync, mkdtempSync, renameSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createSessions } from "../../runtime/sessions.ts";
import type { Session, SessionEvent } from "../../types.ts";
import { followTranscript } from "../shared/follow-transcript.ts";
import { toPromptTold } from "../shared/told.ts";
import { createTranscript } from "./transcript.ts";

const line = (row: object) => `${JSON.stringify(row)}\n`;
const typed = (uuid: string, parentUuid: string | null, content: string) =>
  line({
    type: "user",
    uuid,
    parentUuid,
    origin: { kind: "human" },
    promptSource: "typed",
    message: { role: "user", content },
  });
const scheduled = (uuid: string, parentUuid: string, content: string) =>
  line({
    type: "user",
    uuid,
    parentUuid,
    isMeta: true,
    promptSource: "system",
    turnOrigin: "scheduled",
    message: { role: "user", content },
  });
const said = (uuid: string, parentUuid: string, text: string) =>
  line({
    type: "assistant",
    uuid,
    parentUuid,
    message: { id: `m-${uuid}`, role: "assistant", content: [{ type: "text", text }] },
  });

function follow() {
  const path = join(mkdtempSync(join(tmpdir(), "memory-bank-follow-")), "t.jsonl");
  const sessions = createSessions("turn", () => "memory-bank");
  /** What each state was folded from. */
  const events = new Map<Session | undefined, readonly SessionEvent[]>();
  const following = followTranscript({
    id: "s",
    path,
    opening: [],
    runtime: {
      hear: async () => {},
      record(id, event) {
        const before = events.get(sessions.of(id).session) ?? [];
        sessions.record(id, event);
        events.set(sessions.of(id).session, [...before, event]);
      },
      rebuild(id, more, from) {
        const session = sessions.rebuild(id, more, from);
        events.set(session, [...(events.get(from) ?? []), ...more]);
        return session;
      },
    },
    transcript: createTranscript({
      around: () => {
        throw new Error("no call here");
      },
      isRoot: true,
      readBy: () => [],
      wroteBy: () => [],
      learn: async () => {},
    }),
    onProblem: (error) => {
      throw error;
    },
  });
  const spoken = () =>
    (events.get(sessions.of("s").session) ?? []).flatMap((event) =>
      event.kind === "user-spoke" ? event.text : [],
    );
  return { path, following, spoken };
}

it("words that the agent has the host prompt it with are not the user's", async () => {
  const { path, following, spoken } = follow();
  following.tell(toPromptTold("Tidy up"));
  writeFileSync(path, typed("a", null, "Tidy up") + said("b", "a", "Save it?"));
  await following.catchUpWell();
  following.tell(toPromptTold("yes"));
  expect(spoken()).toEqual(["Tidy up", "yes"]);
  appendFileSync(path, scheduled("c", "b", "yes"));
  await following.catchUpWell();
  expect(spoken()).toEqual(["Tidy up"]);
  following.tell(toPromptTold("yes"));
  appendFileSync(path, typed("d", "c", "yes"));
  await following.catchUpWell();
  expect(spoken()).toEqual(["Tidy up", "yes"]);
});

it("what was wound back was not said", async () => {
  const { path, following, spoken } = follow();
  writeFileSync(path, typed("a", null, "One") + said("b", "a", "1") + typed("c", "b", "Two"));
  await following.catchUp();
  following.tell(toPromptTold("yes"));
  appendFileSync(path, said("d", "c", "2") + typed("e", "b", "yes"));
  await following.catchUpWell();
  expect(spoken()).toEqual(["One", "yes"]);
});

it("what was wound back to the very beginning was not said, nor what was said before a hook told it", async () => {
  const { path, following, spoken } = follow();
  writeFileSync(path, typed("a", null, "One") + said("b", "a", "1"));
  await following.catchUp();
  following.tell(toPromptTold("Two"));
  following.tell(toPromptTold("yes"));
  appendFileSync(path, typed("c", "b", "Two") + typed("d", null, "yes"));
  await following.catchUpWell();
  expect(spoken()).toEqual(["yes"]);
});

it("what the host has thrown away of its transcript stays known", async () => {
  const { path, following, spoken } = follow();
  writeFileSync(path, typed("a", null, "One") + said("b", "a", "1"));
  await following.catchUp();
  writeFileSync(`${path}.new`, said("b", "a", "1") + typed("c", "b", "Two"));
  renameSync(`${path}.new`, path);
  await following.catchUp();
  expect(spoken()).toEqual(["One", "Two"]);
});

it("a line that is cut is read when it has ended", async () => {
  const { path, following, spoken } = follow();
  const row = typed("b", "a", "Zwölf");
  writeFileSync(path, typed("a", null, "One") + row.slice(0, 40));
  await following.catchUp();
  expect(spoken()).toEqual(["One"]);
  appendFileSync(path, row.slice(40));
  await following.catchUp();
  expect(spoken()).toEqual(["One", "Zwölf"]);
});

it("a prompt that looks different in the transcript counts once", async () => {
  const { path, following, spoken } = follow();
  following.tell(toPromptTold("/odd   words"));
  writeFileSync(path, typed("a", null, "odd words") + said("b", "a", "1"));
  await following.catchUpWell();
  expect(spoken()).toEqual(["odd words"]);
});
