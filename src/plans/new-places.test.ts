import { describe, expect, it } from "vitest";
import { makeNewPlaceOf, newPlaces } from "./new-places.ts";
import { makeRouteLookup } from "./route-lookup.ts";

const PATHS = ["_index.md", "tech.md", "docs/api.md", "notes.md"];

describe.each(["memory-bank", ".memory-bank", ".kilocode/rules/memory-bank"])("from %s", (name) => {
  const up = "../".repeat(name.split("/").length);
  const isInProject = (path: string) => ["src", "src/a.ts", "."].includes(path);

  it("links lead on to what was moved, out of the bank, and back into it", () => {
    const places = newPlaces(PATHS, []);
    const placeOf = makeNewPlaceOf({ name, paths: PATHS }, places, isInProject);
    expect(placeOf("tech.md")).toBe("details/tech.md");
    expect(placeOf(`${up}${name}/tech.md`)).toBe("details/tech.md");
    expect(placeOf("docs/")).toBe("details/design");
    expect(placeOf("_index.md")).toBe("legacy.md");
    expect(placeOf("notes.md")).toBe("notes.md");
    expect(placeOf(`${up}src/a.ts`)).toBe(`${up}src/a.ts`);
    expect(placeOf(`${up}src/gone.ts`)).toBeUndefined();
    expect(placeOf("gone.md")).toBeUndefined();
  });

  it("routes may start at the bank, at the project, or at the bank as links do", () => {
    const leads = makeRouteLookup({ name, paths: PATHS }, isInProject);
    for (const path of ["tech.md", `${name}/tech.md`, "docs/", "src/a.ts", `${up}src/a.ts`]) {
      expect([path, leads(path)]).toEqual([path, true]);
    }
    for (const path of ["gone.md", `${name}/gone.md`, "src/gone.ts", `${up}src/gone.ts`]) {
      expect([path, leads(path)]).toEqual([path, false]);
    }
  });
});
