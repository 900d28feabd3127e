import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import {
  call,
  calls,
  CONTEXT_FULL,
  disposeInstance,
  fail,
  hostGet,
  makeProject,
  openSession,
  resumeSession,
  say,
  startHost,
  startScriptedModel,
  type Host,
  type Project,
  type ScriptedModel,
} from "./index.ts";

const REFUSING_PLUGIN = `
export const Refusing = async () => ({
  config: async (config) => { config.command = { ...config.command, greet: { template: "Greet $ARGUMENTS" } } },
  "tool.execute.before": async (input, output) => {
    if (input.tool === "write" && output.args.filePath.endsWith("secret.txt")) throw new Error("Do not write secret.txt.")
  },
})
`;

let model: ScriptedModel;
let host: Host;
let project: Project;

beforeAll(async () => {
  model = await startScriptedModel();
  host = await startHost({ model });
  const plugin = join(host.home, "refusing-plugin.js");
  writeFileSync(plugin, REFUSING_PLUGIN);
  project = makeProject(host, {
    files: { "a.txt": "alpha\n", "b.txt": "beta\n" },
    plugin: [pathToFileURL(plugin).href],
  });
});

afterEach(() => {
  const unscripted = model.unscripted.map((request) => request.lastUserText);
  const leftovers = model.leftovers();
  model.reset();
  expect(unscripted).toEqual([]);
  expect(leftovers).toEqual([]);
});

afterAll(async () => {
  await host?.stop();
  await model?.stop();
});

describe("scripted turns", () => {
  test("a scripted read is executed and its result reaches the model", async () => {
    model.play("Look at a.txt", [call("read", { filePath: "a.txt" }), say("It says alpha.")]);
    const session = await openSession(host, project);

    const answer = await session.send("Look at a.txt, please");

    expect(answer.text).toBe("It says alpha.");
    const [first, second] = model.main("Look at a.txt");
    expect(first?.tools).toContain("read");
    expect(first?.system[0]).toContain("<env>");
    expect(first?.sessionID).toBe(session.id);
    expect(second?.toolResults[0]?.text).toContain("alpha");
    expect(await session.toolParts()).toMatchObject([
      { tool: "read", status: "completed", input: { filePath: "a.txt" } },
    ]);
  });

  test("title requests are recognised and need no script", async () => {
    model.play("Name this", [say("Done.")]);
    const session = await openSession(host, project);
    await session.send("Name this conversation");
    // It runs beside the turn and may come after it; one of an earlier test's session may come even now.
    const own = () => model.requests.filter((request) => request.sessionID === session.id);
    await expect
      .poll(() =>
        own()
          .map((request) => request.kind)
          .toSorted(),
      )
      .toEqual(["main", "title"]);
  });

  test("parallel calls of one step are all answered in the next request", async () => {
    model.play("Read both", [
      calls(["read", { filePath: "a.txt" }], ["read", { filePath: "b.txt" }]),
      (request) => say(`${request.toolResults.length} results`),
    ]);
    const session = await openSession(host, project);
    expect((await session.send("Read both")).text).toBe("2 results");
    expect((await session.toolParts()).map((part) => part.output)).toMatchObject(
      [/alpha/, /beta/].map((text) => expect.stringMatching(text)),
    );
  });

  test("the longest matching script wins, and a later turn has its own", async () => {
    model.play("Go", [say("short"), say("short again")]);
    model.play("Go further", [say("long")]);
    const session = await openSession(host, project);
    expect((await session.send("Go further")).text).toBe("long");
    expect((await session.send("Go")).text).toBe("short");
    expect((await session.send("Go")).text).toBe("short again");
  });

  test("a subagent follows its own script under its own session", async () => {
    const task = { subagent_type: "general", description: "Look", prompt: "Inspect b.txt closely" };
    model.play("Delegate", [call("task", task), say("The subagent is back.")]);
    model.play("Inspect b.txt", [call("read", { filePath: "b.txt" }), say("b.txt says beta")]);
    const session = await openSession(host, project);

    await session.send("Delegate this");

    const [child] = await session.children();
    expect(model.main("Inspect b.txt")[0]).toMatchObject({
      sessionID: child?.id,
      parentSessionID: session.id,
    });
    expect(await child?.toolParts()).toMatchObject([{ tool: "read", status: "completed" }]);
    expect(model.main("Delegate")[1]?.toolResults[0]?.text).toContain("b.txt says beta");
  });

  test("a gpt model is offered apply_patch instead of edit and write", async () => {
    const patchText = "*** Begin Patch\n*** Add File: patched.txt\n+new\n*** End Patch";
    model.play("Patch it", [call("apply_patch", { patchText }), say("Patched.")]);
    const session = await openSession(host, project, { model: "mock/gpt-5-mock" });
    await session.send("Patch it");
    expect(project.read("patched.txt")).toBe("new\n");
    expect(model.main("Patch it")[0]?.tools).not.toContain("write");
  });

  test("a refused call shows the plugin's message to the model", async () => {
    model.play("Write a secret", [
      call("write", { filePath: "secret.txt", content: "x" }),
      say("Refused."),
    ]);
    const session = await openSession(host, project);
    await session.send("Write a secret");
    expect(model.main("Write a secret")[1]?.toolResults[0]?.text).toBe("Do not write secret.txt.");
    expect(await session.toolParts()).toMatchObject([
      { status: "error", error: "Do not write secret.txt." },
    ]);
    expect(project.exists("secret.txt")).toBe(false);
  });

  test("a provider error ends the turn with its message", async () => {
    model.play("Break", [fail("out of order")]);
    const session = await openSession(host, project);
    expect((await session.send("Break")).error).toContain("out of order");
  });
});

