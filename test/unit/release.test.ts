/** What the workflows of this repository run is there, and what they must not name is not. */
import { spawnSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import manifest from "../../package.json" with { type: "json" };
import { ROOT } from "../helpers/doc-code.ts";

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}
interface Workflow {
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<
    Record<
      string,
      {
        readonly steps: readonly Step[];
        readonly permissions?: Readonly<Record<string, string>>;
        readonly strategy?: { readonly matrix: Readonly<Record<string, readonly unknown[]>> };
      }
    >
  >;
}

const FOLDER = join(ROOT, ".github/workflows");
const read = (name: string) => readFileSync(join(FOLDER, name), "utf8");
const workflow = (name: string) => parse(read(name)) as Workflow;
const names = readdirSync(FOLDER);

describe.each(names)("%s", (name) => {
  const { permissions, jobs } = workflow(name);
  const steps = Object.values(jobs).flatMap((job) => job.steps);

  it("may read, and no more unless a job says why", () => {
    expect(permissions).toEqual({ contents: "read" });
  });

  it("names actions by their major version, no registry, and no secret", () => {
    for (const { uses } of steps) if (uses) expect(uses).toMatch(/^actions\/[a-z-]+@v\d+$/);
    expect(read(name)).not.toMatch(/registry-url|registry\.|https?:\/\/|secrets\./);
  });

  it("runs scripts and files that there are", () => {
    const commands = steps.flatMap(({ run }) => run ?? []);
    const scripts = commands.flatMap((run) => /^npm run ([\w:]+)$/.exec(run)?.[1] ?? []);
    for (const script of scripts) expect(Object.keys(manifest.scripts)).toContain(script);
    const rest = commands.filter((run) => !/^npm (?:run [\w:]+|ci|test)$/.test(run));
    expect(
      rest.filter((run) => !/^node (?:dist\/cli\.js|scripts\/check-release\.mjs) /.test(run)),
    ).toEqual(name === "release.yml" ? ["npm publish --provenance --access public"] : []);
  });
});

it("tests run on three systems with three versions of Node", () => {
  const { jobs } = workflow("test.yml");
  expect(jobs["units"]?.strategy?.matrix).toEqual({
    os: ["ubuntu-latest", "macos-latest", "windows-latest"],
    node: [20, 22, 24],
  });
});

it("a release is signed, and nothing is published before everything was run", () => {
  const { publish } = workflow("release.yml").jobs;
  expect(publish?.permissions).toEqual({ contents: "read", "id-token": "write" });
  const commands = (publish?.steps ?? []).flatMap(({ run }) => run ?? []);
  expect(commands.slice(-2)).toEqual(["npm test", "npm publish --provenance --access public"]);
});

describe("scripts/check-release.mjs", () => {
  const check = (tag: string) =>
    spawnSync(process.execPath, [join(ROOT, "scripts/check-release.mjs"), tag], {
      encoding: "utf8",
    });

  it("has nothing against this version but that it has no date yet", () => {
    const { status, stderr } = check(`v${manifest.version}`);
    const isDated = readFileSync(join(ROOT, "CHANGELOG.md"), "utf8").includes(
      `## [${manifest.version}] - 2`,
    );
    expect({ status, stderr }).toEqual(
      isDated
        ? { status: 0, stderr: "" }
        : { status: 1, stderr: `CHANGELOG.md has no dated heading for ${manifest.version}\n` },
    );
  });

  it("stops a tag that is another version", () => {
    const { status, stderr } = check("v9.9.9");
    expect(status).toBe(1);
    expect(stderr).toContain(`the tag is v9.9.9, the version ${manifest.version}`);
  });
});
