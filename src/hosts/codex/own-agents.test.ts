import { beforeAll, expect, it } from "vitest";
import { createPaths } from "../../io/disk/paths.ts";
import { TOOLS } from "./tools.ts";
import { loadShell } from "../shared/host-tools.ts";
import { refuseOwnAgent } from "../shared/refuse-own-agent.ts";

const ROOT = "/nowhere/tea";
const PATHS = createPaths({
  directory: ROOT,
  root: ROOT,
  bank: `${ROOT}/memory-bank`,
  isCaseInsensitive: false,
});
const around = {
  paths: () => PATHS,
  directory: ROOT,
  root: ROOT,
  isPosix: () => true,
};
const AGENTS = ["memory-reader", "memory-bank-writer"];
const patching = (path: string) => `*** Begin Patch\n*** Add File: ${path}\n+x\n*** End Patch`;
beforeAll(() => loadShell());

function refusal(agent: string | undefined, tool: string, command: string) {
  const call = TOOLS.toToolCall(tool, { command }, around);
  return refuseOwnAgent(agent, { call }, "en");
}

it.each(["cat memory-bank/MEMORY.md", "sed -n 1,20p src/a.ts", "ls src", "wc -l README.md"])(
  "an agent of ours may read by the shell: %s",
  (command) => {
    for (const agent of AGENTS) expect(refusal(agent, "Bash", command)).toBeUndefined();
  },
);

it.each([
  "echo x > src/a.ts",
  "rm src/a.ts",
  "npm test",
  "python3 -c 'print(1)'",
  `apply_patch <<'EOF'\n${patching("src/a.ts")}\nEOF`,
])("it may do nothing else by it: %s", (command) => {
  for (const agent of AGENTS)
    expect(refusal(agent, "Bash", command)).toContain("[Memory Bank] Not run");
  expect(refusal("default", "Bash", command)).toBeUndefined();
});

it("the writer writes docs, and nothing else", () => {
  const doc = patching("memory-bank/details/tech.md");
  expect(refusal("memory-bank-writer", "apply_patch", doc)).toBeUndefined();
  expect(refusal("memory-reader", "apply_patch", doc)).toBeDefined();
  for (const agent of AGENTS)
    expect(refusal(agent, "apply_patch", patching("src/a.ts"))).toBeDefined();
});
