import { readFileSync, readdirSync } from "node:fs";
import { parseBundle } from "./file-bundle.ts";

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
      // What stands before the first file is the lesson.
      const files = parseBundle(text);
      const { facts = "", ...project } = files;
      return { name: name.replace(/\.txt$/, ""), files: project, facts };
    });
}
