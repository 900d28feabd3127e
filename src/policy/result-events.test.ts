import { expect, it } from "vitest";
import { aCall, aWrite } from "../../test/helpers/builders.ts";
import { NO_RESULT } from "./call.ts";
import { toResultEvents } from "./result-events.ts";

const ORIGIN = { at: 1, call: "c" };
it("writes are docs or files of the project", () => {
  const writes = [
    aWrite("memory-bank/details/tech.md"),
    aWrite("src/a.ts", "replace"),
    aWrite("/etc/hosts"),
    aWrite("lib", "make-folder"),
    aWrite("old", "move-from"),
  ];
  expect(toResultEvents(aCall({ writes }), NO_RESULT, ORIGIN)).toEqual([
    { kind: "doc-written", doc: "details/tech.md" },
    { kind: "file-written", path: "src/a.ts" },
    { kind: "file-written", path: "old" },
  ]);
});

it("tells what was not there before, unless the call takes it away", () => {
  const writes = [
    { ...aWrite("src/new/a.ts", "replace"), creates: "src/new" },
    { ...aWrite("gone.ts", "delete"), creates: "gone.ts" },
    aWrite("src/b.ts"),
  ];
  const events = toResultEvents(aCall({ writes }), NO_RESULT, ORIGIN);
  expect(events.filter(({ kind }) => kind === "file-created")).toEqual([
    { kind: "file-created", path: "src/new" },
  ]);
});
