import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createDraw } from "../../test/fixtures/secrets/draw.ts";
import { LOOK_ALIKES } from "../../test/fixtures/secrets/look-alikes.ts";
import { SECRETS } from "../../test/fixtures/secrets/secrets.ts";
import { findAddedSecrets } from "./find-added-secrets.ts";

const draw = createDraw("find-added-secrets");
const glue = (...parts: string[]) => parts.join("");
const key = glue("gh", "p_", draw("base62", 36));
const other = glue("gh", "p_", draw("base62", 36));
const password = glue("Tr0ub4", "dor&3");

const edge = (name: string) => glue("-----", name, " RSA PRIVATE", " KEY-----");
const pem = [edge("BEGIN"), draw("base64", 64), draw("base64", 64), edge("END")].join("\n");

const inDoc = (text: string) => `# Runbook\n\n${text}\n\nThe end.\n`;

describe(`${SECRETS.length} secrets and ${LOOK_ALIKES.length} look-alikes`, () => {
  it("every secret is found under its rule, on one of its lines", () => {
    const wrong = SECRETS.filter(([rule, text]) => {
      const [found, ...more] = findAddedSecrets("", inDoc(text));
      const last = 2 + text.split("\n").length;
      const isThere = found?.rule === rule && found.line >= 3 && found.line <= last;
      return !isThere || more.some(({ line }) => line !== found.line);
    });
    expect(wrong.map(([, text]) => [text, findAddedSecrets("", inDoc(text))])).toEqual([]);
  });

  it("also between CRLF, and under a comment that would switch off another tool", () => {
    const missed = SECRETS.filter(([, text]) => {
      const doc = `<!-- secretlint-disable -->\n${inDoc(text)}`.replaceAll("\n", "\r\n");
      return findAddedSecrets("", doc).length === 0;
    });
    expect(missed).toEqual([]);
  });

  it("no look-alike is found, alone or together", () => {
    expect(LOOK_ALIKES.filter((text) => findAddedSecrets("", text).length > 0)).toEqual([]);
    expect(findAddedSecrets("", LOOK_ALIKES.join("\n\n"))).toEqual([]);
  });

  it("a finding is a rule and a line, and nothing else", () => {
    for (const [, text] of SECRETS)
      for (const finding of findAddedSecrets("", text))
        expect(Object.keys(finding).toSorted()).toEqual(["line", "rule"]);
  });
});

describe("what stands in the doc already", () => {
  const before = `# Tech\n\ntoken: ${key}\n\n| user | password |\n|---|---|\n| ops | ${password} |\n\n${pem}\n`;

  it("does not block an edit elsewhere, of its own line, its move or its removal", () => {
    for (const after of [
      `New.\n\n${before}One more line.\n`,
      before.replace("token:", "- token (old):"),
      before.split("\n").toReversed().join("\n"),
      before.replace(key, "<in the vault>"),
      before.replaceAll("\n", "\r\n"),
      before.replaceAll(/^/gm, "  "),
      "",
    ])
      expect(findAddedSecrets(before, after)).toEqual([]);
  });

  it("does not cover another value in its place, nor a new row of the table", () => {
    expect(findAddedSecrets(before, before.replace(key, other))).toEqual([
      { rule: "github-token", line: 3 },
    ]);
    const row = glue("| db | ", "mK9#", "vL2$pQ", " |\n");
    expect(findAddedSecrets(before, before.replace("\n\n---", `\n${row}\n---`))).toEqual([
      { rule: "password-assignment", line: 8 },
    ]);
  });

  it("a private key counts when added lines complete it", () => {
    const empty = `${edge("BEGIN")}\n<body>\n${edge("END")}\n`;
    expect(findAddedSecrets("", empty)).toEqual([]);
    const after = empty.replace("<body>", draw("base64", 64));
    expect(findAddedSecrets(empty, after)).toEqual([{ rule: "private-key", line: 1 }]);
  });

  it("an allowance of the doc on disk leaves out its rule, and only that", () => {
    const allowance = "<!-- memory-bank-allow: github-token -->\n";
    const text = `${key}\npassword: ${password}\n`;
    expect(findAddedSecrets(allowance, allowance + text)).toEqual([
      { rule: "password-assignment", line: 3 },
    ]);
    expect(findAddedSecrets("", allowance + text)).toHaveLength(2);
    const fenced = `\`\`\`\n${allowance}\`\`\`\n`;
    expect(findAddedSecrets(fenced, fenced + key)).toHaveLength(1);
  });
});

it("a token is found in any surroundings, on its line, whatever the line ends", () => {
  const line = fc.oneof(
    fc.string({ unit: "grapheme", maxLength: 60 }),
    fc.constantFrom(...LOOK_ALIKES.filter((text) => !text.includes("\n"))),
  );
  const lines = fc.array(line, { maxLength: 12 });
  fc.assert(
    fc.property(lines, lines, (above, below) => {
      const doc = [...above, `Use ${key} here.`, ...below].join("\n");
      const at = doc.slice(0, doc.indexOf(key)).split("\n").length;
      for (const text of [doc, doc.replaceAll(/\r?\n/g, "\r\n")])
        expect(findAddedSecrets("", text)).toContainEqual({ rule: "github-token", line: at });
      expect(findAddedSecrets(doc, doc)).toEqual([]);
    }),
  );
});
