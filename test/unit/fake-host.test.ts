import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { startFakeHost } from "../helpers/fake-host.ts";
import { tempProject } from "../helpers/temp-project.ts";

const ENTRY = "memory-bank/MEMORY.md";
const TECH = "memory-bank/details/tech.md";
const TEXT = "# Memory of tea\n\n## Current Focus\n\n- Goal: tea\n";
const USERS = "<!-- USER_BLOCK_START -->\nmine\n<!-- USER_BLOCK_END -->\n";
/** What OpenCode's agents would be told: nothing of it may come from the runtime. */
const OF_ANOTHER_HOST =
  /filePath|subagent_type|apply_patch|memory_bank_refresh|\/memory-bank-refresh/;

let root = "";
let all = "";
beforeEach(() => {
  root = tempProject({
    [ENTRY]: TEXT,
    [TECH]: `# Tech\n\n${USERS}`,
    "memory-bank/details/patterns.md": "- be kind\n",
    "memory-bank/details/progress.md": "- half\n",
    "package.json": "{}\n",
    "generate.sh": "",
  });
  process.env["XDG_STATE_HOME"] = join(root, "state");
  all = "";
});

function start(options: object = { guardMode: "block" }) {
  const host = startFakeHost(root, options);
  const seen = (text: string) => {
    all += text;
    return text;
  };
  return {
    ...host,
    call: async (...args: Parameters<typeof host.call>) => seen(await host.call(...args)),
    request: (id: string) => seen(host.request(id)),
  };
}

describe("a host that is nothing but payloads and words", () => {
  it("gets the block, and its gate opens with its own reading tool", async () => {
    const { hear, request, call } = start();
    await hear("one", "bump it");
    expect(request("one")).toContain("ASK memory-reader");
    expect(request("one")).toContain("REBUILD refreshes the bank");
    const refused = await call("one", "PUT package.json", "{ }\n");
    expect(refused).toContain("Next: SHOW memory-bank/details/patterns.md to its end");
    expect(readFileSync(join(root, "package.json"), "utf8")).toBe("{}\n");
    await call("one", "SHOW memory-bank/details/patterns.md");
    expect(await call("one", "PUT package.json", "{ }\n")).not.toContain("Not written");
    expect(readFileSync(join(root, "package.json"), "utf8")).toBe("{ }\n");
  });
});

describe("a plan, on any host", () => {
  const made = (text: string) => /REBUILD! (\w+)/.exec(text)?.[1] ?? "";
  beforeEach(() => rmSync(join(root, ENTRY)));

  it("is applied with the user's yes to it, once, and not by a subagent", async () => {
    const { hear, say, rebuild, request } = start({ approval: "off", guardMode: "off" });
    await hear("one", "refresh the bank");
    const id = made(await rebuild("one"));
    await expect(rebuild("one", id)).rejects.toThrow("has not agreed to plan");
    request("one");
    say("one", "Here is the plan. Shall I?");
    await hear("one", "yes");
    await hear("child.one", "apply it");
    await expect(rebuild("child.one", id)).rejects.toThrow("only a main agent");
    await expect(rebuild("two", id)).rejects.toThrow("has not agreed to plan");
    expect(await rebuild("one", id)).toContain("[Memory Bank written]");
    await expect(rebuild("one", id)).rejects.toThrow("has not agreed to plan");
  });
});

it("nobody speaks another host's words to it", async () => {
  const { hear, call, request } = start({ writer: "subagent", guardMode: "block" });
  await hear("one", "we decided to use pnpm");
  request("one");
  await call("one", `PUT ${TECH}`, `# Tech\n\n${USERS}`);
  await call("one", "RUN memory-bank refresh");
  await call("one", "RUN rm -rf memory-bank");
  await call("one", "PUT package.json", "x");
  expect(all).toContain("ASK memory-bank-writer");
  expect(all).toContain("ask the user to run REBUILD");
  expect(all).not.toMatch(OF_ANOTHER_HOST);
});
