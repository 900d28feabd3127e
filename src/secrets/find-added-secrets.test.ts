import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createDraw } from "../../test/fixtures/secrets/draw.ts";
import { LOOK_ALIKES } from "../../test/fixtures/secrets/look-alikes.ts";
import { TOKENS } from "../../test/fixtures/secrets/tokens.ts";
import { findAddedSecrets } from "./find-added-secrets.ts";

const draw = createDraw("find-added-secrets");
const glue = (...parts: string[]) => parts.join("");
const key = glue("gh", "p_", draw("base62", 36));
const other = glue("gh", "p_", draw("base62", 36));
const password = glue("Tr0ub4", "dor&3");

const edge = (name: string) => glue("-----", name, " RSA PRIVATE", " KEY-----");
const body = Array.from({ length: 12 }, () => draw("base64", 64));
const pem = [edge("BEGIN"), ...body, edge("END")].join("\n");

describe("findAddedSecrets", () => {
  it("names the rule and the line", () => {
    const after = `# Tech\n\nDeploys with ${key}.\n\n- 密码：${password}\n`;
    expect(findAddedSecrets("# Tech\n", after)).toEqual([
      { rule: "github-token", line: 3 },
      { rule: "password-assignment", line: 5 },
    ]);
  });

  it("has one finding for a line with several of a kind", () => {
    expect(findAddedSecrets("", `${key} and ${other}`)).toEqual([
      { rule: "github-token", line: 1 },
    ]);
  });

  it("gives a value the most telling name", () => {
    const named = findAddedSecrets("", `GITHUB_TOKEN=${key}\nAuthorization: Bearer ${other}`);
    expect(named.map(({ rule }) => rule)).toEqual(["github-token", "github-token"]);
  });

  describe("what stands in the doc already", () => {
    const before = `# Tech\n\ntoken: ${key}\n\n| user | password |\n|---|---|\n| ops | ${password} |\n`;

    it("does not block an edit elsewhere", () => {
      expect(findAddedSecrets(before, `${before}\nOne more line.\n`)).toEqual([]);
      expect(findAddedSecrets(before, `New.\n\n${before}`)).toEqual([]);
    });

    it("does not block an edit of its own line, its move or its removal", () => {
      expect(findAddedSecrets(before, before.replace("token:", "- token (old):"))).toEqual([]);
      expect(findAddedSecrets(before, before.split("\n").toReversed().join("\n"))).toEqual([]);
      expect(findAddedSecrets(before, before.replace(key, "<in the vault>"))).toEqual([]);
      expect(findAddedSecrets(before, "")).toEqual([]);
    });

    it("does not block a change of line ends or of indentation", () => {
      expect(findAddedSecrets(before, before.replaceAll("\n", "\r\n"))).toEqual([]);
      expect(findAddedSecrets(before, before.replaceAll(/^/gm, "  "))).toEqual([]);
    });

    it("does not cover a second copy, which is reported where it was added", () => {
      expect(findAddedSecrets(before, `Use ${key}.\n${before}`)).toEqual([
        { rule: "github-token", line: 1 },
      ]);
    });

    it("does not cover another value in its place", () => {
      expect(findAddedSecrets(before, before.replace(key, other))).toEqual([
        { rule: "github-token", line: 3 },
      ]);
    });

    it("does not cover a new row of the table", () => {
      const row = glue("| db | ", "mK9#", "vL2$pQ", " |\n");
      expect(findAddedSecrets(before, before + row)).toEqual([
        { rule: "password-assignment", line: 8 },
      ]);
    });
  });

  it("finds a line that was harmless and now holds a secret", () => {
    const doc = (value: string) => `# Tech\n\npassword: ${value}\n`;
    expect(findAddedSecrets(doc("<from the vault>"), doc(password))).toEqual([
      { rule: "password-assignment", line: 3 },
    ]);
  });

  describe("a private key", () => {
    it("is one finding, on the line where it begins", () => {
      expect(findAddedSecrets("", `# Keys\n\n${pem}\n`)).toEqual([
        { rule: "private-key", line: 3 },
      ]);
    });

    it.each([
      ["in a quote", pem.replaceAll(/^/gm, "> ")],
      ["in a YAML block", `key: |\n${pem.replaceAll(/^/gm, "    ")}`],
      ["in one line", `"private_key": "${pem.replaceAll("\n", "\\n")}"`],
      ["without its end", pem.split("\n").slice(0, 4).join("\n")],
      ["with headers", pem.replace("\n", "\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,00\n\n")],
      ["of PuTTY", `PuTTY-User-Key-File-3: ssh-rsa\nPrivate-Lines: 3\n${body.join("\n")}`],
    ])("is found %s", (_, text) => {
      expect(findAddedSecrets("", text).map(({ rule }) => rule)).toEqual(["private-key"]);
    });

    it("counts when added lines complete it", () => {
      const before = `${edge("BEGIN")}\n<body>\n${edge("END")}\n`;
      expect(findAddedSecrets("", before)).toEqual([]);
      const after = before.replace("<body>", body.join("\n"));
      expect(findAddedSecrets(before, after)).toEqual([{ rule: "private-key", line: 1 }]);
    });

    it("may be taken out piece by piece", () => {
      const shorter = pem.split("\n").filter((_, index) => index < 6 || index > 9);
      expect(findAddedSecrets(pem, shorter.slice(0, 6).join("\n"))).toEqual([]);
    });
  });

  it("sees through what hides a value", () => {
    const hidden = [
      `${key.slice(0, 9)}\u200b${key.slice(9)}`,
      key.replace("_", "\\_"),
      `密钥${key}在此`,
      `**Token**：\`${key}\``,
    ];
    for (const text of hidden) expect(findAddedSecrets("", text)).toHaveLength(1);
    expect(findAddedSecrets("", `密码＝${password}`)).toHaveLength(1);
  });

  it.each(["", "-line", "-next-line", " github-token", " @secretlint/secretlint-rule-github"])(
    "is not switched off by a comment: secretlint-disable%s",
    (suffix) => {
      const comment = `<!-- secretlint-disable${suffix} -->`;
      const doc = `${comment}\n${key} ${comment}\n`;
      expect(findAddedSecrets(`${comment}\n`, doc)).toEqual([{ rule: "github-token", line: 2 }]);
    },
  );

  it("leaves out what the doc on disk allows, and only that", () => {
    const allowance = "<!-- memory-bank-allow: github-token -->\n";
    const text = `${key}\npassword: ${password}\n`;
    expect(findAddedSecrets(allowance, allowance + text)).toEqual([
      { rule: "password-assignment", line: 3 },
    ]);
    expect(findAddedSecrets("", allowance + text).map(({ rule }) => rule)).toEqual([
      "github-token",
      "password-assignment",
    ]);
  });
});

