/** What `npm pack` puts into the package: all that runs, and nothing that does not belong there. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { ROOT } from "../helpers/doc-code.ts";

const BELONGS = [
  /^(?:package\.json|server\.js|LICENSE|README\.md|README\.zh\.md|CHANGELOG\.md)$/,
  /^\.claude-plugin\/(?:plugin|marketplace)\.json$/,
  /^dist\/(?:plugin|tui|cli)\.js$/,
  /^dist\/(?:merge-driver|cli\/merge-print)\.cjs$/,
  /^dist\/(?:plugin|tui)\.d\.ts$/,
  /^dist\/(?:plugin|tui|cli)\/[\w.-]+\.js$/,
  /^dist\/claude-code\/(?:server\.js|server\/[\w.-]+\.js|\.mcp\.json|\.claude-plugin\/(?:plugin|marketplace)\.json|hooks\/hooks\.json)$/,
  /^dist\/claude-code\/(?:agents|commands)\/[\w.-]+\.md$/,
  /^dist\/codex\/(?:server\.js|server\/[\w.-]+\.js|net\.sh|agents\/[\w-]+\.toml)$/,
  /^dist\/codex\/skills\/memory-bank-refresh\/SKILL\.md$/,
  /^dist\/(?:claude-code\/|codex\/)?skills\/memory-bank\/(?:references\/)?[\w-]+\.md$/,
];

const { stdout } = spawnSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], {
  cwd: ROOT,
  encoding: "utf8",
});
const [packed] = JSON.parse(stdout) as { files: { path: string }[]; unpackedSize: number }[];
const paths = (packed?.files ?? []).map(({ path }) => path);

test("nothing is in it that does not belong", () => {
  expect(paths.length).toBeGreaterThan(20);
  expect(paths.filter((path) => !BELONGS.some((pattern) => pattern.test(path)))).toEqual([]);
});

test("it is small", () => {
  expect(packed?.unpackedSize).toBeLessThan(3_000_000);
});

test("Claude Code's folder, which is copied alone, imports nothing from beside it", () => {
  const servers = paths.filter((path) => /^dist\/claude-code\/server\/.*\.js$/.test(path));
  const imports = servers.flatMap((path) =>
    [
      ...readFileSync(join(ROOT, path), "utf8").matchAll(/(?:from|import\()["'`](\.\.[^"'`]+)/g),
    ].map(([, from]) => from),
  );
  expect(new Set(imports)).toEqual(new Set(["../server.js"]));
});

test("each kind of what belongs is in it, and what the manifest names", () => {
  for (const pattern of BELONGS)
    expect(
      paths.some((path) => pattern.test(path)),
      `${pattern}`,
    ).toBe(true);
  const named = [manifest.main, manifest.types, ...Object.values(manifest.bin)];
  for (const path of named) expect(paths).toContain(path.replace(/^\.\//, ""));
});

test("it needs nothing else at run time, and runs nothing when it is installed", () => {
  expect(manifest).not.toHaveProperty("dependencies");
  expect(manifest).not.toHaveProperty("optionalDependencies");
  for (const script of ["preinstall", "install", "postinstall", "prepare"])
    expect(manifest.scripts).not.toHaveProperty(script);
});
