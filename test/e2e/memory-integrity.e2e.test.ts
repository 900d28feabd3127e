import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Step, openSession, say } from "./kit/index.ts";
import { processesBelow } from "./kit/processes-below.ts";
import { stateFolderOf } from "../../src/io/disk/state-folder.ts";
import { readFiles } from "../helpers/files-on-disk.ts";
import { runCli } from "../helpers/run-cli.ts";
import { PATCHING, bash, edit as editFile, patch, write } from "./steps.ts";
import { hiddenText } from "./hidden-code.ts";
import { ENTRY, FILES, PATTERNS_PATH, useHost } from "./use-host.ts";

const bench = useHost();
const MEMORY = "memory-bank/MEMORY.md";
const KEEP = "(rule: keep-user-blocks)";
const GUARD = "(rule: guard-memory-files)";

const edit = (oldString: string, newString: string, more = {}): Step =>
  editFile(MEMORY, oldString, newString, more);
const inline = (code: string): string => `node -e ${JSON.stringify(code)}`;
/** The bank's name as no parse can read it. */
const BANK = hiddenText("memory-bank");

const project = (config = {}) => bench.project({ plugin: { approval: "off" }, config });

/** The result of the last tool call of a turn. */
const last = (text: string) => bench.results(text).at(-1) ?? "";

/** Everything of a project that is kept aside, as text. Other files' tests share the host's home. */
function keptTexts(dir: string): string[] {
  const machine = { env: {}, home: bench.host.home, platform: process.platform };
  return [...readFiles(stateFolderOf(join(dir, "memory-bank"), machine))]
    .filter(([path]) => /\d-(?:before|after)$/.test(path))
    .map(([, bytes]) => bytes.toString("utf8"));
}

describe("a user block", () => {
  test("is changed by no tool whose result is certain", async () => {
    const place = project();
    await bench.turn(place, "Change what is mine", [
      edit("Mind the gap.", "Mind the step."),
      edit("a", "A", { replaceAll: true }),
      write(MEMORY, ENTRY.replace("Mind the gap.\n", "")),
      edit("<!-- USER_BLOCK_END -->\n", ""),
      say("Refused."),
    ]);
    expect(bench.results("Change what is mine")).toHaveLength(4);
    for (const result of bench.results("Change what is mine")) expect(result).toContain(KEEP);
    await bench.turn(
      place,
      "Patch what is mine",
      [patch(`*** Update File: ${MEMORY}`, "@@", "-Mind the gap.", "+Gone."), say("Refused.")],
      PATCHING,
    );
    expect(last("Patch what is mine")).toContain(KEEP);
    expect(place.read(MEMORY)).toBe(ENTRY);
  });

  test("is put back after a fuzzy edit and a fuzzy patch, and both versions are kept", async () => {
    const place = project();
    // Indented otherwise than in the doc: the host finds it all the same.
    await bench.turn(place, "Edit loosely", [
      edit("  Mind the gap.\n  <!-- USER_BLOCK_END -->", "Mind nothing.\n<!-- USER_BLOCK_END -->"),
      say("Put back."),
    ]);
    expect(last("Edit loosely")).toContain(KEEP);
    expect(place.read(MEMORY)).toBe(ENTRY);
    const change = [" <!-- USER_BLOCK_START -->", "-Mind the gap.  ", "+Mind nothing."];
    const loosely = patch(`*** Update File: ${MEMORY}`, "@@", ...change);
    await bench.turn(place, "Patch loosely", [loosely, say("Put back.")], PATCHING);
    expect(last("Patch loosely")).toContain(KEEP);
    expect(place.read(MEMORY)).toBe(ENTRY);
    const changed = ENTRY.replace("Mind the gap.", "Mind nothing.");
    expect(keptTexts(place.dir).filter((text) => text === changed)).toHaveLength(2);
  });
});

test("an edit that leaves the user block alone happens, and its result has the writing guideline, once per doc", async () => {
  const place = project();
  const [first, second, fresh] = await bench.play(place, "Write well", [
    edit("ship the checkout", "ship the cart"),
    edit("ship the cart", "ship the shop"),
    write("memory-bank/details/design/cart.md", "# Cart\n\nx\n"),
    say("Done."),
  ]);
  expect(first).toContain(
    "[Memory Bank] Written; report it as: - Updated: memory-bank/MEMORY.md (Current Focus). This doc expects: ",
  );
  expect(second).not.toContain("[Memory Bank]");
  expect(fresh).toContain("(guideline: details/design/cart.md)");
});

describe("a command that no parse can foresee", () => {
  const overwrite = inline(`require('fs').appendFileSync(${BANK}+'/MEMORY.md','gone')`);

  test("has its change undone, the model is told, and the CLI brings the version back", async () => {
    const place = project();
    await bench.turn(place, "Run inline code", [
      bash(`${overwrite}; echo output stays`),
      say("Undone."),
    ]);
    const result = last("Run inline code");
    expect(result).toContain("output stays");
    expect(result).toContain("[Memory Bank] Undone:");
    expect(result).toContain(GUARD);
    expect(place.read(MEMORY)).toBe(ENTRY);
    const [, id = ""] = /memory-bank restore (\S+)\)/.exec(result) ?? [];
    const cli = (...args: string[]) =>
      runCli(args, { cwd: place.dir, env: { HOME: bench.host.home, XDG_STATE_HOME: "" } });
    expect(cli("status").stdout).toMatch(/Kept +1 incident/);
    cli("restore", id, "--yes");
    expect(place.read(MEMORY)).toBe(`${ENTRY}gone`);
  });

  test("by a program of the project is reported, and stays", async () => {
    const place = bench.project({
      files: {
        ...FILES,
        Makefile: "docs:\n\t@echo generated > memory-bank/details/generated.md\n",
      },
      plugin: {},
    });
    await bench.turn(place, "Run the generator", [bash("make docs"), say("Done.")]);
    expect(last("Run the generator")).toContain(
      "memory-bank/details/generated.md; the change stays",
    );
    expect(place.exists("memory-bank/details/generated.md")).toBe(true);
  });

  test("that was stopped is looked after all the same, and the next request says so", async () => {
    const place = project();
    bench.model.play("Run for long", [bash(`${overwrite}; sleep 30`)]);
    const session = await openSession(bench.host, place);
    const turn = session.send("Run for long").catch(() => undefined);
    await expect.poll(() => place.read(MEMORY)).toBe(`${ENTRY}gone`);
    await session.abort();
    await turn;
    await bench.turn(place, "What happened", [say("I see.")], { session });
    expect(place.read(MEMORY)).toBe(ENTRY);
    const [request] = bench.model.main("What happened");
    expect(request?.system.join("\n")).toContain("[Memory Bank] Undone:");
  });
});

test("what the user saves while nothing but a reader runs stays, and is told as theirs", async () => {
  const place = bench.project({ plugin: {} });
  const turn = bench.play(place, "Sleep while I edit", [
    bash("until test -e saved.txt; do sleep 0.1; done"),
    say("Done."),
  ]);
  await expect
    .poll(() => processesBelow(bench.host.pid))
    .toContainEqual(expect.objectContaining({ command: expect.stringContaining("saved.txt") }));
  place.write(PATTERNS_PATH, "- a new rule\n");
  place.write("saved.txt", "");
  const results = await turn;
  expect(results.join()).not.toContain("[Memory Bank]");
  expect(bench.model.main("Sleep while I edit")[1]?.system.join("\n")).toContain(
    `${PATTERNS_PATH} changed since your last step, by none of your tool calls`,
  );
  expect(place.read(PATTERNS_PATH)).toBe("- a new rule\n");
});
