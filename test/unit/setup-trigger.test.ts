import { existsSync } from "node:fs";
import { join } from "node:path";
import { parse } from "jsonc-parser";
import { describe, expect, it } from "vitest";
import { KEY_TRIGGER, putKeyTrigger } from "../../src/hosts/opencode/setup/key-trigger.ts";
import { makeMachine } from "../helpers/setup-machine.ts";

const USER = "home/.config/opencode";
const OWN = `${USER}/oh-my-opencode.json`;
const SHARED = "home/.omo/omo.jsonc";
const mine = (text: string) =>
  `{\n  "agents": {\n    "sisyphus": { "prompt_append": "${text}" },\n  }, // mine\n}\n`;

function appended(text: string): Record<string, string | undefined> {
  const value = parse(text, [], { allowTrailingComma: true }) as {
    agents?: Record<string, { prompt_append?: string }>;
  };
  return Object.fromEntries(
    Object.entries(value.agents ?? {}).map(([name, agent]) => [name, agent.prompt_append]),
  );
}

describe("where oh-my-opencode is not in use", () => {
  it("nothing of it is made", () => {
    const { install, root } = makeMachine({ [`${USER}/opencode.json`]: '{ "plugin": ["a"] }' });
    const changed = install().changes.map(({ file }) => file.path);
    expect(changed).toEqual(["opencode.json", "tui.json"].map((name) => join(root, USER, name)));
    expect(existsSync(join(root, USER, "oh-my-opencode.jsonc"))).toBe(false);
  });
});

describe("where it is in use", () => {
  it.each([OWN, `${USER}/oh-my-openagent.jsonc`])(
    "the trigger goes into %s and out of it, byte for byte",
    (path) => {
      const { install, uninstall, text } = makeMachine({ [path]: mine("Be brief.") });
      install();
      expect(appended(text(path))).toEqual({
        sisyphus: `Be brief.\n\n${KEY_TRIGGER}`,
        atlas: KEY_TRIGGER,
      });
      expect(install().changes).toEqual([]);
      uninstall();
      expect(text(path)).toBe(mine("Be brief."));
    },
  );

  it.each([SHARED, "home/.omo/omo.json"])("and of %s, before the older files", (path) => {
    const before = '{\n  "[opencode]": {\n    "disabled_hooks": []\n  }\n}\n';
    const { install, uninstall, text } = makeMachine({ [path]: before, [OWN]: "{}" });
    install();
    expect(text(path)).toContain("MEMORY_BANK_KEY_TRIGGER_START");
    expect(text(OWN)).toBe("{}");
    uninstall();
    expect(text(path)).toBe(before);
  });

  it("that 0.2.0 put into a project goes as well", () => {
    const path = "project/.opencode/oh-my-opencode.json";
    const { uninstall, text } = makeMachine({
      [path]: putKeyTrigger({ path, text: mine("Be brief.") }),
    });
    uninstall();
    expect(text(path)).toBe(mine("Be brief."));
  });

  it("a broken config of it is reported, and nothing is changed", () => {
    const { install, root, text } = makeMachine({ [OWN]: '{\n  "agents": {,}\n}' });
    expect(() => install()).toThrow(/oh-my-opencode\.json:2:14: /);
    expect(text(OWN)).toBe('{\n  "agents": {,}\n}');
    expect(existsSync(join(root, USER, "opencode.jsonc"))).toBe(false);
  });
});
