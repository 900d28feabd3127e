import { renderContext } from "../../src/bank/render-context.ts";
import { REFRESH_COMMAND, WORDS } from "../../src/hosts/opencode/words.ts";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import {
  DETAILS,
  ENTRY,
  LEGACY,
  MEMORY_READER,
  PATTERNS,
  PROTOCOL_VERSION,
  SKILL,
} from "../../src/bank/layout.ts";
import { ROLES, playersOf, roleOf } from "../../src/bank/roles.ts";
import { findLinks } from "../../src/markdown/links.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const FOLDER = join(ROOT, "skills/memory-bank");
const PAGES = [
  "SKILL.md",
  ...readdirSync(join(FOLDER, "references")).map((n) => `references/${n}`),
];
const protocol = (language: "en" | "zh") =>
  renderContext({
    entry: "",
    entryAddress: `memory-bank/${ENTRY}`,
    bankAddress: "memory-bank",
    conventions: [`memory-bank/${PATTERNS}`],
    readPointer: () => undefined,
    guardMode: "block",
    readScope: "turn",
    language,
    words: WORDS,
    maxChars: 12_000,
  }).text;

const TEXTS: readonly (readonly [string, string])[] = [
  ...PAGES.map((page) => [page, readFileSync(join(FOLDER, page), "utf8")] as const),
  ["the Protocol", protocol("en")],
  ["the Protocol in Chinese", protocol("zh")],
];

describe.each(TEXTS)("%s", (page, text) => {
  it("names only files that exist, or that a bank has", () => {
    const base = dirname(join(FOLDER, page));
    const dead = findLinks(text).filter(({ path }) => !existsSync(join(base, path)));
    expect(dead.map(({ path }) => path)).toEqual([]);
    const known = [ENTRY, LEGACY, PATTERNS, ...Object.values(DETAILS)];
    const other = ["index.md", "SKILL.md", "slug.md", "xxx.md"];
    const named = text.match(/(?<![\w{/-])(?:memory-bank\/)?(?:details\/)?[\w-]+\.md\b/g) ?? [];
    const unknown = named
      .map((name) => name.replace(/^memory-bank\//, ""))
      .filter(
        (doc) => ![...known, ...other].some((name) => name === doc || name === `details/${doc}`),
      )
      .filter((doc) => roleOf(doc) === undefined && !existsSync(join(base, doc)));
    expect(unknown).toEqual([]);
  });

  it("names only what is registered", () => {
    const agents = [...text.matchAll(/subagent_type="([^"]+)"/g)].map(([, agent]) => agent);
    expect(new Set(agents)).toEqual(new Set(agents.length > 0 ? [MEMORY_READER] : []));
    const commands = [...text.matchAll(/(?<![\w.}-])\/(memory-bank-[a-z-]+)/g)];
    for (const [, command] of commands) expect(command).toBe(REFRESH_COMMAND);
    for (const [, skill] of text.matchAll(/(?:skill|技能) "([^"]+)"/g)) expect(skill).toBe(SKILL);
  });
});

describe("the skill", () => {
  it("is told by its name and says that the Protocol wins", () => {
    const skill = readFileSync(join(FOLDER, "SKILL.md"), "utf8");
    expect(skill).toMatch(new RegExp(`^---\\nname: ${SKILL}\\ndescription: .{40,1024}\\n---\\n`));
    for (const page of [
      "SKILL.md",
      ...["reader", "writer", "templates"].map((n) => `references/${n}.md`),
    ]) {
      const text = readFileSync(join(FOLDER, page), "utf8");
      expect(text, page).toContain(`protocol_version: ${PROTOCOL_VERSION}`);
      expect(text, page).toMatch(/the Protocol wins|follow the Protocol/);
    }
  });

  it("names for each role the docs that play it, in the order in which they are asked for", () => {
    const skill = readFileSync(join(FOLDER, "SKILL.md"), "utf8");
    const rows = [...skill.matchAll(/^\| (\w+) \| (.+) \| (`.+`) \|$/gm)];
    expect(rows.map(([, role]) => role)).toEqual(ROLES);
    for (const [, name, ours = "", others = ""] of rows) {
      const role = ROLES.find((each) => each === name);
      const places = [...`${ours}, ${others}`.matchAll(/`([^`]+)`/g)]
        .map(([, place = ""]) => place)
        .filter((place) => place !== ENTRY);
      const docs = places.map((place) => (place.endsWith("/") ? `${place}a.md` : place));
      expect(role && playersOf(role, docs.toReversed())).toEqual(places);
    }
  });
});

describe("the Protocol", () => {
  it.each(["en", "zh"] as const)("has its lines, each once, in order (%s)", (language) => {
    const keys = [...protocol(language).matchAll(/^(\w+): .+$/gm)].map(([, key]) => key);
    expect(keys).toEqual(
      "protocol_version trigger skip invoke drill_down output gating write conflict more".split(
        " ",
      ),
    );
    expect(protocol(language)).not.toMatch(/\{\w+\}/);
  });
});
