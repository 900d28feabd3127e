import { cpSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { timeOfIncident } from "../../src/io/kept/kept-versions.ts";
import { keepVersions } from "../../src/io/kept/kept-versions.ts";
import { LOG_FILE } from "../../src/io/log/decision-log.ts";
import { stateFolder } from "../../src/io/disk/state-folder.ts";
import { ROOT, codeOf, pagesIn } from "../helpers/doc-code.ts";
import { gitIn } from "../helpers/git.ts";
import { type CliPlace, runCli } from "../helpers/run-cli.ts";
import { sampleLog, toLogLines } from "../helpers/sample-bank.ts";
import { tempProject } from "../helpers/temp-project.ts";

const PAGES = ["README.md", "README.zh.md", "CHANGELOG.md", "CONTRIBUTING.md"].concat(
  pagesIn("docs"),
  pagesIn("skills"),
  pagesIn("examples"),
);

/** The incident that the docs speak of. */
const INCIDENT = "k-20261115-174233-a3f";

/** The ways in which our command line is called. */
const CALLED = /^(?:\$ )?(?:memory-bank|node dist\/cli\.js|npx agent-memory-bank) +([a-z-][^]*)$/;

function wordsOf(line: string): string[] | undefined {
  const [, rest] = CALLED.exec(line.replace(/\s+#.*$/, "").trim()) ?? [];
  if (rest === undefined) return undefined;
  return [...rest.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? "");
}

/** Lines of shell blocks, and what stands in backticks. */
function commandsOf(page: string): string[][] {
  const { fences, inline } = codeOf(page);
  const lines = fences
    .filter(({ language }) => language === "sh")
    .flatMap(({ text }) => text.split(/\n|&&/));
  return [...lines, ...inline].flatMap((line) => {
    const words = wordsOf(line);
    return words === undefined ? [] : [words];
  });
}

/** Each once, with the first page that shows it. */
const shown = new Map(
  PAGES.toReversed().flatMap((page) =>
    commandsOf(page).map((words) => [words.join(" "), { words, page }] as const),
  ),
);
const commands = [...new Set([...shown.values()].map(({ words }) => words[0] ?? ""))]
  .filter((name) => !name.startsWith("-"))
  .toSorted();

/** A project with a bank, an installed plugin, a log of decisions and an incident, of a user of its own. */
function project(): CliPlace & { readonly cwd: string } {
  const root = tempProject({ "home/": "", "shop/packages/api/": "" });
  const cwd = join(root, "shop");
  cpSync(join(ROOT, "examples/typescript-service"), cwd, { recursive: true });
  gitIn(cwd, ["init", "-q", "-b", "main"]);
  gitIn(cwd, ["add", "-A"]);
  gitIn(cwd, ["commit", "-qm", "base"]);
  const home = join(root, "home");
  const state = join(root, "state");
  const surroundings = { env: { XDG_STATE_HOME: state }, home, platform: process.platform };
  const folder = stateFolder(surroundings, join(cwd, "memory-bank"));
  mkdirSync(folder, { recursive: true });
  const tech = readFileSync(join(cwd, "memory-bank/details/tech.md"));
  const docs = [{ doc: "details/tech.md", before: tech, after: Buffer.from("# Tech\n") }];
  const reason = { rule: "guard-memory-files", words: "node -e …" };
  const kept = keepVersions(folder, docs, reason, timeOfIncident(INCIDENT) ?? 0);
  renameSync(join(folder, "kept", kept), join(folder, "kept", INCIDENT));
  writeFileSync(join(folder, LOG_FILE), toLogLines(sampleLog(Date.UTC(2026, 10, 16))));
  const env = {
    HOME: home,
    USERPROFILE: home,
    XDG_STATE_HOME: state,
    XDG_CONFIG_HOME: join(home, ".config"),
    OPENCODE_CONFIG: undefined,
    OPENCODE_CONFIG_DIR: undefined,
    MEMORY_BANK_LANG: undefined,
    MEMORY_BANK_LOG: undefined,
    MEMORY_BANK_GUARD_MODE: undefined,
  };
  return { cwd, env };
}

/** How a documented command ends here: as it is written, with its question answered, or as far as its help goes. */
type Way =
  | { readonly kind: "run"; readonly more: readonly string[]; readonly status: readonly number[] }
  | { readonly kind: "help" };

const HELP: Way = { kind: "help" };
const run = (more: readonly string[] = [], status: readonly number[] = [0]) => ({
  kind: "run" as const,
  more,
  status,
});

function wayOf([command = "", ...rest]: readonly string[]): Way {
  const has = (word: string) => rest.includes(word);
  const quiet = has("--yes") || has("--dry-run") ? run() : run(["--yes"]);
  switch (command) {
    case "view":
      // It serves until it is stopped.
      return has("--html") ? run() : HELP;
    case "doctor":
      // Whether OpenCode is on the path is the machine's business; and --live is tested on its own.
      return has("--live") ? HELP : run([], [0, 1]);
    case "merge":
      // It is git that calls it, with three files.
      return HELP;
    case "explain":
      return rest.length === 0 ? HELP : run();
    case "restore":
      return rest.some((word) => word.startsWith("k-")) ? quiet : run();
    case "check":
      // A focus grows old, which is a note.
      return has("--fix") ? quiet : run([], has("--strict") ? [0, 1] : [0]);
    case "install":
      // Whether there is a Codex to be told to trust us is the machine's business.
      return has("codex") ? { ...quiet, status: [0, 1] } : quiet;
    case "uninstall":
    case "refresh":
      return quiet;
    default:
      return run();
  }
}

const helpOf = (command: string) => runCli([command, "--help"]).stdout;

describe("every command line that the docs show", () => {
  it("is found: each of our commands is among them", () => {
    const listed = [...runCli(["--help"]).stdout.matchAll(/^ {2}([a-z]+) (?:\[|<)/gm)];
    expect(listed.length).toBeGreaterThan(8);
    expect(commands).toEqual(expect.arrayContaining(listed.map(([, name = ""]) => name)));
  });

  it.each([...shown].map(([line, { words, page }]) => [line, page, words] as const))(
    "memory-bank %s (%s)",
    (_line, _page, words) => {
      const [command = ""] = words;
      const way = wayOf(words);
      if (way.kind === "help") {
        const help = helpOf(command);
        const options = words.filter((word) => word.startsWith("-"));
        expect(options.filter((option) => !new RegExp(`${option}\\b`).test(help))).toEqual([]);
        expect(help).toContain(`memory-bank ${command}`);
        return;
      }
      const { status, stderr } = runCli([...words, ...way.more], project());
      expect({ status: way.status.includes(status ?? -1), stderr }).toEqual({
        status: true,
        stderr: "",
      });
    },
  );
});

describe("what the README says that one sees", () => {
  const fences = codeOf("README.md").fences.map(({ text }) => text.trimEnd());

  it("the plan for a project without a bank", () => {
    const root = tempProject();
    const isBank = (path: string) =>
      !path.includes("memory-bank/") && !path.endsWith("memory-bank");
    const example = join(ROOT, "examples/typescript-service");
    cpSync(example, root, {
      recursive: true,
      filter: (path) => isBank(path.slice(example.length)),
    });
    const env = { XDG_STATE_HOME: join(root, "..", "state"), MEMORY_BANK_LANG: undefined };
    const { stdout } = runCli(["refresh", "--dry-run"], { cwd: root, env });
    const plan = stdout.split("\n").filter((line) => line.startsWith("- "));
    expect(fences).toContain(plan.join("\n"));
  });

  it("the refusal", () => {
    const { cwd, env } = project();
    const { stdout } = runCli(["explain", "--edit", "package.json"], {
      cwd,
      env: { ...env, MEMORY_BANK_GUARD_MODE: "block" },
    });
    const refusal = fences.find((text) => text.startsWith("[Memory Bank] Not written"));
    expect(refusal).toBeDefined();
    expect(stdout).toContain(refusal);
  });
});
