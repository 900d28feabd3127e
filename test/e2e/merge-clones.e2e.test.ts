import { expect, it } from "vitest";
import { useGit } from "./use-git.ts";

const CLONES = 20;
/** Some 25 s on a quiet machine: hundreds of processes. */
const PATIENCE = 600_000;
const PROJECT = {
  "README.md": "# Tea\n\nA shop for tea.\n",
  "package.json": '{ "name": "tea", "scripts": { "test": "node --test" } }\n',
  "AGENTS.md": "# Rules\n\n- Money is an integer of cents.\n",
};

/** The same numbers on every machine. */
function makeRandom(start: number): (below: number) => number {
  let state = start;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Ten things that one person has to say, each with words that nobody else uses. */
function thingsOf(clone: number): string[] {
  return Array.from({ length: 10 }, (_, at) => `thing-${clone}-${at}`);
}

function lessonOf(thing: string): string {
  const words = Array.from({ length: 20 }, (_, at) => `${thing}${at}`).join(" ");
  return `# About ${thing}\n\n<!-- MACHINE_BLOCK_START -->\n\n## Symptom\n\n${words}\n\n## What to do\n\nLook at ${thing}.\n\n<!-- MACHINE_BLOCK_END -->\n\n<!-- USER_BLOCK_START -->\n<!-- USER_BLOCK_END -->\n`;
}

it(
  "20 clones record 10 things each and merge in any order: all 200 are in every clone",
  () => {
    const { repo, open } = useGit(PROJECT);
    expect(repo.cli("refresh", "--yes")).toMatchObject({ status: 0 });
    repo.write("memory-bank/details/learnings/2026-11-01-first.md", lessonOf("first"));
    repo.write(
      "memory-bank/details/learnings/index.md",
      "# Learnings Router\n\n- [About first](2026-11-01-first.md)\n",
    );
    expect(repo.cli("install", "--git", "--global", "--yes").status).toBe(0);
    repo.commit("a bank");
    repo.must("clone", "-q", "--bare", ".", "../origin");

    const names = Array.from({ length: CLONES }, (_, clone) => `clone-${clone}`);
    const clones = names.map((name) => {
      open("").must("clone", "-q", "origin", name);
      return open(name);
    });
    clones.forEach(({ read, write, commit }, clone) => {
      const change = (path: string, edit: (text: string) => string) =>
        write(`memory-bank/${path}`, edit(read(`memory-bank/${path}`)));
      const below = (anchor: RegExp, line: string) => (text: string) =>
        text.replace(anchor, (found) => `${found}${line}\n`);
      thingsOf(clone).forEach((thing, at) => {
        const day = `2026-11-${String(10 + at)}`;
        if (at < 3)
          change(
            "details/patterns.md",
            below(/\| decision .*\n\| -.*\n/, `| ${thing} | ${day} | it was decided |`),
          );
        else if (at < 6) change("details/progress.md", below(/## Done\n\n/, `- ${thing}, ${day}`));
        else if (at < 8)
          change(
            "details/tech.md",
            below(/\| part .*\n\| -.*\n/, `| tool | ${thing} | package.json |`),
          );
        else {
          write(`memory-bank/details/learnings/${day}-${thing}.md`, lessonOf(thing));
          change(
            "details/learnings/index.md",
            (text) => `${text}- [About ${thing}](${day}-${thing}.md)\n`,
          );
        }
      });
      commit(`ten things of clone ${clone}`);
    });

    const random = makeRandom(20);
    // Some of them talk to each other first, so that histories cross.
    for (let talk = 0; talk < 5; talk += 1) {
      const [to, from] = [random(CLONES), random(CLONES)];
      clones[to]?.must("pull", "-q", "--no-rebase", "--no-edit", `../clone-${from}`, "main");
    }
    const inAnyOrder = clones
      .map((clone) => ({ clone, rank: random(1000) }))
      .toSorted((a, b) => a.rank - b.rank);
    for (const { clone } of inAnyOrder) {
      clone.must("pull", "-q", "--no-rebase", "--no-edit");
      clone.must("push", "-q");
    }
    for (const { must } of clones) must("pull", "-q", "--no-rebase", "--no-edit");

    const all = names.flatMap((_, clone) => thingsOf(clone));
    const paths = ["patterns", "progress", "tech", "learnings/index"];
    for (const { read, must } of clones) {
      const text = paths.map((path) => read(`memory-bank/details/${path}.md`)).join("");
      for (const thing of all)
        expect(text.split(new RegExp(`\\b${thing}[^-\\w]`)).length, thing).toBeGreaterThan(1);
      expect(text).not.toMatch(/^[<>]{7}/m);
      expect(must("rev-parse", "HEAD")).toBe(clones[0]?.must("rev-parse", "HEAD"));
    }
    const rows = paths.flatMap(
      (path) => clones[0]?.read(`memory-bank/details/${path}.md`).match(/^.*thing-.*$/gm) ?? [],
    );
    expect(rows.length).toBe(200);
    expect(new Set(rows).size).toBe(200);
    const { status, stdout } = open("clone-7").cli("check", "--json");
    const { findings } = JSON.parse(stdout) as { findings: { level: string; message: string }[] };
    expect(findings.filter(({ level }) => level !== "note")).toEqual([]);
    expect(status).toBe(0);
  },
  PATIENCE,
);
