import { expect, it } from "vitest";
import { aCall, aWrite } from "../../test/helpers/builders.ts";
import { isOtherNumber } from "../hosts/shared/is-other-number.ts";
import { NO_RESULT } from "./call.ts";
import { toResultEvents } from "./result-events.ts";

const ORIGIN = { at: 1, call: "c" };
it("writes are docs, files of the project, or changes of its structure", () => {
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
    { kind: "structure-changed" },
    { kind: "structure-changed" },
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

it("another version is no other workflow, another script is; in code numbers count", () => {
  const events = (path: string, oldString: string, newString: string) =>
    toResultEvents(
      aCall({
        writes: [{ ...aWrite(path), isOtherNumber: () => isOtherNumber(oldString, newString) }],
      }),
      NO_RESULT,
      ORIGIN,
    );
  expect(events("package.json", '"1.0.0"', '"2.0.0"')).toEqual([]);
  expect(events("package.json", '"1.0.0"', '"1.0.0", "x": 1')).toHaveLength(1);
  expect(events("src/a.ts", "i < 9", "i < 10")).toHaveLength(1);
});
