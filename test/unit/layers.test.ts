import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** What each layer may import, as docs/architecture.md says; all may import src/types.ts. */
const MAY_IMPORT: Readonly<Record<string, string>> = {
  patterns: "",
  markdown: "",
  formats: "patterns markdown",
  bank: "patterns markdown",
  shell: "patterns",
  scan: "patterns markdown formats bank",
  secrets: "patterns markdown bank",
  answer: "patterns markdown formats bank secrets",
  plans: "patterns markdown formats bank scan",
  check: "patterns markdown formats bank scan secrets plans",
  merge: "patterns markdown bank",
  policy: "patterns markdown bank",
  view: "patterns markdown bank",
  io: "patterns markdown formats bank scan secrets answer plans check merge",
  runtime: "patterns markdown formats bank shell scan secrets answer plans check merge policy io",
  hosts:
    "patterns markdown formats bank shell scan secrets answer plans check merge policy io runtime",
  cli: "patterns markdown formats bank shell scan secrets answer plans check merge policy io runtime view",
};
const LAYERS = Object.keys(MAY_IMPORT);
const PURE = LAYERS.slice(0, LAYERS.indexOf("io"));

const HOSTS = ["opencode", "claude-code", "codex"];

const EXTRA: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    PURE.flatMap((layer) => [
      [`src/${layer}/node.ts`, 'import "node:fs";'],
      [`src/${layer}/global.ts`, "export const here = process.cwd();"],
    ]),
  ),
  ...Object.fromEntries(
    LAYERS.map((layer) => [`src/${layer}/of-host.ts`, 'import "@opencode-ai/plugin";']),
  ),
  ...Object.fromEntries(
    ["shared", ...HOSTS].flatMap((from) =>
      HOSTS.map((to) => [`src/hosts/${from}/to-${to}.ts`, `import "../${to}/x.ts";`]),
    ),
  ),
  "src/hosts/shared/of-host.ts": 'import "@opencode-ai/plugin";',
  "src/cli/host.ts": 'import "../hosts/opencode/server.ts";',
  "src/cli/contract.ts": 'import "../hosts/host.ts";',
  "src/cli/registry.ts": 'import "../hosts/registry.ts";',
  "src/hosts/opencode/of-host.ts": 'import "@opencode-ai/plugin";',
};

let folder = "";
let flagged: ReadonlySet<string> = new Set();

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "memory-bank-layers-"));
  copyFileSync(join(ROOT, ".oxlintrc.json"), join(folder, ".oxlintrc.json"));
  const imports = LAYERS.flatMap((from) =>
    LAYERS.map((to) => [`src/${from}/to-${to}.ts`, `import "../${to}/x.ts";`] as const),
  );
  for (const [path, text] of [...imports, ...Object.entries(EXTRA)]) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), `${text}\n`);
  }
  flagged = new Set(lint().map(({ filename }) => filename));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Diagnostic {
  readonly filename: string;
  readonly code: string;
}

function lint(): Diagnostic[] {
  const oxlint = join(ROOT, "node_modules/.bin/oxlint");
  const only = ["no-restricted-imports", "no-restricted-globals"];
  try {
    execFileSync(oxlint, ["--format", "json", "src"], { cwd: folder, encoding: "utf8" });
    return [];
  } catch (error) {
    const { stdout } = error as { stdout: string };
    const { diagnostics } = JSON.parse(stdout) as { diagnostics: Diagnostic[] };
    return diagnostics.filter(({ code }) => only.some((rule) => code.includes(rule)));
  }
}

describe("lint", () => {
  it.each(["shared", ...HOSTS])("lets hosts/%s know no other host", (from) => {
    const refused = HOSTS.filter((to) => flagged.has(`src/hosts/${from}/to-${to}.ts`));
    expect(refused).toEqual(HOSTS.filter((to) => to !== from));
  });

  it.each(LAYERS)("lets %s import what it may, and nothing else", (from) => {
    const allowed = (MAY_IMPORT[from] ?? "").split(" ");
    const refused = LAYERS.filter((to) => flagged.has(`src/${from}/to-${to}.ts`));
    expect(refused).toEqual(LAYERS.filter((to) => to !== from && !allowed.includes(to)));
  });

  it("keeps disk and environment out of what is pure", () => {
    for (const layer of PURE) {
      expect(flagged.has(`src/${layer}/node.ts`), layer).toBe(true);
      expect(flagged.has(`src/${layer}/global.ts`), layer).toBe(true);
    }
  });

  it("lets one folder know OpenCode, and the CLI hosts by their contract alone", () => {
    for (const layer of LAYERS) expect(flagged.has(`src/${layer}/of-host.ts`), layer).toBe(true);
    expect(flagged.has("src/hosts/shared/of-host.ts")).toBe(true);
    expect(flagged.has("src/hosts/opencode/of-host.ts")).toBe(false);
    expect(flagged.has("src/cli/host.ts")).toBe(true);
    expect(flagged.has("src/cli/contract.ts")).toBe(false);
    expect(flagged.has("src/cli/registry.ts")).toBe(false);
  });
});

it("docs/architecture.md says of each layer what lint holds", () => {
  const page = readFileSync(join(ROOT, "docs/architecture.md"), "utf8");
  const rows = [...page.matchAll(/^\| `src\/(\w+)\/` \| (yes|no) \| .* \| (.*) \|$/gm)];
  expect(rows.map(([, layer]) => layer)).toEqual(LAYERS);
  for (const [, layer = "", pure, words = ""] of rows) {
    expect(pure === "yes", layer).toBe(PURE.includes(layer));
    // From io on the table says what a room may not import.
    if (!PURE.includes(layer)) continue;
    const named = words.replace(/;.*/, "").replace("–", "").split(", ").join(" ");
    expect(named, layer).toBe(MAY_IMPORT[layer]);
  }
});
