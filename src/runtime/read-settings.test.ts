import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tempProject } from "../../test/helpers/temp-project.ts";
import { readSettings } from "./read-settings.ts";

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
    expect(readSettings({}, undefined)).toEqual({ settings: DEFAULTS, problems: [] });
    expect(readSettings({ MEMORY_BANK_GUARD_MODE: "" }, {})).toEqual({
      settings: DEFAULTS,
      problems: [],
    });
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
        maxChars: 5000,
        lang: "zh",
        sensitive: ["a/**"],
        multiFile: 3,
        debug: true,
      },
      problems: [],
    });
  });

  it.each([
    [{}, "context"],
    [{ guardMode: "block" }, "turn"],
    [{ guardMode: "block", readScope: "context" }, "context"],
    [{ guardMode: "warn", readScope: "turn" }, "turn"],
    [{ guardMode: "block", readScope: "day" }, "turn"],
  ])("has a read stay good as the mode asks for, unless told otherwise: %j", (options, scope) => {
    expect(readSettings({}, options).settings.readScope).toBe(scope);
  });

  it.each([
    [
      { MEMORY_BANK_GUARD_MODE: "blok" },
      {},
      'MEMORY_BANK_GUARD_MODE: "blok" is not allowed (allowed: warn, off, block); using "warn"',
    ],
    [
      { MEMORY_BANK_GUARD_MODE: "blok" },
      { guardMode: "off" },
      'MEMORY_BANK_GUARD_MODE: "blok" is not allowed (allowed: warn, off, block); using "warn"',
    ],
    [
      {},
      { guardMode: true },
      'option guardMode: true is not allowed (allowed: warn, off, block); using "warn"',
    ],
    [
      { MEMORY_BANK_APPROVAL: "ask" },
      {},
      'MEMORY_BANK_APPROVAL: "ask" is not allowed (allowed: warn, off, block); using "warn"',
    ],
    [
      {},
      { writer: "main" },
      'option writer: "main" is not allowed (allowed: direct, subagent); using "direct"',
    ],
    [
      { MEMORY_BANK_MAX_CHARS: "100" },
      {},
      'MEMORY_BANK_MAX_CHARS: "100" is not allowed (allowed: a whole number from 2000 to 100000); using 12000',
    ],
    [
      { MEMORY_BANK_MAX_CHARS: "many" },
      {},
      'MEMORY_BANK_MAX_CHARS: "many" is not allowed (allowed: a whole number from 2000 to 100000); using 12000',
    ],
    [
      {},
      { maxChars: 2500.5 },
      "option maxChars: 2500.5 is not allowed (allowed: a whole number from 2000 to 100000); using 12000",
    ],
    [
      {},
      { lang: "fr" },
      'option lang: "fr" is not allowed (allowed: en, zh); using the language found out',
    ],
    [
      { MEMORY_BANK_DIR: "a\0b" },
      { bank: "notes" },
      String.raw`MEMORY_BANK_DIR: "a\u0000b" is not allowed (allowed: a folder inside the project, relative to its root); using the folder found out`,
    ],
    [
      {},
      { bank: 1 },
      "option bank: 1 is not allowed (allowed: a folder inside the project, relative to its root); using the folder found out",
    ],
    [
      {},
      { sensitive: "a" },
      'option sensitive: "a" is not allowed (allowed: a list of at most 100 path globs of at most 200 characters); using []',
    ],
    [
      {},
      { multiFile: 1 },
      "option multiFile: 1 is not allowed (allowed: a whole number from 2 to 1000); using 2",
    ],
    [
      { MEMORY_BANK_DISABLED: "maybe" },
      {},
      'MEMORY_BANK_DISABLED: "maybe" is not allowed (allowed: 1); using false',
    ],
    [
      {},
      { guardmode: "block" },
      "option guardmode: no such option (known: guardMode, readScope, approval, writer, maxChars, lang, log, toasts, bank, sensitive, safe, multiFile, disabled); ignored",
    ],
    [{}, "block", 'plugin options: "block" is not an object; using the defaults'],
    [{}, [1], "plugin options: [1] is not an object; using the defaults"],
  ])("%j %j is reported and the default holds", (env, options, problem) => {
    expect(readSettings(env, options)).toEqual({ settings: DEFAULTS, problems: [problem] });
  });

  it("takes a folder of the project for the bank's, and no other", () => {
    const root = tempProject({ "notes/": "", "src/": "", "a.md": "a file", ".git/": "" });
    const start = { directory: join(root, "src"), worktree: root };
    const read = (bank: string) => readSettings({}, { bank }, start);
    for (const bank of ["notes", "./notes/", "not/made/yet", join(root, "notes"), "..notes"]) {
      expect(read(bank)).toMatchObject({ settings: { bank }, problems: [] });
    }
    for (const bank of ["..", "../notes", ".", "src/..", root, "/elsewhere", "a.md", ".git/x"]) {
      const { settings, problems } = read(bank);
      expect(settings.bank).toBeUndefined();
      expect(problems).toEqual([
        `option bank: ${JSON.stringify(bank)} is not allowed (allowed: a folder inside the project, relative to its root); using the folder found out`,
      ]);
    }
    expect(readSettings({ MEMORY_BANK_DIR: " notes " }, { bank: ".." }, start)).toMatchObject({
      settings: { bank: "notes" },
      problems: [],
    });
  });

  it("can be disabled", () => {
    for (const value of [true, 1, "1", "true"]) {
      expect(readSettings({}, { disabled: value }).settings.disabled).toBe(true);
    }
    expect(readSettings({ MEMORY_BANK_DISABLED: "1" }, {}).settings.disabled).toBe(true);
    expect(readSettings({ MEMORY_BANK_DISABLED: "0" }, { disabled: true }).settings.disabled).toBe(
      false,
    );
  });
});
