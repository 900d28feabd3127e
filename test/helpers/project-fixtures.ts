import { readFileSync, readdirSync } from "node:fs";

const FOLDER = new URL("../fixtures/projects/", import.meta.url);

/** A small project in one text file: a lesson, its files, and the facts that a scan must find. */
export interface ProjectFixture {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  readonly facts: string;
}

export function readProjectFixtures(): ProjectFixture[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith(".txt"))
    .toSorted()
    .map((name) => {
      const text = readFileSync(new URL(name, FOLDER), "utf8");
      // The first part is the lesson.
      const [, ...parts] = text.split(/^-- (.+) --\n/m);
      const files: Record<string, string> = {};
      for (let index = 0; index < parts.length; index += 2) {
        files[parts[index] ?? ""] = parts[index + 1] ?? "";
      }
      const { facts = "", ...project } = files;
      return { name: name.replace(/\.txt$/, ""), files: project, facts };
    });
}
