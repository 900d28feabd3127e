import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import * as fc from "fast-check";
import { expect } from "vitest";
import { stateFolderOf } from "../../src/io/disk/state-folder.ts";
import { listKept, readKept } from "../../src/io/kept/kept-versions.ts";
import { applyPlan } from "../../src/io/plan/apply-plan.ts";
import { startFakeHost } from "./fake-host.ts";
import { textsIn } from "./files-on-disk.ts";
import { planOn } from "./plans.ts";
import { tempProject } from "./temp-project.ts";

const usersBlock = (words: string) =>
  `<!-- USER_BLOCK_START -->\n${words}\n<!-- USER_BLOCK_END -->\n`;
const DOCS = ["MEMORY.md", "details/patterns.md", "details/tech.md", "details/design/a.md"];
const START = Object.fromEntries(DOCS.map((doc) => [doc, `# ${doc}\n\n${usersBlock("mine")}`]));

/** Longer than the time in which a hook relies on what the one before has seen. */
const A_MOMENT = 40;

const doc = fc.constantFrom(...DOCS);
export const steps = fc.array(
  fc.record({
    kind: fc.constantFrom(
      "tool",
      "other-session",
      "plan",
      "inline",
      "inline-removes",
      "reader",
      "program",
      "job",
      "user",
      "user-removes",
      "user-during-inline",
      "turn",
    ),
    doc,
    other: doc,
  }),
  { minLength: 1, maxLength: 8 },
);
type Step = typeof steps extends fc.Arbitrary<readonly (infer Each)[]> ? Each : never;

/** Plays the steps on real files, and sees that each change is told as what it was, and that nothing is lost. */
export async function expectExplained(list: readonly Step[]): Promise<void> {
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
    const { kind, doc: name, other } = step;
    const isThere = right[name] !== undefined;
    let told: readonly string[] = [];
    switch (kind) {
      case "tool":
      case "other-session": {
        const text = fresh(kind);
        const id = kind === "tool" ? "s" : "t";
        expect(await host.call(id, `PUT ${named(name)}`, text)).not.toContain("Not written");
        replaced.add(right[name]);
        right[name] = text;
        break;
      }
      case "plan": {
        const text = fresh(kind);
        const bank = join(root, "memory-bank");
        applyPlan(
          { root, bank },
          planOn(bank, (on) => [isThere ? on.edit(name, text) : on.create(name, text)]),
          { stateFolder: () => stateFolderOf(bank) },
        );
        replaced.add(right[name]);
        right[name] = text;
        break;
      }
      case "inline":
      case "inline-removes": {
        const isRemoval = kind === "inline-removes" && isThere;
        const said = await run('node -e "1"', () => {
          if (isRemoval) rmSync(path(name));
          else write(name, fresh(kind));
        });
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
        expect(said).toContain(`"make" changed ${named(name)}; the change stays.`);
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
      case "user":
      case "user-removes": {
        await pause(A_MOMENT);
        if (kind === "user-removes" && isThere) {
          rmSync(path(name));
          delete right[name];
        } else {
          right[name] = fresh(kind);
          write(name, right[name]);
        }
        await pause(A_MOMENT);
        // Whichever hook comes first finds it.
        if (count % 2 === 0) await host.call("s", "RUN ls", "", () => {});
        told = await request();
        expect(told.join()).toContain("by none of your tool calls");
        expect(told.join()).toContain(named(name));
        break;
      }
      case "user-during-inline": {
        if (other === name) break;
        // Before it began, and in another doc than it touches.
        right[other] = fresh("user");
        write(other, right[other]);
        await pause(A_MOMENT);
        const said = await run('node -e "1"', () => write(name, fresh("inline")));
        expect(said).toContain("Undone:");
        told = await request();
        expect(told.join()).toContain(named(other));
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
    listKept(folder).flatMap(({ id, docs }) =>
      docs.flatMap(({ doc: name }) =>
        (["before", "after"] as const).flatMap((which) => {
          const bytes = readKept(folder, id, name, which);
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
