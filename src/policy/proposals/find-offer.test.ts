import * as fc from "fast-check";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { findOffer } from "./find-offer.ts";

const TECH = "details/tech.md";
const OFFERED = "💾 Save this?\n→ details/tech.md\n→ Content: a; b";
const ENGLISH = `The parser is done.

---
💾 Save this to the Memory Bank?
   → memory-bank/details/tech.md
   → Content: a; b

Reply "yes" or "ok". To skip it, just go on.
---`;
const CHINESE = `完成了。

---
💾 要把这次的发现写入 Memory Bank 吗？
   → details/tech.md
   → 内容：a; b

回复"好"或"写"即可，不需要可忽略。
---`;

describe("findOffer", () => {
  it("reads the forms of the skill, once they are filled in", () => {
    const path = "../../../skills/memory-bank/references/writer.md";
    const skill = readFileSync(new URL(path, import.meta.url), "utf8");
    const forms = [...skill.matchAll(/^```\n(---\n💾[^]*?)^```/gm)].map(([, form]) => form ?? "");
    expect(forms).toHaveLength(2);
    for (const form of forms) {
      const filled = form.replace(/→ \{.+\}/, "→ details/patterns.md").replace(/\{.+\}/, "a; b");
      expect(findOffer(filled)).toEqual({ docs: ["details/patterns.md"], content: "a; b" });
      expect(findOffer(form)).toBeUndefined();
    }
  });

  it.each([
    ["English", ENGLISH],
    ["Chinese", CHINESE],
    ["backticks", "💾 Save this?\n→ `memory-bank/details/tech.md`\n→ Content: a; b"],
    ["bullets", "💾 Save this?\n- → details/tech.md\n- → Content: a; b"],
    ["bold", "**💾 Save this to the Memory Bank?**\n→ **details/tech.md**\n→ **Content:** a; b"],
    ["a heading", "### 💾 Save this?\n\n→ details/tech.md\n\n→ Content: a; b"],
    ["one line", "💾 Save this? → details/tech.md → Content: a; b"],
    ["the target in the question", "💾 Save this to `details/tech.md`?\n→ Content: a; b"],
    ["CRLF", "💾 Save this?\r\n→ details\\tech.md\r\n→ Content: a; b\r\n"],
    ["a question before it", `Which Node? Tell me.\n\n${OFFERED}`],
    ["another one before it", `💾 Save?\n→ MEMORY.md\n---\n${OFFERED}`],
  ])("bears %s", (_, text) => {
    expect(findOffer(text)).toEqual({ docs: [TECH], content: "a; b" });
  });

  it("takes several docs, and a name that is still open as its folder", () => {
    const docsOf = (lines: string) => findOffer(`💾 Save?\n→ ${lines}\n→ Content: see a.md`)?.docs;
    expect(docsOf("MEMORY.md (Focus)\n→ details/a.md")).toEqual(["MEMORY.md", "details/a.md"]);
    expect(docsOf("MEMORY.md, details/a.md")).toEqual(["MEMORY.md", "details/a.md"]);
    expect(docsOf("details/requirements/REQ-NNN-slug.md")).toEqual(["details/requirements/"]);
  });

  it.each([
    ["no target", "💾 Save this to the Memory Bank?"],
    ["a mere mention", "The 💾 icon is in details/tech.md"],
    ["a code fence", `\`\`\`\n${ENGLISH}\n\`\`\``],
    ["a quote", ENGLISH.replaceAll(/^/gm, "> ")],
    ["a comment", `<!--\n${ENGLISH}\n-->\n\nDone.`],
    ["a report", "💾 Saved to the Memory Bank\n→ details/tech.md"],
    ["a way out of the bank", "💾 Save?\n→ memory-bank/../src/a.md"],
    ["a text before another question", `${ENGLISH}\n\nBy the way, shall I deploy?`],
    ["… in Chinese", `${CHINESE}\n\n另外，要部署吗？`],
  ])("finds none in %s", (_, text) => {
    expect(findOffer(text)).toBeUndefined();
  });

  it("reads back what it is made of, whatever the content", () => {
    const content = fc.stringMatching(/^[\p{L}\p{N}][\p{L}\p{N},;'?]{0,40}$/u);
    fc.assert(
      fc.property(content, (text) => {
        const offer = `Done.\n\n💾 Save?\n→ ${TECH}\n→ Content: ${text}\n`;
        expect(findOffer(offer)).toEqual({ docs: [TECH], content: text });
      }),
    );
  });
});
