import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import {
  type Lockfile,
  completeLockfile,
  findMissing,
  isInstalled,
} from "../../scripts/lockfile.mjs";

const FILE = fileURLToPath(new URL("../../package-lock.json", import.meta.url));
const TEXT = readFileSync(FILE, "utf8");
const LOCKFILE: Lockfile = JSON.parse(TEXT);

/** A registry that has nothing. */
const askInVain = () => Promise.resolve({});
const toText = (lockfile: Lockfile) => `${JSON.stringify(lockfile, undefined, 2)}\n`;

/** As npm writes it where the registry has nothing for this platform. */
function without(platform: string): Lockfile {
  const { packages } = LOCKFILE;
  const kept = Object.entries(packages).filter(([place]) => !place.includes(platform));
  return { ...LOCKFILE, packages: Object.fromEntries(kept) };
}

describe("the lockfile", () => {
  it("is complete: npm ci finds every optional package in it", () => {
    expect(findMissing(LOCKFILE)).toEqual([]);
  });

  it("stays as it is when it is completed again", async () => {
    expect(toText(await completeLockfile(LOCKFILE, askInVain))).toBe(TEXT);
  });
});

describe("completeLockfile", () => {
  it("names again what has been left out, where npm would look for it", async () => {
    const cut = without("-darwin-");
    const missing = findMissing(cut).map(({ place }) => place);
    expect(missing).toContain("node_modules/opencode-darwin-arm64");
    expect(missing).toContain("node_modules/vite/node_modules/@rolldown/binding-darwin-x64");

    const { packages } = await completeLockfile(cut, askInVain);
    expect(Object.keys(packages)).toEqual(Object.keys(LOCKFILE.packages));
    expect(packages["node_modules/opencode-darwin-arm64"]).toEqual({
      version: LOCKFILE.packages["node_modules/opencode-ai"]?.version,
      cpu: ["arm64"],
      dev: true,
      optional: true,
      os: ["darwin"],
    });
  });
});

describe("isInstalled", () => {
  const wanted = {
    packages: {
      "": {},
      "node_modules/tea": { version: "2.0.0" },
      "node_modules/tea-linux-x64": { version: "2.0.0", optional: true },
    },
  };
  const tea = { "node_modules/tea": { version: "2.0.0" } };

  it("bears that a package for another machine is absent", () => {
    expect(isInstalled(wanted, { packages: tea })).toBe(true);
  });

  it.each([
    ["a package is absent", {}],
    ["it has another version", { "node_modules/tea": { version: "1.0.0" } }],
    [
      "an optional one has another version",
      { ...tea, "node_modules/tea-linux-x64": { version: "1" } },
    ],
    ["there is one too many", { ...tea, "node_modules/cup": { version: "1.0.0" } }],
  ])("denies it where %s", (_, packages) => {
    expect(isInstalled(wanted, { packages })).toBe(false);
  });
});
