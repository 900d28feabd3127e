import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { toPluginFiles } from "../../src/hosts/claude-code/plugin/plugin-files.ts";
import { MARKETPLACE, PLUGIN } from "../../src/hosts/claude-code/words.ts";

const { name, version, description } = manifest;
const built = toPluginFiles({
  name,
  version,
  description,
  readerPrompt: "",
  writerPrompt: "",
  skill: { "SKILL.md": "" },
});
const ofBuilt = (path: string): Record<string, unknown> =>
  JSON.parse(built[path] ?? "") as Record<string, unknown>;
const ofRoot = (path: string): Record<string, unknown> => {
  const url = new URL(`../../.claude-plugin/${path}`, import.meta.url);
  return JSON.parse(readFileSync(url, "utf8")) as Record<string, unknown>;
};
const BUILT = "./dist/claude-code/";

it("the package itself is the same plugin as the one in dist/", () => {
  const { commands, agents, skills, hooks, mcpServers, ...about } = ofRoot("plugin.json");
  expect(about).toEqual(ofBuilt(".claude-plugin/plugin.json"));
  const paths = Object.keys(built);
  expect(agents).toEqual(
    paths
      .filter((path) => path.startsWith("agents/"))
      .map((path) => BUILT + path)
      .toSorted(),
  );
  for (const folder of [commands, skills])
    expect(paths.map((path) => BUILT + path)).toContainEqual(
      expect.stringContaining(String(folder)),
    );
  expect(hooks).toBe(`${BUILT}hooks/hooks.json`);
  const servers = JSON.stringify(ofBuilt(".mcp.json")["mcpServers"]);
  expect(mcpServers).toEqual(
    JSON.parse(servers.replace("/server.js", `${BUILT.slice(1)}server.js`)),
  );
  expect(manifest.files).toContain(".claude-plugin");
});

it("both marketplaces have one name and one plugin", () => {
  const { plugins: fetched, ...root } = ofRoot("marketplace.json");
  const { plugins: local, ...ofDist } = ofBuilt(".claude-plugin/marketplace.json");
  expect(root).toEqual(ofDist);
  expect(root["name"]).toBe(MARKETPLACE);
  expect(fetched).toEqual([
    { name: PLUGIN, source: { source: "npm", package: name }, description },
  ]);
  expect(local).toMatchObject([{ name: PLUGIN, source: "./" }]);
});
