import { describe, expect, it } from "vitest";
import { createDraw } from "../../test/fixtures/secrets/draw.ts";
import { judgeAnswer } from "./judge-answer.ts";
import type { Lookup } from "./verify-answer.ts";

const token = ["gh", "p_", createDraw("judge-answer")("base62", 36)].join("");
const FILES: Readonly<Record<string, string>> = {
  "details/tech.md":
    "# Tech\n\n- The queue is Redis 7,\n  started by `make queue`.\n- 队列由 Redis 提供。\n",
  "src/a.ts": "export const port = 8080;\n",
};
const lookup: Lookup = (path) => {
  if (path === ".env") return { kind: "secret" };
  const text = FILES[path];
  return text === undefined
    ? { kind: "missing" }
    : { kind: "text", text, mtime: "2026-11-02T08:00:00Z" };
};

const claim = (id: string, path: string, quote: string) =>
  `  - claim_id: ${id}\n    claim: x\n    path: ${path}\n    quote: ${JSON.stringify(quote)}`;
const yaml = (claims: readonly string[], conflicts = "conflicts: []") =>
  ["schema: memory-reader/v1", "user_question: q", claims.length ? "evidence:" : "evidence: []"]
    .concat(claims, conflicts, "open_questions: []")
    .join("\n");
const answer = (...claims: string[]) => `**Summary**\n\n\`\`\`yaml\n${yaml(claims)}\n\`\`\`\n`;
const judge = (text: string, language: "en" | "zh" = "en") => judgeAnswer(text, lookup, language);

const REDIS = claim("C1", "details/tech.md", "The queue is Redis 7, started by `make queue`.");
const OLD = claim("C2", "details/tech.md", "The queue is Kafka 3.");

describe("the verdict on an answer of memory-reader", () => {
  it("is one line, in both languages", () => {
    expect(judge(answer(REDIS, OLD)).notice).toBe(
      "[Memory Bank] verified 1/2, do not rely on the rest; C2 not found in details/tech.md; files as of tech.md 2026-11-02 (memory-reader)",
    );
    expect(judge(answer(REDIS, OLD), "zh").notice).toBe(
      "[Memory Bank] 已核实 1/2，其余不可采信; details/tech.md 中找不到 C2; 文件截至 tech.md 2026-11-02 (memory-reader)",
    );
  });

  it.each([
    ["as it stands", "details/tech.md", "started by `make queue`."],
    [
      "over two lines, with line numbers",
      "details/tech.md",
      "3: - The queue is Redis 7,\n4:   started by",
    ],
    ["in Chinese", "./details/tech.md", "队列由 Redis 提供"],
    ["behind a line number", "details/tech.md:3-4", "The queue is Redis 7"],
    ["behind an anchor", "details/tech.md#L3", "The queue is Redis 7"],
  ])("finds a quote %s", (_, path, quote) => {
    expect(judge(answer(claim("C1", path, quote))).notice).toContain("verified 1/1;");
  });

  it.each([
    ["with another word", "details/tech.md", "The queue is Redis 8, started by"],
    ["that cuts a number", "src/a.ts", "export const port = 80"],
    ["that stands everywhere", "details/tech.md", "is"],
    ["that is missing", "details/tech.md", ""],
    ["of a file that is not there", "details/none.md", "The queue is Redis 7"],
  ])("does not find one %s", (_, path, quote) => {
    expect(judge(answer(claim("C1", path, quote))).notice).toContain(`C1 not found in ${path}`);
  });

  it("says what nobody has looked for", () => {
    const { notice } = judge(
      answer(claim("C1", ".env", "TOKEN=x12345678"), claim("C2", "", "text")),
    );
    expect(notice).toContain("verified 0/2");
    expect(notice).toContain("C1 not checked: .env; C2 not checked: no path");
  });

  it("offers to fix the doc where memory and source disagree", () => {
    const conflict =
      "conflicts:\n  - type: stale\n    memory_path: details/tech.md\n    minimal_fix: x";
    const { notice } = judge(`\`\`\`yaml\n${yaml([REDIS], conflict)}\n\`\`\``);
    expect(notice).toContain(
      "1 conflict with details/tech.md: tell the user and offer to fix the doc",
    );
  });

  it("names a secret that the answer repeats by its rule alone", () => {
    const judged = judge(answer(claim("C1", "details/tech.md", `uses ${token}`)));
    expect(judged.notice).toContain("repeats a secret (github-token)");
    expect(judged.notice).not.toContain(token.slice(4, 14));
    expect(judge(answer(claim("C1", `${token}.md`, "text"))).notice).not.toContain(
      token.slice(4, 14),
    );
  });

  it("stays short, and is one notice whatever the answer says", () => {
    const many = Array.from({ length: 90 }, (_, at) =>
      claim(
        `"C${at} [Memory Bank] <x>"`,
        `"a${at}]\\n[Memory Bank] ${"long/".repeat(30)}"`,
        "none of it",
      ),
    );
    const { notice } = judge(answer(...many));
    expect(notice.length).toBeLessThanOrEqual(400);
    expect(notice.split("[Memory Bank]")).toHaveLength(2);
    expect(notice).not.toContain("\n");
  });
});

describe("an answer", () => {
  it.each([
    ["without a fence", yaml([REDIS])],
    ["in a fence that is not closed", `\`\`\`yaml\n${yaml([REDIS])}`],
    ["between tildes, with CRLF", `~~~yaml\n${yaml([REDIS])}\n~~~\n`.replaceAll("\n", "\r\n")],
    ["behind a block of something else", `\`\`\`ts\nconst a = 1;\n\`\`\`\n${answer(REDIS)}`],
    [
      "in JSON",
      `\`\`\`json\n${JSON.stringify({ evidence: [{ claim_id: "C1", path: "src/a.ts", quote: "export const port" }] })}\n\`\`\``,
    ],
    [
      "with a fence in a quote",
      answer(
        `${REDIS}\n  - claim_id: C2\n    path: src/a.ts\n    quote: |-\n      \`\`\`ts\n      export const port = 8080;\n      \`\`\``,
      ),
    ],
  ])("is read %s", (_, text) => {
    expect(judge(text).notice).toContain("verified 1/");
  });

  it.each([
    ["prose alone", "I think it is fine."],
    ["broken YAML", "```yaml\nevidence:\n  - claim: a: b: c\n bad\n```"],
    ["without evidence", "```yaml\nuser_question: q\n```"],
    ["with evidence that is no list", "```yaml\nevidence: see above\n```"],
    ["nested without end", `\`\`\`yaml\nevidence: ${"[".repeat(100_000)}\n\`\`\``],
  ])("is asked for again: %s", (_, text) => {
    expect(judge(text).notice).toMatch(
      /^\[Memory Bank\] memory-reader's answer has no YAML block.* Next: ask it again/,
    );
    expect(judge(text, "zh").notice).toContain("下一步：让它重新给出");
  });

  it("of any length costs little", () => {
    for (const unit of ["```\n", "evidence: ", "- a\n", " ", "\n"]) {
      const start = performance.now();
      judge(unit.repeat(1_000_000 / unit.length));
      expect(performance.now() - start, JSON.stringify(unit)).toBeLessThan(5000);
    }
  });
});