describe("compaction", () => {
  test("a full context provokes it, and the turn goes on with its script", async () => {
    model.play("Long work", [
      call("read", { filePath: "a.txt" }, { usage: CONTEXT_FULL }),
      say("Finished after all."),
    ]);
    model.playCompaction([say("Summary: alpha was read.")]);
    const session = await openSession(host, project);

    expect((await session.send("Long work")).text).toBe("Finished after all.");

    const after = model.main("Long work")[1];
    expect(
      after?.messages.some((message) => message.text.includes("Summary: alpha was read.")),
    ).toBe(true);
    expect(model.requests.filter((request) => request.kind === "compaction")).toHaveLength(1);
  });

  test("a failed one ends the turn, and the next turn compacts first", async () => {
    model.play("Hopeless work", [call("read", { filePath: "a.txt" }, { usage: CONTEXT_FULL })]);
    model.playCompaction([fail("no summary today")]);
    model.play("Try again", [say("Now it works.")]);
    const session = await openSession(host, project);

    expect((await session.send("Hopeless work")).error).toBe("no summary today");
    expect((await session.send("Try again")).text).toBe("Now it works.");
    expect(model.requests.filter((request) => request.kind === "compaction")).toHaveLength(2);
  });

  test("the user can ask for it", async () => {
    model.play("Remember me", [say("Yes.")]);
    const session = await openSession(host, project);
    await session.send("Remember me");
    await session.summarize();
    expect(
      (await session.messages()).filter((message) => message.info["summary"] === true),
    ).toHaveLength(1);
  });
});

describe("the host", () => {
  test("commands of a plugin are listed and run", async () => {
    model.play("Greet Ada", [say("Hello, Ada.")]);
    expect(await hostGet(host, project, "/command")).toContainEqual(
      expect.objectContaining({ name: "greet" }),
    );
    const session = await openSession(host, project);
    expect((await session.command("greet", "Ada")).text).toBe("Hello, Ada.");
    await disposeInstance(host, project);
    expect(await hostGet(host, project, "/command")).toContainEqual(
      expect.objectContaining({ name: "greet" }),
    );
  });

  test("projects are separate: another folder has its own files and no plugin", async () => {
    const other = makeProject(host, {
      files: { "pkg/c.txt": "gamma\n" },
      plugin: false,
      git: false,
      subfolder: "pkg",
    });
    model.play("Where am I", [
      call("bash", { command: "pwd", description: "Where" }),
      say("Here."),
    ]);
    const session = await openSession(host, other);
    await session.send("Where am I");
    expect((await session.toolParts())[0]?.output?.trim()).toBe(other.cwd);
    expect(await hostGet(host, other, "/command")).not.toContainEqual(
      expect.objectContaining({ name: "greet" }),
    );
    other.remove();
    expect(project.git("status", "--porcelain", "a.txt", "opencode.json")).toBe("");
  });

  test("a failed request tells what the host logged", async () => {
    await expect(resumeSession(host, project, "ses_missing").send("Hello")).rejects.toThrow(
      /\/message answered 4\d\d.*the host's log ends with/s,
    );
  });

  test("sessions survive a crash and a restart with the same home", async () => {
    model.play("Before the crash", [say("Noted.")]);
    model.play("After the crash", [say("Still here.")]);
    const session = await openSession(host, project);
    await session.send("Before the crash");

    await host.kill();
    host = await startHost({ model, home: host.home });

    await resumeSession(host, project, session.id).send("After the crash");
    expect(model.main("After the crash")[0]?.messages.map((message) => message.text)).toContain(
      "Noted.",
    );
  });
});
