import { describe, expect, it } from "vitest";
import { parseIni } from "./parse-ini.ts";
import { parseToml } from "./parse-toml.ts";
import { parseYaml } from "./parse-yaml.ts";

const same = (value: unknown) => JSON.parse(JSON.stringify(value)) as unknown;

describe("parseToml", () => {
  const TEXT =
    '[project]\nname = "tea"\ndependencies = [\n  "flask",\n  "click",\n]\n[tool]\nx = """\na\n"""\n';
  const cutAfter = (part: string) => TEXT.slice(0, TEXT.indexOf(part) + part.length);

  it("gives what stands before a cut", () => {
    expect(same(parseToml(cutAfter('"tea"\n'), true))).toEqual({ project: { name: "tea" } });
    expect(same(parseToml(cutAfter('x = """\na\n'), true))).toEqual({
      project: { name: "tea", dependencies: ["flask", "click"] },
      tool: {},
    });
  });

  it("keeps the part of a list that a cut goes through", () => {
    expect(same(parseToml(cutAfter('"flask",\n'), true))).toEqual({
      project: { name: "tea", dependencies: ["flask"] },
    });
  });

  it("refuses what is broken", () => {
    expect(() => parseToml("[project\nname = 1", false)).toThrow();
    expect(() => parseToml(cutAfter('"flask",\n'), false)).toThrow();
  });
});

describe("parseYaml", () => {
  it("reads tables and lists, and leaves aliases out", () => {
    const text =
      "x: &x [1]\nservices:\n  db:\n    image: postgres:16\n    y: *x\n  db: 2\n---\nz: 1\n";
    expect(same(parseYaml(text, false))).toEqual({ x: [1], services: { db: 2 } });
  });

  it("does not unfold aliases that multiply", () => {
    const bomb = Array.from(
      { length: 20 },
      (_, level) =>
        `a${level}: &a${level} [${Array(9)
          .fill(level === 0 ? "tea" : `*a${level - 1}`)
          .join(",")}]`,
    ).join("\n");
    expect(JSON.stringify(parseYaml(bomb, false)).length).toBeLessThan(5000);
  });

  it("gives what stands before a cut, and refuses what is broken", () => {
    expect(same(parseYaml('packages:\n  - "a"\nother: { x: [', true))).toEqual({ packages: ["a"] });
    expect(() => parseYaml("a: {", false)).toThrow();
  });

  it("refuses what is nested too deeply: the library would take the process down", () => {
    for (const part of ["[", "a: [", "- ", "? ", "{a: "]) {
      expect(() => parseYaml(part.repeat(20_000), true)).toThrow();
    }
    const script = `run: |\n${"  if [ -f x ]; then echo '['; fi\n".repeat(150)}`;
    expect(same(parseYaml("a: 1\n".repeat(60) + "b: '['\n".repeat(60), false))).toEqual({
      a: 1,
      b: "[",
    });
    expect(same(parseYaml(`${script}z: 1\n`, false))).toHaveProperty("z", 1);
  });
});

describe("parseIni", () => {
  it("joins indented lines to their key", () => {
    const ini = parseIni("[options]\n# no\ninstall_requires =\n  flask\n  click>=8\nx: 1\n[a b]\n");
    expect(ini.get("options")?.get("install_requires")).toBe("flask\nclick>=8");
    expect(ini.get("options")?.get("x")).toBe("1");
    expect(ini.has("a b")).toBe(true);
  });
});
