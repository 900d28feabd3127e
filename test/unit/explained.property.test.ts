import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { stateFolderOf } from "../../src/io/disk/state-folder.ts";
import { listKept, readKept } from "../../src/io/kept/kept-versions.ts";
import { applyPlan } from "../../src/io/plan/apply-plan.ts";
import { startFakeHost } from "../helpers/fake-host.ts";
import { textsIn } from "../helpers/files-on-disk.ts";
import { planOn } from "../helpers/plans.ts";
import { tempProject } from "../helpers/temp-project.ts";

const usersBlock = (words: string) =>
  `<!-- USER_BLOCK_START -->\n${words}\n<!-- USER_BLOCK_END -->\n`;
const DOCS = ["MEMORY.md", "details/patterns.md", "details/tech.md", "details/design/a.md"];
const START = Object.fromEntries(DOCS.map((doc) => [doc, `# ${doc}\n\n${usersBlock("mine")}`]));

/** Longer than the time in which a hook relies on what the one before has seen. */
const A_MOMENT = 40;

const doc = fc.constantFrom(...DOCS);
const steps = fc.array(
  fc.record({
    kind: fc.constantFrom("tool", "plan", "inline", "reader", "program", "job", "user", "turn"),
    doc,
  }),
  { minLength: 1, maxLength: 8 },
);
type Step = typeof steps extends fc.Arbitrary<readonly (infer Each)[]> ? Each : never;

/** Plays the steps on real files, and sees that each change is told as what it was, and that nothing is lost. */
async function expectExplained(list: readonly Step[]): Promise<void> {
  const root = tempProject(
    Object.fromEntries(Object.entries(START).map(([path, text]) => [`memory-bank/${path}`, text])),
  );
  process.env["XDG_STATE_HOME"] = join(root, "state");
  const options = { approval: "off", guardMode: "off" };
  const host = startFakeHost(root, options);
  const path = (name: string) => join(root, "memory-bank", name);
  const write = (name: string, text: string) => {
    mkdirSync(join(path(name), ".."), { recursive: true });
    writeFileSync(path(name), text);
  };
  /** What is on disk by right, and every text that was there. */
  const right: Record<string, string> = { ...START };
  const everThere = new Set<string>(Object.values(START));
  let count = 0;
  const fresh = (by: string) => {
    const text = `# by ${by} ${count++}\n\n${usersBlock("mine")}`;
    everThere.add(text);
    return text;
  };
  /** Texts that a tool or a plan replaced, as it may. */
  const replaced = new Set<string | undefined>();
  const named = (name: string) => `memory-bank/${name}`;
  const request = async () => {
    await host.runtime.settle("s");
    const said = host.request("s");
    host.say("s", "ok");
    return said.split("\n").filter((line) => /^\[Memory Bank\].* changed/.test(line));
  };
  /** A command that does this. */
  const run = (command: string, act: () => void | Promise<void>) =>
    host.call("s", `RUN ${command}`, "", act);

  await host.hear("s", "go on");
  host.runtime.openBank("s");

  for (const step of list) {
    const { kind, doc: name } = step;
    let told: readonly string[] = [];
    switch (kind) {
      case "tool": {
        const text = fresh(kind);
        expect(await host.call("s", `PUT ${named(name)}`, text)).not.toContain("Not written");
        replaced.add(right[name]);
        right[name] = text;
        break;
      }
      case "plan": {
        const text = fresh(kind);
        const bank = join(root, "memory-bank");
        applyPlan(
          { root, bank },
          planOn(bank, (on) => [on.edit(name, text)]),
        );
        replaced.add(right[name]);
        right[name] = text;
        break;
      }
      case "inline": {
        const said = await run('node -e "1"', () => write(name, fresh(kind)));
        expect(said).toContain(named(name));
        expect(said, kind).toContain("Undone:");
        break;
      }
      case "reader": {
        // A user's save while nothing but a reader runs.
        const said = await run("sleep 1", () => write(name, (right[name] = fresh("user"))));
        told = [said, ...(await request())];
        expect(told.join()).toContain("by none of your tool calls");
        expect(told.join()).toContain(named(name));
        break;
      }
      case "program": {
        const text = fresh(kind);
        const said = await run("make docs", () => write(name, text));
        expect(said).toContain(`"make" changed ${named(name)}; the change stays`);
        right[name] = text;
        break;
      }
      case "job": {
        await host.call("s", 'RUN node -e "1" &', "", () => {});
        write(name, (right[name] = fresh(kind)));
        await pause(A_MOMENT);
        told = await request();
        expect(told.join()).toContain("by none of your tool calls");
        expect(told.join()).toContain(named(name));
        break;
      }
      case "user": {
        await pause(A_MOMENT);
        write(name, (right[name] = fresh(kind)));
        await pause(A_MOMENT);
        // Whichever hook comes first finds it.
        if (count % 2 === 0) await host.call("s", "RUN ls", "", () => {});
        told = await request();
        expect(told.join()).toContain("by none of your tool calls");
        expect(told.join()).toContain(named(name));
        break;
      }
      case "turn":
        await host.hear("s", "go on");
    }
    expect(textsIn(join(root, "memory-bank")), JSON.stringify(step)).toEqual(right);
  }
  // Told once: nothing is left to say.
  await request();
  await pause(A_MOMENT);
  expect(await request()).toEqual([]);

  const folder = stateFolderOf(join(root, "memory-bank"));
  const kept = new Set(
    listKept(folder).flatMap((incident) =>
      incident.docs.flatMap(({ doc: name }) =>
        (["before", "after"] as const).flatMap((which) => {
          const bytes = readKept(folder, incident, name, which);
          return bytes === undefined ? [] : [Buffer.from(bytes).toString()];
        }),
      ),
    ),
  );
  const lost = [...everThere].filter(
    (text) => /by (?:inline|harmless|job|user)/.test(text) && !kept.has(text),
  );
  const isSomewhere = (text: string) => replaced.has(text) || Object.values(right).includes(text);
  expect(lost.filter((text) => !isSomewhere(text))).toEqual([]);
  host.runtime.close();
  rmSync(root, { recursive: true, force: true });
}

it("every change of a bank is explained by the right one, and nothing is lost", async () => {
  await fc.assert(
    fc.asyncProperty(steps, (list) => expectExplained(list)),
    { numRuns: 30 },
  );
});