describe("properties", () => {
  const line = fc.oneof(
    fc.string({ unit: "grapheme", maxLength: 60 }),
    fc.constantFrom(...LOOK_ALIKES.filter((text) => !text.includes("\n"))),
  );
  const lines = fc.array(line, { maxLength: 12 });
  const token = fc.constantFrom(...TOKENS.map(({ value }) => value));

  it("a doc adds nothing to itself, nor does what it loses at its end", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(line, token)), fc.nat(), (all, cut) => {
        const doc = all.join("\n");
        expect(findAddedSecrets(doc, doc)).toHaveLength(0);
        expect(findAddedSecrets(doc, `${doc}\n`)).toHaveLength(0);
        expect(findAddedSecrets(doc, all.slice(0, cut % (all.length + 1)).join("\n"))).toHaveLength(
          0,
        );
      }),
    );
  });

  it("a token is found in any surroundings, on its line", () => {
    fc.assert(
      fc.property(lines, token, lines, (above, value, below) => {
        const doc = [...above, `Use ${value} here.`, ...below].join("\n");
        const at = above.join("\n").split("\n").length + (above.length > 0 ? 1 : 0);
        expect(findAddedSecrets("", doc).map((finding) => finding.line)).toContain(at);
      }),
    );
  });

  it("lines lie in the doc, and line ends do not matter", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(line, token)), (all) => {
        const doc = all.join("\n").replaceAll("\r", "");
        const found = findAddedSecrets("", doc);
        const count = doc.split("\n").length;
        expect(found.every(({ line: at }) => at >= 1 && at <= count)).toBe(true);
        expect(findAddedSecrets("", doc.replaceAll("\n", "\r\n"))).toEqual(found);
      }),
    );
  });

  it("is through with long and monotonous texts", () => {
    const units = [
      "a",
      "=",
      "7",
      " ",
      '"',
      "password: ",
      "密码",
      "eyJa-",
      "://a:",
      "4 ",
      "| x ",
    ].concat([
      "`a1",
      "a*1",
      "YWJj",
      "AK/SK:",
      "curl -u a:",
      "a:1:b:",
      "the password is ",
      "&#95;",
      "user a on ",
      "auth a:",
    ]);
    for (const unit of units) {
      const text = unit.repeat(Math.ceil(60_000 / unit.length));
      expect(findAddedSecrets("", `${text}\n${key}`).at(-1)).toEqual({
        rule: "github-token",
        line: 2,
      });
    }
  });
});
