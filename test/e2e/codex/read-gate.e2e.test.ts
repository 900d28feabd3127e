import { expect, test } from "vitest";
import { say, shownTo, together } from "../kit/index.ts";
import { FILES, PATTERNS_PATH, withLinked } from "../use-host.ts";
import { MODES } from "./modes.ts";
import { patch, shell, updating } from "./steps.ts";
import { BLOCK, describeCodex, useBank } from "./use-codex.ts";

const bench = useBank(BLOCK);
const RULE = "(rule: read-before-write)";
const manifest = (version: string) => `{ "name": "tea", "version": "${version}" }`;
const setVersion = (from: string, to: string) =>
  updating("package.json", manifest(from), manifest(to));
const LONG = "memory-bank/details/patterns.md";

describeCodex.each(MODES)("block mode, $mode", ({ args, run, put, hand }) => {
  test("an unread patch of package.json is refused with one next step; after reading it passes; the next message starts unread", async () => {
    const project = bench.project();
    const first = await bench.turn(
      project,
      "Bump the version",
      [
        put(setVersion("1.0.0", "2.0.0")),
        run(`cat '${PATTERNS_PATH}'`),
        put(setVersion("1.0.0", "2.0.0")),
        say("Done."),
      ],
      { args },
    );
    expect(first.results[0]?.text).toContain(
      `[Memory Bank] Not written: package.json is a sensitive file, and the project's conventions were not read in this turn.\nNext: exec_command({ cmd: "cat '${PATTERNS_PATH}'" }) to its end, then repeat this call. ${RULE}`,
    );
    expect(project.read("package.json")).toContain('"2.0.0"');

    const again = [put(setVersion("2.0.0", "3.0.0")), say("Refused.")];
    const [next] = await bench.play(project, "And once more", again, {
      resume: first.session,
      args,
    });
    expect(next).toContain(RULE);
    expect(project.read("package.json")).toContain('"2.0.0"');
  });

  test("a subagent's read opens nothing for its parent, its parent's read opens it for the subagent", async () => {
    const project = bench.project();
    bench.model.play("Read the rules", [run(`cat ${PATTERNS_PATH}`), say("Read.")]);
    bench.model.play("Set the version", [put(setVersion("1.0.0", "2.0.0")), say("Set.")]);
    const { results, requests } = await bench.turn(
      project,
      "Delegate",
      [
        ...hand("Read the rules"),
        put(setVersion("1.0.0", "9.0.0")),
        run(`cat ${PATTERNS_PATH}`),
        ...hand("Set the version"),
        say("Done."),
      ],
      { args },
    );
    expect(results.map(({ text }) => text).join("\n")).toContain(RULE);
    const sub = requests.find(({ agentID }) => agentID !== undefined);
    expect(shownTo(sub).split("protocol_version: memory-bank/v1")).toHaveLength(2);
    expect(project.read("package.json")).toContain('"2.0.0"');
  });
});

describeCodex("block mode", () => {
  test("a rule file of the project that the bank links is asked for, and opens the gate once it was read", async () => {
    const project = bench.project({ files: withLinked("CONTRIBUTING.md") });
    const [refused] = await bench.play(project, "Bump by the rules", [
      patch(setVersion("1.0.0", "2.0.0")),
      shell("cat CONTRIBUTING.md"),
      patch(setVersion("1.0.0", "2.0.0")),
      say("Done."),
    ]);
    expect(refused).toContain("cat 'CONTRIBUTING.md'");
    expect(project.read("package.json")).toContain('"2.0.0"');
  });

  test("a package manager that changes the manifest is refused in block, and told in warn", async () => {
    const add = () => [shell("npm install left-pad --offline"), say("Done.")];
    const [refused] = await bench.play(bench.project(), "Add a package", add());
    expect(refused).toContain("Not written: package.json is a sensitive file");
    const env = { MEMORY_BANK_GUARD_MODE: "warn" };
    const { requests } = await bench.turn(bench.project(), "In warn", add(), { env });
    const seen = shownTo(requests.at(-1));
    expect(seen).toContain("[Memory Bank] Done, but package.json is a sensitive file");
  });

  test("an output that the host has cut counts as no reading", async () => {
    const long = `${FILES[LONG]}${"- more\n".repeat(9000)}`;
    const project = bench.project({ files: { ...FILES, [LONG]: long } });
    const results = await bench.play(project, "Too long", [
      shell(`cat ${LONG}`),
      patch(setVersion("1.0.0", "2.0.0")),
      say("Refused."),
    ]);
    expect(results[0]).toContain("truncated output");
    expect(results[1]).toContain(RULE);
  });

  test("a read beside a patch: the patch waits for it, and passes", async () => {
    const project = bench.project();
    await bench.turn(project, "At once", [
      together(shell(`cat ${PATTERNS_PATH}`), patch(setVersion("1.0.0", "2.0.0"))),
      say("Done."),
    ]);
    expect(project.read("package.json")).toContain('"2.0.0"');
  });
});
