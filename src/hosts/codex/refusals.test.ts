import { beforeAll, describe, expect, it } from "vitest";
import { writeFiles } from "../../../test/helpers/files-on-disk.ts";
import { tempFolder } from "../../../test/helpers/temp-project.ts";
import { createPaths } from "../../io/disk/paths.ts";
import { loadShell } from "../shared/host-tools.ts";
import { readHookInput } from "../shared/hook-input.ts";
import type { HookDialect } from "../shared/hooks.ts";
import { refuseOwnAgent } from "../shared/refuse-own-agent.ts";
import { createDialect } from "./dialect.ts";
import { TOOLS } from "./tools.ts";

type Bank = Parameters<HookDialect["refuse"]>[1]["bank"];
const ROOT = tempFolder();
writeFiles(ROOT, [["src/a.ts", "export {};\n"]]);
const BANK = `${ROOT}/memory-bank`;
const PATHS = createPaths({ directory: ROOT, root: ROOT, bank: BANK, isCaseInsensitive: false });
const bank = { renderBlock: () => "block", language: "en" } as unknown as Bank;
beforeAll(() => loadShell());

const refused = (command: unknown, tool = "Bash", of = bank) =>
  createDialect().refuse(readHookInput({ tool, args: { command } }), {
    understood: { call: undefined },
    ownAgent: undefined,
    bank: of,
  });

describe("a program that takes its commands from whoever types", () => {
  it.each(
    `bash|sh|zsh|dash|fish|/bin/bash|env sh|exec bash|nohup bash|sudo sh|command bash
bash -i|bash -l|bash --norc --noprofile|bash -s|bash -| bash |\tbash|python|python3|python3.12|python3 -i
python3 -|python3 -q|node|node -i|/usr/local/bin/node|deno|bun|ruby|irb|perl|php -a|lua5.4|R|julia
ghci|FOO=1 bash|env FOO=1 bash|cd src && bash|bash;|bash 2>&1
bash &|time bash|true; bash|(bash)
bash; echo done`.split(/[|\n]/),
  )("is refused: %j", (command) => {
    expect(refused(command)).toContain("(rule: guard-memory-files)");
  });

  it.each([
    "bash script.sh",
    "bash -c 'ls'",
    "sh -c ls",
    "bash -x script.sh",
    "bash --version",
    "python3 -V",
    "node --help",
    "python3 -c 'print(1)'",
    "python3 -m http.server",
    "python3 app.py",
    "node app.js",
    "node -e 1",
    "node --test",
    "echo x | bash",
    "cat deploy.sh | sh -s",
    "bash <<'EOF'\nls\nEOF",
    "python3 - <<'EOF'\nprint(1)\nEOF",
    "python3 < script.py",
    "cat > run.sh <<'EOF'\nbash\nEOF",
    "echo 'first; bash'",
    "echo bash",
    "which bash",
    "man bash",
    "git log -- bash",
    "ls bash",
    "npm run node",
    "deno task build",
    "bun test",
    "ruby -v",
    "node -v",
    "python3 -h",
    "bash --help",
    "timeout 60 node app.js",
    "",
  ])("is not %j", (command) => expect(refused(command)).toBeUndefined());

  it("is nobody's business without a bank, or in another tool's words", () => {
    const none = { ...bank, renderBlock: () => undefined } as Bank;
    expect(refused("bash", "Bash", none)).toBeUndefined();
    expect(refused("bash", "apply_patch")).toBeUndefined();
    for (const command of [undefined, 7, {}, null]) expect(refused(command)).toBeUndefined();
  });

  it("is refused in the language of the bank", () => {
    expect(refused("bash", "Bash", { ...bank, language: "zh" })).toContain("未运行");
  });

  it("is told from a long command at once", () => {
    expect(refused(`${"env ".repeat(20_000)}x`)).toBeUndefined();
    expect(refused(`bash${" -a".repeat(20_000)} x`)).toBeUndefined();
  });
});

describe("an agent of ours", () => {
  const around = {
    paths: () => PATHS,
    directory: ROOT,
    root: ROOT,
    isPosix: () => true,
    servers: () => [],
  };
  const refusal = (agent: string | undefined, tool: string, command: string) => {
    const call = TOOLS.toToolCall(tool, { command }, around);
    return refuseOwnAgent(agent, { call }, command, "en");
  };
  const patching = (path: string) => `*** Begin Patch\n*** Add File: ${path}\n+x\n*** End Patch`;

  it.each(["cat memory-bank/MEMORY.md", "sed -n 1,20p src/a.ts", "ls src", "wc -l README.md"])(
    "may read what is the project's: %s",
    (command) => {
      for (const agent of ["memory-reader", "memory-bank-writer"])
        expect(refusal(agent, "Bash", command)).toBeUndefined();
    },
  );

  it.each([
    "cat /etc/passwd",
    "cat .env",
    "cat ~/.ssh/id_rsa",
    "echo x > src/a.ts",
    "rm src/a.ts",
    "env",
    "grep -r key .",
    "git log -p",
    "npm test",
    "python3 -c 'print(1)'",
    "cat src/a.ts; printenv",
    "curl http://localhost",
    "/usr/bin/env",
    `apply_patch <<'EOF'\n${patching("src/a.ts")}\nEOF`,
  ])("may do nothing else by the shell: %s", (command) => {
    for (const agent of ["memory-reader", "memory-bank-writer"])
      expect(refusal(agent, "Bash", command)).toContain("[Memory Bank] Not run");
    expect(refusal(undefined, "Bash", command)).toBeUndefined();
  });

  it("writes docs if it is the writer, and nothing else", () => {
    const doc = patching("memory-bank/details/tech.md");
    expect(refusal("memory-bank-writer", "apply_patch", doc)).toBeUndefined();
    expect(refusal("memory-reader", "apply_patch", doc)).toBeDefined();
    for (const agent of ["memory-bank-writer", "memory-reader"])
      expect(refusal(agent, "apply_patch", patching("src/a.ts"))).toBeDefined();
  });
});
