import { existsSync, readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { CHECK_RULES } from "../../src/check/check-bank.ts";
import { RULES } from "../../src/policy/decide.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const read = (path: string) => readFileSync(ROOT + path, "utf8");

describe("a rule's name", () => {
  it("is its file, its test and its page in the docs", () => {
    const names = RULES.map((rule) => rule.name);
    const files = readdirSync(`${ROOT}src/policy/rules`).filter(
      (name) => !name.endsWith(".test.ts"),
    );
    expect(files.toSorted()).toEqual(names.map((name) => `${name}.ts`).toSorted());
    expect(readdirSync(`${ROOT}docs/rules`).toSorted()).toEqual(
      names.map((name) => `${name}.md`).toSorted(),
    );
    for (const name of names) {
      expect(existsSync(`${ROOT}src/policy/rules/${name}.test.ts`)).toBe(true);
      expect(read(`docs/rules/${name}.md`)).toContain(`# ${name}`);
      expect(read(`src/policy/rules/${name}.ts`)).toContain(`name: "${name}"`);
    }
  });
});

describe("a rule of check", () => {
  const names: readonly string[] = CHECK_RULES;

  it("is its file", () => {
    const files = readdirSync(`${ROOT}src/check/rules`);
    expect(files.toSorted()).toEqual(names.map((name) => `${name}.ts`).toSorted());
  });

  it("has a row in docs/check.md, and no other has", () => {
    const rows = read("docs/check.md").matchAll(/^\| `([a-z-]+)` \| (?:error|warning|note)/gm);
    expect([...rows].map(([, name]) => name)).toEqual(names);
  });
});

describe("the two READMEs", () => {
  const shape = (text: string) => ({
    headings: [...text.matchAll(/^(#+) /gm)].map(([, marks]) => marks?.length),
    code: [...text.matchAll(/^```\w*\n([^]*?)^```/gm)].map(([, code]) => code),
  });

  it("have the same headings and code", () => {
    expect(shape(read("README.zh.md"))).toEqual(shape(read("README.md")));
  });

  it("are read in a few minutes", () => {
    expect(read("README.md").split(/\s+/).length).toBeLessThanOrEqual(1300);
  });

  const translated = readdirSync(`${ROOT}docs/zh`);

  it.each(translated)("docs/zh/%s has the headings and code of its original", (name) => {
    expect(shape(read(`docs/zh/${name}`))).toEqual(shape(read(`docs/${name}`)));
  });
});

it("no commit carries an address of this or another machine", () => {
  expect(read("package-lock.json")).not.toMatch(/"resolved"|https?:\/\/[^"]*registry/);
});

it("no file outside a host's folder knows its name or its words", () => {
  const names = readdirSync(`${ROOT}src`, { recursive: true, encoding: "utf8" });
  const others = names.filter(
    (name) =>
      /\.(?:tsx?|md)$/.test(name) &&
      !name.endsWith(".test.ts") &&
      !/^hosts\/(?:opencode|claude-code|codex)\//.test(name) &&
      // They list the folders, and files of rules by their names.
      !["hosts/registry.ts", "hosts/known-hosts.ts", "scan/rule-files.ts"].includes(name),
  );
  expect(others.length).toBeGreaterThan(300);
  const telling =
    /opencode|claude.?code|codex|subagent_type|apply_patch|memory_bank_refresh|sisyphus|PreToolUse/i;
  expect(others.filter((name) => telling.test(read(`src/${name}`)))).toEqual([]);
});
