import { expect, test } from "vitest";
import { say, shownTo } from "../kit/index.ts";
import { PATTERNS_PATH } from "../use-host.ts";
import { patch, shell, updating } from "./steps.ts";
import { BLOCK, useBank } from "./use-bank.ts";
import { describeCodex } from "./use-codex.ts";

const bench = useBank(BLOCK);
const RULE = "(rule: read-before-write)";
const setVersion = (from: string, to: string) =>
  patch(updating("package.json", `  "version": "${from}"`, `  "version": "${to}"`));

describeCodex("block mode", () => {
  test("an unread patch of package.json is refused with one next step; after reading it passes; the next message starts unread", async () => {
    const project = bench.project();
    console.log(project.read("package.json"));
    const first = await bench.turn(project, "Bump the version", [
      setVersion("1.0.0", "2.0.0"),
      shell(`cat ${PATTERNS_PATH}`),
      setVersion("1.0.0", "2.0.0"),
      say("Done."),
    ]);
    for (const r of first.results) console.log(r.tool, "|", r.notes.join("//"), "|", r.text);
    console.log(shownTo(first.requests[0]).slice(-3000));
    expect(project.read("package.json")).toContain('"2.0.0"');
    const again = [setVersion("2.0.0", "3.0.0"), say("Refused.")];
    const [next] = await bench.play(project, "And once more", again, { resume: first.session });
    expect(next).toContain(RULE);
  });
});
