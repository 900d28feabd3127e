import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { tempProject } from "../../../../test/helpers/temp-project.ts";
import { chooseSpecifier, findCopies, isOurEntry, readOurEntry } from "./our-entry.ts";

const CODE = 'const id = "agent-memory-bank"; const protocol = "memory-bank/v1";\n';

describe("an entry in a list of plugins", () => {
  const root = fileURLToPath(new URL("../../../..", import.meta.url));

  it.each([
    "agent-memory-bank",
    "agent-memory-bank@0.1.0",
    "npm:agent-memory-bank@1",
    "memory@npm:agent-memory-bank@1",
    "file:///gone/node_modules/agent-memory-bank/dist/plugin.js",
    "file:///gone/node_modules/agent-memory-bank",
    root,
    ".",
  ])("%s is ours", (entry) => {
    expect(isOurEntry(entry, join(root, "opencode.json"))).toBe(true);
  });

  it.each([
    "agent-memory-bank-extra",
    "@someone/agent-memory-bank",
    "./src/types.ts",
    "file:///gone/plugin.js",
    "file://not a url",
  ])("%s is not", (entry) => {
    expect(isOurEntry(entry, join(root, "opencode.json"))).toBe(false);
  });

  it("is ours where it leads to a copy of our code, from the folder of its config", () => {
    const at = tempProject({ "deep/er/": "", "x/any.js": CODE });
    mkdirSync(join(at, "y"));
    writeFileSync(join(at, "y/other.js"), "export default {}\n");
    expect(isOurEntry("../../x/any.js", join(at, "deep/er/opencode.json"))).toBe(true);
    expect(isOurEntry(pathToFileURL(join(at, "x/any.js")).href, "/opencode.json")).toBe(true);
    expect(isOurEntry("./y/other.js", join(at, "opencode.json"))).toBe(false);
  });

  it("is ours where it is our package, or a file of it that a host loads", () => {
    const manifest = '{ "name": "agent-memory-bank", "version": "0.0.9" }';
    const at = tempProject({ "p/package.json": manifest, "p/dist/plugin.js": CODE, "p/x.js": "" });
    const read = (entry: string) => readOurEntry(entry, join(at, "opencode.json"));
    const path = join(at, "p/dist/plugin.js");
    expect(read("./p/dist/plugin.js")).toEqual({ path, kind: "file", version: undefined });
    expect(read("./p")).toEqual({ path: join(at, "p"), kind: "folder", version: "0.0.9" });
    expect(read("./p/x.js")).toBeUndefined();
    expect(read("npm:agent-memory-bank@1.2.3")?.version).toBe("1.2.3");
  });
});

const NAME = "agent-memory-bank";

/** Our package below `node_modules`, where npm says that it took it from there. */
function installed(resolved: string | undefined) {
  const packages = { [`node_modules/${NAME}`]: { version: "1.2.3", resolved } };
  const at = tempProject({
    [`node_modules/${NAME}/dist/plugin.js`]: "",
    "node_modules/.package-lock.json": JSON.stringify({ packages }),
  });
  return { root: join(at, "node_modules", NAME), name: NAME, version: "1.2.3" };
}

describe("what OpenCode is to load", () => {
  it("the name, where npm says that it came from the registry", () => {
    const own = installed(`https://registry.example/${NAME}/-/${NAME}-1.2.3.tgz`);
    expect(chooseSpecifier(own)).toMatchObject({
      specifier: `${NAME}@1.2.3`,
      reason: "registry",
    });
  });

  it.each([`file:../${NAME}.tgz`, `https://example.com/${NAME}.tgz`, "git+ssh://x", undefined])(
    "the folder, where it says %s",
    (resolved) => {
      const own = installed(resolved);
      const specifier = pathToFileURL(own.root).href;
      expect(chooseSpecifier(own)).toMatchObject({ specifier, reason: "folder" });
    },
  );

  it("nothing, where the plugin was not built", () => {
    const own = { root: tempProject({ "src/": "" }), name: NAME, version: "1.2.3" };
    expect(() => chooseSpecifier(own)).toThrow("Build it first: npm run build");
  });
});

it("copies of ours are known by their content, not by their names", () => {
  const root = tempProject({
    "plugin/memory-bank.ts": CODE.replace("agent-memory-bank", "MEMORY_BANK_GUARD_MODE"),
    "plugins/anything.js": CODE,
    "plugins/memory-bank.js": "export const memoryBank = 1; // agent-memory-bank\n",
    "plugins/notes.md": CODE,
    "skills/memory-bank/SKILL.md": "The Protocol is memory-bank/v1.\n",
    "skills/other/SKILL.md": "memory-bank/v1",
    "skill/memory-bank/SKILL.md": "My own way to keep notes.\n",
  });
  expect(findCopies([root, join(root, "nowhere")])).toEqual([
    { kind: "plugin", path: join(root, "plugin/memory-bank.ts") },
    { kind: "plugin", path: join(root, "plugins/anything.js") },
    { kind: "skill", path: join(root, "skills/memory-bank") },
  ]);
});
