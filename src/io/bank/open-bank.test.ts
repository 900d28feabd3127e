import {
  chmodSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { renderTemplate } from "../../bank/render-template.ts";
import { tempProject } from "../../../test/helpers/temp-project.ts";
import { WORDS } from "../../hosts/opencode/words.ts";
import { unprivileged } from "../../../test/helpers/unprivileged.ts";
import { openBank } from "./open-bank.ts";

const FILES = {
  "memory-bank/MEMORY.md": "# Memory of tea\n",
  "memory-bank/details/patterns.md": "- be kind\n",
};

function open(root: string, more: Partial<Parameters<typeof openBank>[0]> = {}) {
  const problems: string[] = [];
  const bank = openBank({
    directory: root,
    worktree: root,
    maxChars: 12_000,
    guardMode: "warn",
    readScope: "turn",
    bank: undefined,
    lang: undefined,
    locale: "en",
    words: WORDS,
    onProblem: (problem) => problems.push(problem),
    ...more,
  });
  return { bank, problems };
}

const docsIn = (bank: ReturnType<typeof openBank>) => bank.conventions.map(({ doc }) => doc);

describe("the prompt", () => {
  it("is the same string until the entry changes", () => {
    const root = tempProject(FILES);
    const { bank } = open(root);
    const first = bank.renderPrompt();
    expect(first).toContain("# Memory of tea\n");
    expect(bank.renderPrompt()).toBe(first);
    writeFileSync(join(root, "memory-bank/MEMORY.md"), "# Memory of cup\n");
    expect(bank.renderPrompt()).toContain("# Memory of cup\n");
  });

  it("follows a bank that comes, goes and comes back", () => {
    const root = tempProject({ "a.ts": "" });
    const { bank } = open(root);
    expect(bank.renderPrompt()).toContain("has no memory bank yet");
    mkdirSync(join(root, "memory-bank"));
    expect(bank.renderPrompt()).toContain("has no entry");
    writeFileSync(join(root, "memory-bank/brief.md"), "# Brief\n");
    expect(bank.renderPrompt()).toContain("has no entry");
    writeFileSync(join(root, "memory-bank/MEMORY.md"), "# Now\n");
    expect(bank.renderPrompt()).toContain("# Now\n");
    renameSync(join(root, "memory-bank"), join(root, "gone"));
    expect(bank.renderPrompt()).toContain("has no memory bank yet");
    renameSync(join(root, "gone"), join(root, "memory-bank"));
    expect(bank.renderPrompt()).toContain("# Now\n");
  });

  it("names an entry that may not be read, and says so once in the log", () => {
    const root = tempProject(FILES);
    chmodSync(dirname(root), 0o755);
    chmodSync(join(root, "memory-bank/MEMORY.md"), 0);
    const { bank, problems } = open(root);
    for (let time = 0; time < 2; time++) {
      expect(unprivileged(() => bank.renderPrompt())).toBe(
        "[Memory Bank] memory-bank/MEMORY.md cannot be read (the system refuses it). Tell the user; until it is fixed, the project's memory is unknown.",
      );
    }
    expect(problems).toEqual(["memory-bank/MEMORY.md cannot be read: the system refuses it"]);
    chmodSync(join(root, "memory-bank/MEMORY.md"), 0o644);
    expect(unprivileged(() => bank.renderPrompt())).toContain("# Memory of tea");
  });

  it("strips a BOM, keeps CRLF, reports invalid UTF-8", () => {
    const root = tempProject({ "memory-bank/MEMORY.md": "\ufeff# A\r\nb\r\n" });
    expect(open(root).bank.renderPrompt()).toContain("\n# A\r\nb\r\n");
    const bad = tempProject({ "memory-bank/MEMORY.md": Uint8Array.of(0x23, 0x20, 0xff, 0x0a) });
    const { bank, problems } = open(bad);
    expect(bank.renderPrompt()).toContain("# \ufffd\n");
    expect(problems[0]).toContain("is not valid UTF-8");
  });
});

describe("the language", () => {
  it("is the setting, else the bank's own, else the locale", () => {
    const zh = tempProject({ "memory-bank/MEMORY.md": "# 项目记忆：一家卖茶的小店\n" });
    expect(open(zh).bank.language).toBe("zh");
    expect(open(zh, { lang: "en" }).bank.language).toBe("en");
    const none = tempProject({ "memory-bank/MEMORY.md": "42\n" });
    expect(open(none, { locale: "zh" }).bank.language).toBe("zh");
    expect(open(zh).bank.renderPrompt()).toContain("本项目的记忆");
  });
  it("is that of the docs where there is no entry yet", () => {
    const docs = { "memory-bank/systemPatterns.md": "# 模式\n\n茶叶放在罐子里。\n" };
    const root = tempProject({ ...docs, "memory-bank/progress.md": "# 进度\n" });
    expect(open(root).bank.language).toBe("zh");
    expect(open(root, { lang: "en" }).bank.language).toBe("en");
  });
});

describe("the conventions", () => {
  it("are patterns.md, else nothing: without conventions there is no gate", () => {
    const root = tempProject(FILES);
    const { bank } = open(root);
    const path = join(root, "memory-bank/details/patterns.md");
    expect(bank.conventions).toEqual([
      {
        doc: "details/patterns.md",
        address: "memory-bank/details/patterns.md",
        isLoadedByHost: false,
        changedAt: expect.closeTo(statSync(path).ctimeMs, 0),
      },
    ]);
    rmSync(path);
    expect(bank.conventions).toEqual([]);
  });

  it.each(["en", "zh"] as const)("are nothing as long as they are their template (%s)", (lang) => {
    const blank = renderTemplate("patterns", lang, { conventions: null, decisions: null });
    const path = "memory-bank/details/patterns.md";
    const root = tempProject({ ...FILES, [path]: blank });
    const { bank } = open(root);
    expect(bank.conventions).toEqual([]);
    expect(bank.renderPrompt()).not.toContain(`read ${path}`);
    writeFileSync(join(root, "memory-bank/systemPatterns.md"), "# Patterns\n\n[To be defined]\n");
    expect(docsIn(bank)).toEqual([]);
    writeFileSync(join(root, "memory-bank/standards.md"), "- Use tabs.\n");
    expect(docsIn(bank)).toEqual(["standards.md"]);
    expect(bank.renderPrompt()).toContain("read memory-bank/standards.md");
    writeFileSync(
      join(root, path),
      blank.replace(/\| -+ \| -+ \| -+ \|/, "$&\n| tabs | 2026 | x |"),
    );
    expect(docsIn(bank)).toEqual(["details/patterns.md"]);
    expect(bank.renderPrompt()).toContain(`read ${path}`);
    writeFileSync(join(root, path), blank.replace("<!-- USER_BLOCK_END", "Use tea.\n$&"));
    expect(docsIn(bank)).toEqual(["details/patterns.md"]);
  });

  it("are known by the name of what a link in the bank leads to", () => {
    const root = tempProject({
      "memory-bank/MEMORY.md": "# M\n",
      "memory-bank/docs/conv.md": "- c\n",
    });
    mkdirSync(join(root, "memory-bank/details"));
    symlinkSync("../docs/conv.md", join(root, "memory-bank/details/patterns.md"));
    const { bank } = open(root);
    expect(docsIn(bank)).toEqual(["docs/conv.md"]);
    const read = bank.paths.toTarget("memory-bank/details/patterns.md").doc;
    expect(read).toBe("docs/conv.md");
  });
});

describe("a pointer of the entry", () => {
  const FOCUS = "memory-bank/activeContext.md";
  const entryFor = (link: string) =>
    `# M\n\n## Project Snapshot\n\nTea.\n\n## Current Focus\n\nSee [focus](${link})\n`;

  it("is live: what changes in its file is in the next prompt, which else stays the same string", () => {
    const root = tempProject({
      "memory-bank/MEMORY.md": entryFor("activeContext.md"),
      [FOCUS]: "# Active\n\n- Goal: the kettle\n",
    });
    const { bank } = open(root);
    const first = bank.renderPrompt();
    expect(first).toContain("See [focus](activeContext.md):\n\n- Goal: the kettle\n");
    expect(bank.renderAnchors([])).toContain("- Goal: the kettle");
    expect(bank.renderPrompt()).toBe(first);
    writeFileSync(join(root, FOCUS), "# Active\n\n- Goal: the pot\n");
    expect(bank.renderPrompt()).toContain("- Goal: the pot");
    expect(bank.renderAnchors([])).toContain("- Goal: the pot");
    rmSync(join(root, FOCUS));
    expect(bank.renderPrompt()).toContain("See [focus](activeContext.md) (not readable)");
  });

  it("is followed inside a bank that git ignores as a whole", () => {
    const root = tempProject({
      "memory-bank/MEMORY.md": entryFor("activeContext.md"),
      [FOCUS]: "- the kettle\n",
      ".gitignore": "memory-bank/\n",
    });
    expect(open(root).bank.renderPrompt()).toContain("- the kettle");
  });
});

describe("files linked under Also binding", () => {
  const LINKS = "# Conventions\n\n## Also binding\n\n- [how to](../../CONTRIBUTING.md): rules\n";
  const PATTERNS = "memory-bank/details/patterns.md";
  const BANK = { "memory-bank/MEMORY.md": "# Memory of tea\n", [PATTERNS]: LINKS };

  it("bind, without the doc that only links them, and a read of them counts", () => {
    const { bank } = open(tempProject({ ...BANK, "CONTRIBUTING.md": "Pin.\n", "b.md": "b\n" }));
    expect(bank.conventions).toMatchObject([
      { doc: "../CONTRIBUTING.md", address: "CONTRIBUTING.md", isLoadedByHost: false },
    ]);
    expect(bank.paths.toTarget("CONTRIBUTING.md")).toMatchObject({
      doc: undefined,
      linkedAs: "../CONTRIBUTING.md",
    });
    expect(bank.paths.toTarget("b.md").linkedAs).toBeUndefined();
    expect(bank.renderPrompt()).toContain("read CONTRIBUTING.md whole");
  });

  it("are the Markdown files of a folder that is linked", () => {
    const root = tempProject({
      "memory-bank/MEMORY.md": "# M\n\n## Also binding\n\n[rules](../.cursor/rules)\n",
      ".cursor/rules/a.mdc": "a\n",
      ".cursor/rules/deep/b.md": "b\n",
      ".cursor/rules/c.json": "{}\n",
      ".cursor/rules/isolation_rules/main.mdc": "modes\n",
    });
    expect(docsIn(open(root).bank)).toEqual([
      "../.cursor/rules/a.mdc",
      "../.cursor/rules/deep/b.md",
    ]);
  });

  it("are not followed out of the work tree, nor to what is sensitive, ignored or no text", () => {
    const names = [
      "../../outside.md",
      "../.env",
      "../kept.md",
      "../sub/own.md",
      "../pic.md",
      "../x",
    ];
    const root = tempProject({
      "p/memory-bank/MEMORY.md": `# M\n\n## Also binding\n\n${names.map((name) => `- [x](${name})\n`).join("")}- [y](../link.md)\n`,
      "outside.md": "o\n",
      "p/.env": "A=1\n",
      "p/.gitignore": "kept.md\n",
      "p/kept.md": "k\n",
      "p/sub/.gitignore": "own.md\n",
      "p/sub/own.md": "o\n",
      "p/pic.md": "a\0b",
    });
    symlinkSync("../outside.md", join(root, "p/link.md"));
    expect(open(join(root, "p")).bank.conventions).toEqual([]);
  });

  it("are known as loaded where the host loads them by itself, up to 32 KB", () => {
    const links = "# M\n\n## Also binding\n\n- [a](../AGENTS.md)\n- [c](../CLAUDE.md)\n";
    const root = tempProject({
      "memory-bank/MEMORY.md": links,
      "AGENTS.md": "a\n",
      "CLAUDE.md": "c\n",
    });
    const loaded = () =>
      open(root).bank.conventions.flatMap(({ doc, isLoadedByHost }) =>
        isLoadedByHost ? [doc] : [],
      );
    expect(loaded()).toEqual(["../AGENTS.md"]);
    writeFileSync(join(root, "AGENTS.md"), "a".repeat(33 * 1024));
    expect(loaded()).toEqual([]);
    rmSync(join(root, "AGENTS.md"));
    expect(loaded()).toEqual(["../CLAUDE.md"]);
  });
});

describe("a bank of another layout", () => {
  const CLINE = {
    "memory-bank/MEMORY.md": "# Memory of tea\n",
    "memory-bank/systemPatterns.md": "- be kind\n",
    "memory-bank/activeContext.md": "the kettle\n",
    "memory-bank/progress.md": "- cups\n",
  };

  it("asks for the docs that play the roles, and names them in the Protocol", () => {
    const { bank } = open(tempProject(CLINE));
    expect(docsIn(bank)).toEqual(["systemPatterns.md"]);
    expect(bank.startingDocs.map(({ doc }) => doc)).toEqual(["MEMORY.md", "activeContext.md"]);
    const prompt = bank.renderPrompt();
    expect(prompt).toContain("read memory-bank/systemPatterns.md whole");
    expect(bank.renderPrompt()).toBe(prompt);
  });

  it("follows what comes and goes", () => {
    const root = tempProject(CLINE);
    const { bank } = open(root);
    const first = bank.renderPrompt();
    rmSync(join(root, "memory-bank/systemPatterns.md"));
    expect(bank.renderPrompt()).not.toContain("systemPatterns.md");
    writeFileSync(join(root, "memory-bank/systemPatterns.md"), "- be kind\n");
    expect(bank.renderPrompt()).toBe(first);
    mkdirSync(join(root, "memory-bank/details"));
    writeFileSync(join(root, "memory-bank/details/patterns.md"), "- be kinder\n");
    expect(docsIn(bank)).toEqual(["details/patterns.md"]);
    expect(bank.renderPrompt()).toContain("read memory-bank/details/patterns.md");
  });
});
