/**
 * The action and the hook of this repository, run as GitHub's runner and pre-commit run them: with the packed
 * package, in their environment. The tools themselves are not here; what they do is written down below.
 */
import { spawnSync } from "node:child_process";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import manifest from "../../package.json" with { type: "json" };
import { ROOT } from "../helpers/doc-code.ts";
import { gitIn } from "../helpers/git.ts";
import { cliEnvironment } from "../helpers/run-cli.ts";
import { tempFolder, tempProject } from "../helpers/temp-project.ts";

const ENTRY = `# Tea

<!-- MACHINE_BLOCK_START -->
<!-- MEMORY_BANK_TEMPLATE:v7.1 -->

## Current Focus

- Goal: tea

No date: it would be stale one day.

## Routing Rules (Intent-Driven)

| when | read |
|---|---|
| gone | details/gone.md |

<!-- MACHINE_BLOCK_END -->
<!-- USER_BLOCK_START -->
<!-- USER_BLOCK_END -->
`;
const CLEAN = ENTRY.replace("| gone | details/gone.md |", "| tea | details/tea.md |");

const folder = tempFolder();
let packed = "";

beforeAll(() => {
  const args = ["pack", "--ignore-scripts", "--silent", "--pack-destination", folder];
  spawnSync("npm", args, { cwd: ROOT, stdio: "ignore" });
  packed = join(folder, readdirSync(folder).find((name) => name.endsWith(".tgz")) ?? "");
});

/** Nothing is fetched: npx has the package as a file, and a cache of its own. */
const environment = (more: Readonly<Record<string, string>> = {}) =>
  cliEnvironment({
    npm_config_cache: join(folder, "cache"),
    npm_config_offline: "true",
    XDG_STATE_HOME: join(folder, "state"),
    GITHUB_BASE_REF: undefined,
    ...more,
  });

/** A repository with two banks, on a branch that broke a route of one of them. */
function aRepository(): string {
  const root = tempProject({
    "memory-bank/MEMORY.md": CLEAN,
    "memory-bank/details/tea.md": "# Tea\n\nTea.\n",
    "packages/a,b/memory-bank/MEMORY.md": ENTRY,
  });
  const git = (...args: string[]) => gitIn(root, args);
  git("init", "-q", "-b", "main", "--template=");
  git("add", "-A");
  git("commit", "-qm", "base");
  git("update-ref", "refs/remotes/origin/main", "HEAD");
  git("switch", "-qc", "branch");
  writeFileSync(join(root, "memory-bank/MEMORY.md"), ENTRY);
  git("commit", "-qam", "route");
  return root;
}

describe("action.yml", () => {
  type Texts<Name extends string = string> = Readonly<Record<Name, string>>;
  type Step = Texts<"if" | "run" | "working-directory"> & { readonly env: Texts };
  interface Action {
    readonly inputs: Readonly<Record<string, Texts<"default">>>;
    readonly runs: { readonly steps: readonly Step[] };
  }
  const action = parse(readFileSync(join(ROOT, "action.yml"), "utf8")) as Action;

  /** What the runner makes of `${{ inputs.x }}`. */
  function runAction(root: string, given: Readonly<Record<string, string>>, baseRef = "") {
    const defaults = Object.entries(action.inputs).map(([name, input]) => [name, input.default]);
    const inputs: Record<string, string> = {
      ...Object.fromEntries(defaults),
      package: packed,
      ...given,
    };
    const fill = (text: string) =>
      text.replaceAll(/\$\{\{ inputs\.(\w+) \}\}/g, (_, name: string) => inputs[name] ?? "");
    const summary = join(folder, "summary.md");
    writeFileSync(summary, "");
    let output = "";
    for (const step of action.runs.steps) {
      if (step.if !== undefined && !(inputs["summary"] === "true" && baseRef !== "")) continue;
      const script = join(folder, "step.sh");
      writeFileSync(script, step.run);
      const env = Object.fromEntries(
        Object.entries(step.env).map(([name, text]) => [name, fill(text)]),
      );
      // As the runner starts `shell: bash`.
      const { status, stdout } = spawnSync(
        "bash",
        ["--noprofile", "--norc", "-eo", "pipefail", script],
        {
          cwd: join(root, fill(step["working-directory"])),
          env: environment({ ...env, GITHUB_STEP_SUMMARY: summary, GITHUB_BASE_REF: baseRef }),
          encoding: "utf8",
        },
      );
      output += stdout;
      if (status !== 0) return { status, output, summary: readFileSync(summary, "utf8") };
    }
    return { status: 0, output, summary: readFileSync(summary, "utf8") };
  }

  it("looks at what a pull request changed, tells it, and writes SARIF", () => {
    const root = aRepository();
    const given = { changed: "auto", sarif: "out.sarif", strict: "true" };
    const { status, output, summary } = runAction(root, given, "main");
    expect(status).toBe(1);
    expect(output).toContain("::error file=memory-bank/MEMORY.md,");
    expect(output).not.toContain("packages/");
    expect(summary).toContain("Docs since origin/main: 1 changed\n");
    const sarif = JSON.parse(readFileSync(join(root, "out.sarif"), "utf8")) as {
      runs: { results: unknown[] }[];
    };
    expect(sarif.runs[0]?.results.length).toBeGreaterThan(0);
  });
});

describe(".pre-commit-hooks.yaml", () => {
  const text = readFileSync(join(ROOT, ".pre-commit-hooks.yaml"), "utf8");
  const [hook] = parse(text) as { readonly entry: string }[];
  const entry = (hook?.entry ?? "").split(" ");
  const ours = `--package=${manifest.name}@${manifest.version}`;

  it("stops a commit that breaks a bank, as git and pre-commit call it", () => {
    const root = aRepository();
    // Words of the entry, from the root, with what git sets for a hook.
    const [command = "", ...args] = entry.map((word) =>
      word === ours ? `--package=${packed}` : word,
    );
    const run = () =>
      spawnSync(command, args, {
        cwd: root,
        env: environment({
          PRE_COMMIT: "1",
          GIT_INDEX_FILE: join(root, ".git/index"),
          GIT_DIR: join(root, ".git"),
          GIT_PREFIX: "",
        }),
        encoding: "utf8",
      });
    const broken = run();
    expect(broken.status).toBe(1);
    expect(broken.stdout).toContain("memory-bank/MEMORY.md:16:10 error the route leads to");
    writeFileSync(join(root, "memory-bank/MEMORY.md"), CLEAN);
    gitIn(root, ["rm", "-rqf", "packages"]);
    expect(run()).toMatchObject({ status: 0 });
  });
});
