import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tempProject } from "../../test/helpers/temp-project.ts";
import { createPaths } from "../io/disk/paths.ts";
import { createAssessRisk } from "../policy/risk.ts";
import { toShellCall } from "./shell-call.ts";

const assess = createAssessRisk({ sensitive: [], safe: [], multiFile: 2 });

function open() {
  const root = tempProject({
    ".gitignore": "*.sqlite\nlocal/\n",
    "package.json": "{}",
    "src/a.ts": "",
    "src/b.ts": "",
    "dist/app.js": "",
    "local/notes.txt": "",
    "x.sqlite": "",
    "memory-bank/MEMORY.md": "",
  });
  const bank = join(root, "memory-bank");
  const paths = createPaths({ directory: root, root, bank, isCaseInsensitive: false });
  const riskOf = (command: string) => assess(toShellCall(command, { folder: root, paths })).level;
  return { root, riskOf };
}

describe("the risk of a command, by the files that are there", () => {
  it.each([
    ["sed -i s/a/b/ src/a.ts src/b.ts", "medium"],
    ["rm src/a.ts", "medium"],
    ["rm -rf src", "medium"],
    ["gofmt -w .", "medium"],
    ["echo x > src/c.ts", "low"],
    ["cp src/a.ts src/c.ts && touch deep/er/d.ts", "low"],
    ["cat > run.py <<'EOF'\nEOF\npython3 run.py; rm run.py", "low"],
    ["npm test > out.log", "low"],
    ["rm -rf dist node_modules", "low"],
    ["rm x.sqlite; echo x >> local/notes.txt; rm -r local", "low"],
    ["npm install left-pad", "high"],
    ["npm install", "low"],
    ["echo A=1 > .env", "high"],
  ])("%s", (command, level) => {
    expect(open().riskOf(command)).toBe(level);
  });

  it("follows the rules of git as they are now", () => {
    const { root, riskOf } = open();
    expect(riskOf("rm x.sqlite")).toBe("low");
    writeFileSync(join(root, ".gitignore"), "");
    expect(riskOf("rm x.sqlite")).toBe("medium");
    rmSync(join(root, ".gitignore"));
    expect(riskOf("rm x.sqlite")).toBe("medium");
  });
});
