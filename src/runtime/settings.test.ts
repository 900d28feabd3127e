import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tempProject } from "../../test/helpers/temp-project.ts";
import { readSettings } from "./settings.ts";

const DEFAULTS = {
  guardMode: "warn",
  readScope: "context",
  approval: "warn",
  writer: "direct",
  maxChars: 12_000,
  lang: undefined,
  log: "on",
  toasts: "on",
  bank: undefined,
  sensitive: [],
  safe: [],
  multiFile: 2,
  disabled: false,
  debug: false,
};

describe("readSettings", () => {
  it("has defaults", () => {
    expect(readSettings({}, undefined)).toEqual({ settings: DEFAULTS, problems: [], sources: {} });
    expect(readSettings({ MEMORY_BANK_GUARD_MODE: "" }, {}).settings).toEqual(DEFAULTS);
  });

  it("lets the environment outrank options, and options the defaults", () => {
    const options = {
      guardMode: "off",
      maxChars: 5000,
      lang: "en",
      sensitive: ["a/**"],
      multiFile: 3,
    };
    const env = {
      MEMORY_BANK_GUARD_MODE: " Block ",
      MEMORY_BANK_LANG: "zh",
      MEMORY_BANK_DEBUG: "1",
    };
    expect(readSettings(env, options)).toEqual({
      settings: {
        ...DEFAULTS,
        guardMode: "block",
        readScope: "turn",
        approval: "block",
        maxChars: 5000,
        lang: "zh",
        sensitive: ["a/**"],
        multiFile: 3,
        debug: true,
      },
      problems: [],
      sources: {
        guardMode: "MEMORY_BANK_GUARD_MODE",
        lang: "MEMORY_BANK_LANG",
        debug: "MEMORY_BANK_DEBUG",
        maxChars: "plugin options",
        sensitive: "plugin options",
        multiFile: "plugin options",
      },
    });
  });

  it.each([
    [{}, "warn", "context"],
    [{ guardMode: "block" }, "block", "turn"],
    [{ guardMode: "off" }, "off", "context"],
    [{ guardMode: "block", approval: "warn", readScope: "context" }, "warn", "context"],
    [{ guardMode: "block", approval: "ask", readScope: "day" }, "block", "turn"],
  ])(
    "lets approval and scope follow the mode, unless told otherwise: %j",
    (options, ...expected) => {
      const { approval, readScope } = readSettings({}, options).settings;
      expect([approval, readScope]).toEqual(expected);
    },
  );

  it.each([
    [
      { MEMORY_BANK_GUARD_MODE: "blok" },
      { guardMode: "off" },
      'MEMORY_BANK_GUARD_MODE: "blok" is not allowed (allowed: warn, off, block); the default holds',
    ],
    [
      { MEMORY_BANK_MAX_CHARS: "100" },
      {},
      'MEMORY_BANK_MAX_CHARS: "100" is not allowed (allowed: a whole number from 2000 to 100000); the default holds',
    ],
    [
      {},
      { sensitive: "a" },
      'option sensitive: "a" is not allowed (allowed: a list of path globs); the default holds',
    ],
    [
      { MEMORY_BANK_DISABLED: "maybe" },
      {},
      'MEMORY_BANK_DISABLED: "maybe" is not allowed (allowed: 1); the default holds',
    ],
    [
      {},
      { guardmode: "block" },
      "option guardmode: there is no such setting (known: guardMode, readScope, approval, writer, maxChars, lang, log, toasts, bank, sensitive, safe, multiFile, disabled); ignored",
    ],
    [{}, "block", 'plugin options: "block" is not an object; using the defaults'],
  ])("%j %j is reported and the default holds", (env, options, problem) => {
    expect(readSettings(env, options)).toEqual({
      settings: DEFAULTS,
      problems: [problem],
      sources: {},
    });
  });

  it("takes a folder of the project for the bank's, and no other", () => {
    const root = tempProject({ "notes/": "", "src/": "", "a.md": "a file" });
    const start = { directory: join(root, "src"), worktree: root };
    const read = (bank: string) => readSettings({}, { bank }, start);
    for (const bank of ["notes", "./notes/", "not/made/yet", join(root, "notes"), "..notes"]) {
      expect(read(bank)).toMatchObject({ settings: { bank }, problems: [] });
    }
    for (const bank of ["..", "../notes", ".", "src/..", root, "/elsewhere", "a.md"]) {
      const { settings, problems } = read(bank);
      expect(settings.bank).toBeUndefined();
      expect(problems).toEqual([
        `option bank: ${JSON.stringify(bank)} is not allowed (allowed: a folder inside the project, relative to its root); the default holds`,
      ]);
    }
    expect(readSettings({ MEMORY_BANK_DIR: " notes " }, { bank: ".." }, start)).toMatchObject({
      settings: { bank: "notes" },
      problems: [],
    });
  });

  it("can be disabled", () => {
    const isDisabled = (env: object, disabled: unknown) =>
      readSettings({ ...env }, { disabled }).settings.disabled;
    for (const value of [true, 1, "1", "true"]) expect(isDisabled({}, value)).toBe(true);
    expect(isDisabled({ MEMORY_BANK_DISABLED: "0" }, true)).toBe(false);
  });
});

