import { findLinks } from "../../src/markdown/links.ts";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { describe, expect, it } from "vitest";
import { putOurs } from "../../src/hosts/claude-code/setup/plan-setup.ts";
import { VARIABLES, readSettings } from "../../src/runtime/settings.ts";
import { RULES } from "../../src/policy/decide.ts";
import { findOffer } from "../../src/policy/proposals/find-offer.ts";
import { renderOffer } from "../../src/policy/proposals/render-proposals.ts";
import { ROOT, codeOf, pagesIn } from "../helpers/doc-code.ts";

const READMES = ["README.md", "README.zh.md"];
const PAGES = ["AGENTS.md", "CHANGELOG.md", "CONTEXT.md", "CONTRIBUTING.md", ...READMES].concat(
  pagesIn("docs"),
  pagesIn("examples"),
);
const read = (page: string) => readFileSync(join(ROOT, page), "utf8");

it.each(PAGES)("the links of %s lead to files", (page) => {
  const dead = findLinks(read(page))
    .map(({ path }) => join(ROOT, dirname(page), path))
    .filter((path) => !existsSync(path));
  expect(dead.map((path) => relative(ROOT, path))).toEqual([]);
});

it.each(["AGENTS.md", ...pagesIn("docs"), ...pagesIn("memory-bank")])(
  "paths of the code that %s names are there",
  (page) => {
    const paths = [...read(page).matchAll(/`((?:src|test|scripts|bench)\/[\w./-]+)`/g)];
    const dead = paths.map(([, path = ""]) => path).filter((path) => !existsSync(join(ROOT, path)));
    expect(dead).toEqual([]);
  },
);

describe("settings", () => {
  const { problems } = readSettings({}, { "no-such-option": 1 });
  const options = /known: ([^)]+)/.exec(problems[0] ?? "")?.[1]?.split(", ") ?? [];
  const variables = Object.keys(VARIABLES);
  const pages = [...READMES, ...pagesIn("docs"), ...pagesIn("skills")];

  it.each(pages)("that %s names exist", (page) => {
    const markers = /MEMORY_BANK_(?:TEMPLATE|KEY_TRIGGER_(?:START|END))/;
    const named = (read(page).match(/MEMORY_BANK_[A-Z_]+/g) ?? []).filter(
      (name) => !markers.test(name),
    );
    expect(named.filter((name) => !variables.includes(name))).toEqual([]);
  });

  it.each(["docs/settings.md", "docs/zh/settings.md"])("have a row each in %s", (page) => {
    const rows = [...read(page).matchAll(/^\| (?:`MEMORY_BANK_\w+`|–) \| (?:`(\w+)`|–) \|/gm)];
    expect(rows.flatMap(([, option]) => option ?? []).toSorted()).toEqual(options.toSorted());
  });
});

describe("configs", () => {
  /** Whole ones in fences, and entries of the list of plugins in backticks. */
  function configsIn(page: string): unknown[] {
    const { fences, inline } = codeOf(page);
    const whole = fences
      .filter(({ language }) => /^jsonc?$/.test(language))
      .map(({ text }) => text);
    const entries = inline
      .filter((code) => /^(?:\["agent-memory-bank"|"plugin": )/.test(code))
      .map((code) => (code.startsWith("[") ? `{ "plugin": [${code}] }` : `{ ${code} }`));
    return [...whole, ...entries].map((text) => JSON.parse(text) as unknown);
  }

  const WRITTEN: unknown = JSON.parse(putOurs("{}", "<the package>/dist/claude-code"));

  interface Shown {
    readonly plugin?: readonly unknown[];
    readonly env?: Readonly<Record<string, string>>;
    readonly enabledPlugins?: object;
  }

  /** What is wrong with the options of each entry, or with an environment. */
  function problemsOf(config: unknown): readonly string[] {
    const { plugin, env, enabledPlugins } = config as Shown;
    if (env !== undefined) return readSettings(env, undefined).problems;
    if (enabledPlugins !== undefined)
      return isDeepStrictEqual(config, WRITTEN) ? [] : ["is not what install writes"];
    // What is no configuration of a host is a memory-bank.json.
    if (plugin === undefined) return readSettings({}, config).problems;
    return plugin.flatMap(
      (entry) => readSettings({}, Array.isArray(entry) ? entry[1] : undefined).problems,
    );
  }

  it("that are shown are accepted", () => {
    const shown = [...READMES, ...pagesIn("docs")].flatMap(configsIn);
    expect(shown.length).toBeGreaterThan(4);
    expect(shown.flatMap(problemsOf)).toEqual([]);
  });
});

it.each(READMES)("%s names every rule, with its page", (page) => {
  const missing = RULES.filter(({ name }) => !read(page).includes(`(docs/rules/${name}.md)`));
  expect(missing.map(({ name }) => name)).toEqual([]);
});

it("the README shows an offer in the form that is taught and understood", () => {
  const form = renderOffer(["memory-bank/details/patterns.md"], "en");
  const fences = codeOf("README.md").fences.map(({ text }) => text.trimEnd());
  const offers = fences.filter((text) => findOffer(text) !== undefined);
  expect(
    offers.map((text) => text.replace(/Content: .*/, "Content: {point 1}; {point 2}")),
  ).toEqual([form]);
});
