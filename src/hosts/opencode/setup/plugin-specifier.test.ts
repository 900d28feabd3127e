import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { tempProject } from "../../../../test/helpers/temp-project.ts";
import { chooseSpecifier, originOf } from "./plugin-specifier.ts";

const NAME = "agent-memory-bank";
const PACKAGE = { "package.json": "{}", "dist/plugin.js": "export default {};\n" };
const PINNED = `${NAME}@1.2.3`;

/** Our package, installed at this place of a temporary folder, with further files around it. */
function installed(place: string, around: Record<string, string> = {}) {
  const inside = Object.entries(PACKAGE).map(([name, text]) => [`${place}/${name}`, text]);
  const root = join(tempProject({ ...Object.fromEntries(inside), ...around }), place);
  return { own: { root, name: NAME, version: "1.2.3" }, file: fileOf(root) };
}

function fileOf(root: string): string {
  return pathToFileURL(join(root, "dist/plugin.js")).href;
}

function lockfile(resolved: string | undefined): Record<string, string> {
  const packages = { [`node_modules/${NAME}`]: { version: "1.2.3", resolved } };
  return { "node_modules/.package-lock.json": JSON.stringify({ packages }) };
}

describe("where this copy came from", () => {
  const place = `node_modules/${NAME}`;

  it.each([
    [
      "registry",
      lockfile("https://registry.example/agent-memory-bank/-/agent-memory-bank-1.2.3.tgz"),
    ],
    ["archive", lockfile("file:../agent-memory-bank-1.2.3.tgz")],
    ["archive", lockfile("https://example.com/downloads/agent-memory-bank-1.2.3.tgz")],
    ["archive", lockfile("git+ssh://git@example.com/x.git#abc")],
    ["unknown", lockfile(undefined)],
    ["unknown", { "node_modules/.package-lock.json": "{ broken" }],
    ["unknown", {}],
    ["checkout", { [`${place}/src/types.ts`]: "" }],
    ["checkout", { [`${place}/.git`]: "gitdir: elsewhere" }],
  ] as const)("%s", (origin, around) => {
    expect(originOf(installed(place, around).own)).toBe(origin);
  });

  it.each([
    ["registry", `node_modules/.pnpm/${NAME}@1.2.3/${place}`],
    ["registry", `node_modules/.pnpm/${NAME}@1.2.3_peer@2.0.0/${place}`],
    ["archive", `node_modules/.pnpm/${NAME}@file+..+x.tgz/${place}`],
    ["unknown", "lib/elsewhere"],
  ])("%s: %s", (origin, at) => {
    expect(originOf(installed(at).own)).toBe(origin);
  });
});

/** A real npm asks a registry of ours, which knows the package as it is given here, or not at all. */
async function withRegistry(dist: object | undefined, delayMs = 0): Promise<string[]> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    const versions = { "1.2.3": { name: NAME, version: "1.2.3", dist } };
    const known = { name: NAME, "dist-tags": { latest: "1.2.3" }, versions };
    setTimeout(() => {
      response.statusCode = dist === undefined ? 404 : 200;
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify(dist === undefined ? { error: "Not found" } : known));
    }, delayMs);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
    vi.unstubAllEnvs();
  });
  const { port } = server.address() as AddressInfo;
  vi.stubEnv("npm_config_registry", `http://127.0.0.1:${port}`);
  vi.stubEnv("npm_config_cache", tempProject());
  return asked;
}

describe("what OpenCode is to load", () => {
  const place = `lib/node_modules/${NAME}`;
  const tarball = "http://127.0.0.1/x.tgz";
  const bytes = Object.values(PACKAGE).join("").length;

  it("the name, where the registry has this very package", async () => {
    await withRegistry({ tarball, fileCount: 2, unpackedSize: bytes });
    expect(await chooseSpecifier(installed(place).own)).toEqual({
      specifier: PINNED,
      reason: "asked",
    });
  });

  it.each([
    ["other", { tarball, fileCount: 2, unpackedSize: bytes + 1 }],
    ["other", { tarball }],
    ["missing", undefined],
  ] as const)("the file, where it is %s", async (reason, dist) => {
    await withRegistry(dist);
    const { own, file } = installed(place);
    expect(await chooseSpecifier(own)).toEqual({ specifier: file, reason });
  });

  it("the file, where nobody answers", async () => {
    await withRegistry({ tarball }, 60_000);
    const { own, file } = installed(place);
    expect(await chooseSpecifier(own, 800)).toEqual({ specifier: file, reason: "silent" });
  });

  it("and nobody is asked where this copy tells", async () => {
    const asked = await withRegistry({ tarball });
    const { own, file } = installed(place, { [`${place}/src/types.ts`]: "" });
    expect(await chooseSpecifier(own)).toEqual({ specifier: file, reason: "checkout" });
    expect(asked).toEqual([]);
  });

  it("nothing, where the plugin was not built", async () => {
    const root = tempProject({ "src/": "" });
    const own = { root, name: NAME, version: "1.2.3" };
    await expect(chooseSpecifier(own)).rejects.toThrow("Build it first: npm run build");
  });
});
