import { posix } from "node:path";
import * as fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { applyInMemory, toBankFiles } from "../../test/helpers/bank-in-memory.ts";
import { NO_FACTS } from "../../test/helpers/no-facts.ts";
import { findLinks } from "../markdown/links.ts";
import { planBank } from "./plan-bank.ts";
import { relink } from "./relink.ts";

afterEach(() => void vi.restoreAllMocks());

const stays = (path: string) => path;

describe("a link in another place", () => {
  it("does not depend on where the process runs", () => {
    vi.spyOn(process, "cwd").mockReturnValue("/home/me/Grains");
    expect(relink("[a](../Grains/a.cs)\n", "x.md", "x.md", stays)).toBe("[a](../Grains/a.cs)\n");
    expect(relink("[a](../Grains/a.cs)\n", "x.md", "details/x.md", stays)).toBe(
      "[a](../../Grains/a.cs)\n",
    );
    expect(relink("[a](../../me/a)\n", "docs/x.md", "details/design/x.md", stays)).toBe(
      "[a](../../../me/a)\n",
    );
  });
});

const ROOTS = ["/home/me/X", "/X", "/home/memory-bank", "/home/X/X", "/home/src/docs"];
const DIRECTORIES = ["/", "/home/me/X", "/home/me/X/X", "/X/memory-bank/docs", "/home/X", "/docs"];
/** A folder is called like the checkout, like the bank, and like folders of the bank. */
const PROJECT = [
  "X/a.cs",
  "X/X/b.cs",
  "memory-bank",
  "src/a.ts",
  "docs/guide.md",
  "README.md",
  ".",
];
const BANK = [
  "brief.md",
  "active.md",
  "_index.md",
  "patterns.md",
  "docs/a.md",
  "docs/X/b.md",
  "requirements/REQ-001-x.md",
  "X/notes.md",
  "notes.md",
];

const placed = fc.record({
  root: fc.constantFrom(...ROOTS),
  cwd: fc.constantFrom(...DIRECTORIES),
  links: fc.array(
    fc.record({
      doc: fc.constantFrom(...BANK),
      target: fc.constantFrom(...PROJECT, ...BANK.map((path) => `memory-bank/${path}`)),
      /** `../memory-bank/x` instead of `x`. */
      isRoundabout: fc.boolean(),
    }),
    { maxLength: 12 },
  ),
});

describe("a migration", () => {
  it("leads every link where it led, from any directory and in a checkout of any name", () => {
    fc.assert(
      fc.property(placed, ({ root, cwd, links }) => {
        const written = new Map(BANK.map((path) => [path, `# ${path}\n`]));
        links.forEach(({ doc, target, isRoundabout }) => {
          const folder = `${root}/memory-bank`;
          const from = `${folder}/${posix.dirname(doc)}`;
          const way = isRoundabout
            ? `${posix.relative(from, root)}/${target}`
            : posix.relative(from, `${root}/${target}`) || ".";
          written.set(doc, `${written.get(doc) ?? ""}\n[to ${target}](${way})\n`);
        });
        const bank = new Map([...written].map(([path, text]) => [path, Buffer.from(text)]));
        const inProject = new Set(
          [...PROJECT, ...BANK.map((path) => `memory-bank/${path}`)].flatMap((path) =>
            path.split("/").map((_, index, parts) => parts.slice(0, index + 1).join("/")),
          ),
        );
        vi.spyOn(process, "cwd").mockReturnValue(cwd);
        const planned = planBank({
          bank: toBankFiles(bank),
          facts: NO_FACTS,
          projectName: posix.basename(root),
          isInProject: (path) =>
            inProject.has(posix.normalize(posix.join("/", root, path)).slice(root.length + 1)),
          language: "en",
          today: "2026-11-15",
        });
        vi.restoreAllMocks();
        if (planned.kind === "abort") throw new Error(planned.problem);
        const made = applyInMemory(bank, planned.operations);
        const moves = new Map(
          planned.operations.flatMap((each) =>
            each.kind === "move" ? [[each.path, each.to]] : [],
          ),
        );
        const expected = (target: string) => {
          if (!target.startsWith("memory-bank/")) return posix.join(root, target);
          const doc = target.slice("memory-bank/".length);
          if (doc === "_index.md") return `${root}/memory-bank/legacy.md`;
          if (["brief.md", "active.md"].includes(doc)) return `${root}/memory-bank/MEMORY.md`;
          return `${root}/memory-bank/${moves.get(doc) ?? doc}`;
        };
        let seen = 0;
        for (const [path, bytes] of made) {
          const text = bytes.toString("utf8");
          for (const link of findLinks(text)) {
            const target = /\[to ([^\]\n]+)\]\($/.exec(text.slice(0, link.from))?.[1];
            if (target === undefined) continue;
            seen += 1;
            const leads = posix.join(root, "memory-bank", posix.dirname(path), link.path);
            expect(leads).toBe(expected(target));
          }
        }
        expect(seen).toBeGreaterThanOrEqual(links.length);
      }),
    );
  });
});
