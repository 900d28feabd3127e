import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { tempProject } from "../../../../test/helpers/temp-project.ts";
import { chooseSpecifier } from "./plugin-specifier.ts";

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
    "the file, where it says %s",
    (resolved) => {
      const own = installed(resolved);
      const specifier = pathToFileURL(join(own.root, "dist/plugin.js")).href;
      expect(chooseSpecifier(own)).toMatchObject({ specifier, reason: "file" });
    },
  );

  it("nothing, where the plugin was not built", () => {
    const own = { root: tempProject({ "src/": "" }), name: NAME, version: "1.2.3" };
    expect(() => chooseSpecifier(own)).toThrow("Build it first: npm run build");
  });
});
