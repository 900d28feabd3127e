import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readFileSync } from "node:fs";
import { findOffer, offerKey } from "./find-offer.ts";

const TECH = "details/tech.md";
const ENGLISH = `The parser is done.

---
💾 Save this to the Memory Bank?
   → memory-bank/details/tech.md
   → Content: use pnpm; Node 20 or later

Reply "yes" or "ok". To skip it, just go on.
---`;
const CHINESE = `完成了。

---
💾 要把这次的发现写入 Memory Bank 吗？
   → details/tech.md
   → 内容：用 pnpm；需要 Node 20

回复"好"或"写"即可，不需要可忽略。
---`;

const OFFERED = "💾 Save this?\n→ details/tech.md\n→ Content: a; b";

describe("findOffer", () => {
  it("reads both forms", () => {
    expect(findOffer(ENGLISH)).toEqual({
      targets: [TECH],
      points: ["use pnpm", "Node 20 or later"],
    });
    expect(findOffer(CHINESE)).toEqual({ targets: [TECH], points: ["用 pnpm", "需要 Node 20"] });
  });

  it("reads the forms of the skill, once they are filled in", () => {
    const skill = readFileSync(
      new URL("../../../skills/memory-bank/references/writer.md", import.meta.url),
      "utf8",
    );
    const forms = [...skill.matchAll(/^```\n(---\n💾[^]*?)^```/gm)].map(([, form]) => form ?? "");
    expect(forms).toHaveLength(2);
    for (const form of forms) {
      const filled = form
        .replace(/→ \{.+\}/, "→ details/patterns.md")
        .replace(/\{.+\}([;；])\s*\{.+\}/, "one$1two");
      expect(findOffer(filled)).toEqual({
        targets: ["details/patterns.md"],
        points: ["one", "two"],
      });
      expect(findOffer(form)).toBeUndefined();
    }
  });

  it.each([
    ["backticks", "💾 Save this?\n→ `memory-bank/details/tech.md`\n→ Content: a; b"],
    ["bullets", "💾 Save this?\n- → details/tech.md\n- → Content: a; b"],
    ["plain arrows", "💾 Save this?\n-> details/tech.md\n=> Content: a; b"],
    ["bold", "**💾 Save this to the Memory Bank?**\n→ **details/tech.md**\n→ **Content:** a; b"],
    ["a heading", "### 💾 Save this?\n\n→ details/tech.md\n\n→ Content: a; b"],
    ["one line", "💾 Save this? → details/tech.md → Content: a; b"],
    ["deep indents", "💾 Save this?\n\n      → details/tech.md\n      → Content: a; b"],
    ["the target in the question", "💾 Save this to `details/tech.md`?\n→ Content: a; b"],
    ["items below the label", "💾 Save this?\n→ details/tech.md\n→ Content:\n  - a\n  - b"],
    ["content behind the target", "💾 Save this?\n→ details/tech.md: a; b"],
    ["no question mark", "💾 Save this to the Memory Bank\n→ details/tech.md\n→ 要点：a；b"],
    ["CRLF", "💾 Save this?\r\n→ details\\tech.md\r\n→ Content: a; b\r\n"],
    ["a question before it", "Which Node? Tell me.\n\n💾 Save this?\n→ tech.md\n→ Content: a; b"],
    ["a statement behind it", "💾 Save this?\n→ tech.md\n→ Content: a; b\n\nThe tests pass."],
    ["a marker in inline code", "See `<!--`.\n\n💾 Save this?\n→ tech.md\n→ Content: a; b"],
    ["a comment before it", "<!-- x -->\n\n💾 Save this?\n→ tech.md\n→ Content: a; b"],
    ["a bare name", "💾 Save this?\n→ tech.md\n→ Content: a; b"],
    ["an absolute path", "💾 Save this?\n→ /home/x/p/memory-bank/details/tech.md\n→ Content: a; b"],
  ])("bears %s", (_, text) => {
    expect(findOffer(text)).toEqual({ targets: [TECH], points: ["a", "b"] });
  });

  it("takes several targets", () => {
    const text = "💾 Save?\n→ MEMORY.md (Decision Highlights)\n→ details/patterns.md\n→ Content: a";
    expect(findOffer(text)?.targets).toEqual(["MEMORY.md", "details/patterns.md"]);
    const line = "💾 Save?\n→ MEMORY.md, details/patterns.md\n→ Content: a";
    expect(findOffer(line)?.targets).toEqual(["MEMORY.md", "details/patterns.md"]);
  });

  it("takes a name that is still open as its folder", () => {
    const open = "💾 Save?\n→ details/requirements/REQ-NNN-slug.md\n→ Content: a";
    expect(findOffer(open)?.targets).toEqual(["details/requirements/"]);
    expect(findOffer("💾 Save?\n→ memory-bank/details/learnings/\n→ 内容：a")?.targets).toEqual([
      "details/learnings/",
    ]);
  });

  it.each([
    ["no target", "💾 Save this to the Memory Bank?"],
    ["a mere mention", "The 💾 icon is in details/tech.md"],
    ["a file of the project", "💾 Save this?\n→ src/notes.md\n→ Content: a"],
    ["a README", "💾 Save this?\n→ README.md"],
    ["a code fence", `\`\`\`\n${ENGLISH}\n\`\`\``],
    ["a quote", ENGLISH.replaceAll(/^/gm, "> ")],
    ["a report", "💾 Saved to the Memory Bank\n→ details/tech.md"],
    ["a report in Chinese", "💾 已写入 Memory Bank\n→ details/tech.md"],
    ["a way out of the bank", "💾 Save?\n→ memory-bank/../src/a.md"],
    ["indented code", ENGLISH.replaceAll(/^/gm, "    ")],
    ["indented code behind a text", `For example:\n\n${OFFERED.replaceAll(/^/gm, "    ")}`],
    ["a comment of its own", `<!--\n${ENGLISH}\n-->\n\nDone.`],
    ["a comment without an end", `Done.\n\n<!-- ${ENGLISH}`],
    ["a text before another question", `${ENGLISH}\n\nBy the way, shall I deploy?`],
    ["… and one without a mark", `${ENGLISH}\n\nLet me know if I should deploy it.`],
    ["… that waits", `${OFFERED}\n\nI am waiting for your ok to deploy.`],
    ["… unless", `${OFFERED}\n\nI deploy now unless you object.`],
    ["… in an item", `${OFFERED}\n\n- Shall I deploy?`],
    ["… in Chinese", `${CHINESE}\n\n另外，要部署吗？`],
    ["… that is polite", `${CHINESE}\n\n请确认是否部署。`],
    ["nothing", ""],
  ])("finds none in %s", (_, text) => {
    expect(findOffer(text)).toBeUndefined();
  });

  it("takes the last of several, and leaves out what is not its own", () => {
    const two =
      "💾 Save?\n→ details/tech.md\n---\n💾 Save?\n→ MEMORY.md\n→ Content: b\n---\nSee details/a.md";
    expect(findOffer(two)).toEqual({ targets: ["MEMORY.md"], points: ["b"] });
  });

  it("has one key for what reads the same", () => {
    const key = (target: string, ...points: string[]) => offerKey({ targets: [target], points });
    const one = key(TECH, "Use pnpm", "Node 20");
    expect(key(TECH, "node  20!", "use `pnpm`.")).toBe(one);
    expect(key(TECH, "Ｕｓｅ ｐｎｐｍ", "node 20")).toBe(one);
    expect(key(TECH, "use npm", "node 20")).not.toBe(one);
    expect(key("MEMORY.md", "Use pnpm", "Node 20")).not.toBe(one);
  });

  it("reads back what it is made of, whatever the points", () => {
    const point = fc.stringMatching(/^[\p{L}\p{N}][\p{L}\p{N} ,'?]{0,40}[\p{L}\p{N}]$/u);
    fc.assert(
      fc.property(fc.array(point, { minLength: 1, maxLength: 5 }), (points) => {
        const text = `Done.\n\n💾 Save?\n→ ${TECH}\n→ Content: ${points.join("; ")}\n`;
        expect(findOffer(text)).toEqual({ targets: [TECH], points });
      }),
    );
  });
});