describe("memory-bank.json", () => {
  function read(files: Record<string, string>, env = {}, options: unknown = {}) {
    const worktree = tempProject({ "packages/api/src/a.ts": "", ...files });
    return readSettings(env, options, { directory: join(worktree, "packages/api"), worktree });
  }

  it("sets what neither the environment nor the host's options set", () => {
    const text = `{
      // for everybody
      "$schema": "./x.json",
      "guardMode": "block", "maxChars": 5000, "multiFile": 4,
      "safe": ["docs/**"],
    }`;
    const { settings, problems, sources } = read(
      { "memory-bank.json": text },
      { MEMORY_BANK_MAX_CHARS: "6000" },
      { multiFile: 3 },
    );
    expect(problems).toEqual([]);
    expect(settings).toMatchObject({ guardMode: "block", approval: "block", safe: ["docs/**"] });
    expect(settings).toMatchObject({ maxChars: 6000, multiFile: 3 });
    expect(sources).toEqual({
      guardMode: "memory-bank.json",
      safe: "memory-bank.json",
      maxChars: "MEMORY_BANK_MAX_CHARS",
      multiFile: "plugin options",
    });
  });

  it("is the nearest one up to the root of the work tree", () => {
    const files = {
      "memory-bank.json": '{"guardMode":"off"}',
      "packages/api/memory-bank.json": '{"guardMode":"block"}',
      "packages/api/src/memory-bank.json": '{"guardMode":"warn"}',
    };
    const { settings, sources } = read(files);
    expect(settings.guardMode).toBe("block");
    expect(sources.guardMode).toBe("packages/api/memory-bank.json");
  });

  it("names the bank's folder from its own, and none outside of it", () => {
    const bank = (value: string) =>
      read({ "packages/api/memory-bank.json": JSON.stringify({ bank: value }) });
    expect(bank("notes").settings.bank).toBe("packages/api/notes");
    expect(bank("./docs/../notes/").settings.bank).toBe("packages/api/notes");
    for (const value of ["../notes", ".", "/", ""]) {
      expect(bank(value).settings.bank).toBeUndefined();
      expect(bank(value).problems).toEqual([
        `packages/api/memory-bank.json, line 1: bank: ${JSON.stringify(value)} is not allowed (allowed: a folder inside the project, relative to its root); the default holds`,
      ]);
    }
  });

  it.each([
    ['{\n  "guardMode": "blok"\n}', 'line 2: guardMode: "blok" is not allowed (allowed: warn'],
    ['{ "debug": true }', "line 1: debug: there is no such setting (known: guardMode"],
    ['{\n  "guardMode": "block"\n', "line 3: close brace expected; nothing"],
    ["[]", "line 1: it is not an object; nothing in it is used"],
  ])("%j: the problem has its line, and the defaults hold", (text, problem) => {
    const { settings, problems, sources } = read({ "memory-bank.json": text });
    expect(problems).toEqual([expect.stringContaining(`memory-bank.json, ${problem}`)]);
    expect({ settings, sources }).toEqual({ settings: DEFAULTS, sources: {} });
  });

  it("is named where it is no text, and the defaults hold", () => {
    const { settings, problems } = read({ "memory-bank.json": "\0" });
    expect(problems).toEqual(["memory-bank.json: it cannot be read; nothing in it is used"]);
    expect(settings).toEqual(DEFAULTS);
  });

  it("may be empty", () => {
    expect(read({ "memory-bank.json": "" })).toMatchObject({ settings: DEFAULTS, problems: [] });
  });
});
