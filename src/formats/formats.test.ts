import { describe, expect, it } from "vitest";
import { parseToml } from "./parse-toml.ts";
import { parseYaml } from "./parse-yaml.ts";

const same = (value: unknown) => JSON.parse(JSON.stringify(value)) as unknown;

describe("parseToml", () => {
  it("reads tables, and refuses what is broken", () => {
    expect(same(parseToml('[project]\nname = "tea"\n'))).toEqual({ project: { name: "tea" } });
    expect(() => parseToml("[project\nname = 1")).toThrow();
  });
});

describe("parseYaml", () => {
  it("reads tables and lists, and leaves aliases out", () => {
    const text =
      "x: &x [1]\nservices:\n  db:\n    image: postgres:16\n    y: *x\n  db: 2\n---\nz: 1\n";
    expect(same(parseYaml(text))).toEqual({ x: [1], services: { db: 2 } });
  });

  it("does not unfold aliases that multiply", () => {
    const bomb = Array.from(
      { length: 20 },
      (_, level) =>
        `a${level}: &a${level} [${Array(9)
          .fill(level === 0 ? "tea" : `*a${level - 1}`)
          .join(",")}]`,
    ).join("\n");
    expect(JSON.stringify(parseYaml(bomb)).length).toBeLessThan(5000);
  });

  it("refuses what is broken", () => {
    expect(() => parseYaml("a: {")).toThrow();
  });

  it("refuses what is nested too deeply: the library would take the process down", () => {
    for (const part of ["[", "a: [", "- ", "? ", "{a: "]) {
      expect(() => parseYaml(part.repeat(20_000))).toThrow();
    }
    const script = `run: |\n${"  if [ -f x ]; then echo '['; fi\n".repeat(150)}`;
    expect(same(parseYaml("a: 1\n".repeat(60) + "b: '['\n".repeat(60)))).toEqual({
      a: 1,
      b: "[",
    });
    expect(same(parseYaml(`${script}z: 1\n`))).toHaveProperty("z", 1);
  });
});
