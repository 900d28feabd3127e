import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { startFakeHost } from "../../test/helpers/fake-host.ts";
import { tempProject } from "../../test/helpers/temp-project.ts";
import { NO_CALL, NO_RESULT } from "../policy/call.ts";
import { readBeforeWrite } from "../policy/rules/read-before-write.ts";
import { toShellCall } from "./shell-call.ts";

const ENTRY = "memory-bank/MEMORY.md";
const PATTERNS = "memory-bank/details/patterns.md";
const BEFORE = "# Memory\n\n".repeat(2000);
const DELIVERY = { say: () => true };

async function start(options: object = {}) {
  const root = tempProject({ [ENTRY]: BEFORE, [PATTERNS]: "- be kind\n", "package.json": "{}\n" });
  process.env["XDG_STATE_HOME"] = join(root, "state");
  const host = startFakeHost(root, options);
  await host.hear("s", "x");
  const { runtime } = host;
  return {
    host,
    runtime,
    root,
    read: () => readFileSync(join(root, ENTRY), "utf8"),
    overwrite: () => writeFileSync(join(root, ENTRY), "gone\n"),
    edit: () => host.call("s", "PUT package.json", "{ }"),
    run: (command: string, act = () => {}) => host.call("s", `RUN ${command}`, "", act),
    nextRequest: async () => {
      await runtime.settle("s");
      return host.request("s");
    },
  };
}

const notices = (output: string) => output.split("[Memory Bank]").length - 1;
const RULE = "(rule: read-before-write)";

afterEach(() => void vi.restoreAllMocks());

describe("a refusal", () => {
  it("is decided once where there is nothing to wait for", async () => {
    const { edit } = await start({ guardMode: "block" });
    const asked = vi.spyOn(readBeforeWrite, "judge");
    expect(await edit()).toContain(RULE);
    expect(asked).toHaveBeenCalledTimes(1);
  });

  it("is decided again where a read came back meanwhile", async () => {
    const { edit, runtime } = await start({ guardMode: "block" });
    const asked = vi.spyOn(readBeforeWrite, "judge");
    const target = runtime.bank.paths.toTarget(PATTERNS);
    const call = { ...NO_CALL, reads: [{ target }] };
    const isNeverRefused = () => true;
    await runtime.before("s", { id: "r", tool: "SHOW", args: {}, call, isNeverRefused });
    const editing = edit();
    // The read comes back only after the first judgement.
    await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(1));
    await runtime.after("s", "r", () => ({ ...NO_RESULT, shown: "whole" }), DELIVERY);
    expect(await editing).not.toContain(RULE);
    expect(asked).toHaveBeenCalledTimes(2);
  });
});

it("a result has one notice, the most important; the other comes with its next occasion", async () => {
  const { run, overwrite } = await start();
  const command = 'echo x > package.json; node -e "1"';
  const first = await run(command, overwrite);
  expect(notices(first)).toBe(1);
  expect(first).toContain("Undone:");
  const second = await run(command);
  expect(notices(second)).toBe(1);
  expect(second).toContain(RULE);
  // A turn that was told something is not reminded as well.
  expect(await run(command)).toBe("");
});

it("what a command in the background did is told with the next request as nobody's work, once", async () => {
  const { run, overwrite, nextRequest, read } = await start();
  expect(await run('node -e "1" &')).toBe("");
  overwrite();
  expect(await nextRequest()).toContain("by none of your tool calls");
  expect(read()).toBe("gone\n");
  expect(await nextRequest()).not.toContain("by none of your tool calls");
});

it("a call that never came back is looked after with the next request", async () => {
  const { runtime, root, overwrite, nextRequest, read } = await start();
  const call = toShellCall('node -e "1"', { folder: root, paths: runtime.bank.paths });
  const isNeverRefused = () => false;
  await runtime.before("s", { id: "stopped", tool: "RUN", args: {}, call, isNeverRefused });
  overwrite();
  expect(await nextRequest()).toContain("[Memory Bank] Undone:");
  expect(read()).toBe(BEFORE);
});
