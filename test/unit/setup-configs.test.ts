import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type ParseError, parse } from "jsonc-parser";
import { describe, expect, it } from "vitest";
import { applySetup } from "../../src/cli/setup/run-setup.ts";
import { planInstall } from "../../src/hosts/opencode/setup/plan-setup.ts";
import { SPECIFIER as NAME, makeMachine as machine } from "../helpers/setup-machine.ts";

const FIXTURES = fileURLToPath(new URL("../fixtures/configs/", import.meta.url));

interface HostConfig {
  plugin?: unknown[];
}

function hostParse(bytes: Buffer): HostConfig {
  const text = new TextDecoder().decode(bytes).replaceAll(/\{env:[^}]+\}(?!")/g, "0");
  if (text.trim() === "") return {};
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true });
  expect(errors).toEqual([]);
  return value as HostConfig;
}

function fixtures(folder: string): { name: string; bytes: Buffer }[] {
  return readdirSync(FIXTURES + folder).map((name) => ({
    name,
    bytes: readFileSync(`${FIXTURES}${folder}/${name}`),
  }));
}

describe.each(fixtures("good"))("$name", ({ name, bytes }) => {
  it.each(["global", "project"] as const)(
    "install, install, uninstall (%s): our entry and nothing else, then the same bytes",
    (scope) => {
      const folder = scope === "global" ? "home/.config/opencode" : "project";
      const path = `${folder}/opencode${extname(name)}`;
      const { install, uninstall, read, root } = machine({ [path]: bytes });
      expect(install(scope).changes[0]?.file.path).toBe(join(root, path));
      const installed = read(path);
      const { plugin: others = [], ...before } = hostParse(bytes);
      const schema = "https://opencode.ai/config.json";
      const isEmpty = bytes.toString().trim() === "";
      expect(hostParse(installed)).toEqual({
        ...(isEmpty ? { $schema: schema } : before),
        plugin: [...others, NAME],
      });
      expect(install(scope).changes).toEqual([]);
      expect(read(path)).toEqual(installed);
      uninstall();
      expect(read(path)).toEqual(bytes);
      expect(uninstall().changes).toEqual([]);
    },
  );
});

describe.each(fixtures("ours"))("$name", ({ name, bytes }) => {
  it("is brought up to date, once, with its options and neighbours, and goes whole", () => {
    const path = `home/.config/opencode/opencode${extname(name)}`;
    const { install, uninstall, read } = machine({ [path]: bytes });
    install();
    const nameOf = (entry: unknown) => String(Array.isArray(entry) ? entry[0] : entry);
    const isOurs = (entry: unknown) => /agent-memory-bank/.test(nameOf(entry));
    const before = hostParse(bytes).plugin ?? [];
    const after = hostParse(read(path)).plugin ?? [];
    expect(after.filter(isOurs).map(nameOf)).toEqual([NAME]);
    expect(after.filter((entry) => !isOurs(entry))).toEqual(before.filter((e) => !isOurs(e)));
    const options = (entry: unknown) => (Array.isArray(entry) ? [entry[1]] : []);
    expect(after.filter(isOurs).flatMap(options)).toEqual(before.filter(isOurs).flatMap(options));
    expect(install().changes).toEqual([]);
    uninstall();
    const left = hostParse(read(path)).plugin ?? [];
    expect(left).toEqual(before.filter((entry) => !isOurs(entry)));
  });
});

describe.each(fixtures("broken"))("$name", ({ name, bytes }) => {
  it("is reported with its place and left alone", () => {
    const path = `home/.config/opencode/opencode${extname(name)}`;
    const { install, read } = machine({ [path]: bytes });
    const where = name === "not-utf-8.json" ? "UTF-8" : /opencode\.jsonc?:\d+:\d+: .+/;
    expect(() => install()).toThrow(where);
    expect(read(path)).toEqual(bytes);
  });
});

describe("where it goes", () => {
  const user = "home/.config/opencode";

  it("makes a config where there is none, and removes it again", () => {
    const { install, uninstall, root } = machine({});
    expect(install().changes[0]?.file.path).toBe(join(root, user, "opencode.jsonc"));
    expect(install("project").changes[0]?.file.path).toBe(join(root, "project/opencode.jsonc"));
    expect(readdirSync(join(root, user))).toEqual(["opencode.jsonc", "tui.json"]);
    expect(readdirSync(join(root, "project"))).toEqual(["opencode.jsonc", "tui.json"]);
    expect(new Set(uninstall().changes.map(({ after }) => after))).toEqual(new Set([undefined]));
    expect(readdirSync(join(root, user))).toEqual([]);
    expect(readdirSync(join(root, "project"))).toEqual([]);
  });

  it("of the user's several files it is the one whose list of plugins counts", () => {
    const { install, uninstall, text } = machine({
      [`${user}/config.json`]: '{ "plugin": ["c"] }',
      [`${user}/opencode.json`]: '{ "plugin": ["a"] }',
      [`${user}/opencode.jsonc`]: '{ "model": "a/b" }',
    });
    install();
    expect(text(`${user}/opencode.json`)).toBe(`{ "plugin": ["a", "${NAME}"] }`);
    uninstall();
    expect(text(`${user}/opencode.json`)).toBe('{ "plugin": ["a"] }');
  });
});

describe("the file itself", () => {
  const path = "home/.config/opencode/opencode.json";

  it("that changes between showing and writing is not written", () => {
    const { start, aside, root, text } = machine({ [path]: "{}" });
    const plan = planInstall(start, "global", NAME);
    writeFileSync(join(root, path), "[]");
    expect(() => applySetup(plan, aside)).toThrow("has just changed. It was not written");
    expect(text(path)).toBe("[]");
  });

  it("that the user changed elsewhere meanwhile keeps those changes", () => {
    const { install, uninstall, root, text } = machine({ [path]: '{\n  "model": "a/b"\n}\n' });
    install();
    const edited = text(path)
      .replace('"a/b"', '"c/d"')
      .replace(`"${NAME}"`, `["${NAME}", { "guardMode": "block" }],\n    "mine"`);
    writeFileSync(join(root, path), edited);
    uninstall();
    expect(text(path)).toBe('{\n  "model": "c/d",\n  "plugin": [\n    "mine"\n  ]\n}\n');
  });
});
