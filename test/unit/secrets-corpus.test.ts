import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { findAddedSecrets } from "../../src/secrets/find-added-secrets.ts";
import { CLEAN } from "../fixtures/secrets/families/clean.ts";
import { FAMILIES } from "../fixtures/secrets/families/index.ts";
import { LOOK_ALIKES } from "../fixtures/secrets/look-alikes.ts";
import {
  CARDS,
  CARD_FORMS,
  KEYS,
  KEY_FORMS,
  NATIONAL_IDS,
  PASSWORDS,
  PASSWORD_FORMS,
  RESIDENT_IDS,
  URL_FORMS,
} from "../fixtures/secrets/named.ts";
import { readPasted } from "../fixtures/secrets/pasted.ts";
import { MORE_LOOK_ALIKES, MORE_SECRETS } from "../fixtures/secrets/second-round.ts";
import { FORMS, TOKENS } from "../fixtures/secrets/tokens.ts";

interface Case {
  readonly rule: RegExp;
  /** Shown when the case fails: the form without the value. */
  readonly name: string;
  readonly text: string;
  readonly value: string;
}

const exactly = (rule: string) => new RegExp(`^${rule}$`);
const fill = (
  rule: string,
  forms: readonly ((value: string) => string)[],
  values: readonly string[],
) =>
  values.flatMap((value, index) =>
    forms.map((form): Case => ({
      rule: new RegExp(`^(?:${rule})$`),
      name: `${rule}, value ${index}: ${form("●")}`,
      text: form(value),
      value,
    })),
  );

const CASES: readonly Case[] = [
  ...TOKENS.flatMap(({ rule, name, value }) =>
    Object.entries(FORMS).map(([form, show]) => ({
      rule: exactly(rule),
      name: `${name}, ${form}`,
      text: show(value),
      value,
    })),
  ),
  ...fill("password-assignment", PASSWORD_FORMS, PASSWORDS),
  ...fill("secret-assignment|bearer-token", KEY_FORMS, KEYS),
  ...URL_FORMS.flatMap(([rule, form]) => fill(rule, [form], PASSWORDS)),
  ...fill("card-number", CARD_FORMS, CARDS),
  ...fill(
    "card-number",
    CARD_FORMS,
    CARDS.map((card) => card.replaceAll(/(\d{4})(?=\d)/g, "$1 ")),
  ),
  ...fill("national-id", CARD_FORMS, RESIDENT_IDS),
  ...NATIONAL_IDS.flatMap(([line, id]) =>
    fill("national-id", [(value) => line.replace("*", value)], [id]),
  ),
];

/** The doc in which a text stands, and the line of the value in it. */
function put({ text, value }: Case) {
  const doc = `# Runbook\n\n${text}\n\nThe end.\n`;
  return { doc, line: doc.slice(0, doc.indexOf(value)).split("\n").length };
}

describe(`the corpus: ${CASES.length + MORE_SECRETS.length} secrets, ${LOOK_ALIKES.length + MORE_LOOK_ALIKES.length} look-alikes`, () => {
  it("is large enough", () => {
    expect(new Set(CASES.map(({ value }) => value)).size).toBeGreaterThanOrEqual(80);
    expect(LOOK_ALIKES.length).toBeGreaterThanOrEqual(90);
    expect(MORE_SECRETS.length + MORE_LOOK_ALIKES.length).toBeGreaterThanOrEqual(60);
  });

  it("every secret is found once, under its rule and on its line", () => {
    const missed = CASES.filter((entry) => {
      const { doc, line } = put(entry);
      const found = findAddedSecrets("", doc);
      return (
        found.length !== 1 || !entry.rule.test(found[0]?.rule ?? "") || found[0]?.line !== line
      );
    });
    expect(missed.map(({ name }) => name)).toEqual([]);
  });

  it("also between CRLF, behind a BOM and under a comment that would disable another tool", () => {
    const missed = CASES.filter((entry) => {
      const { doc, line } = put(entry);
      const text = `\uFEFF<!-- secretlint-disable -->\n${doc}`.replaceAll("\n", "\r\n");
      return findAddedSecrets("", text)[0]?.line !== line + 1;
    });
    expect(missed.map(({ name }) => name)).toEqual([]);
  });

  it("no look-alike is found", () => {
    const all = [...LOOK_ALIKES, ...MORE_LOOK_ALIKES];
    expect(all.filter((text) => findAddedSecrets("", text).length > 0)).toEqual([]);
    expect(findAddedSecrets("", all.join("\n\n"))).toEqual([]);
  });

  it("the lines of the second round are judged right", () => {
    const missed = MORE_SECRETS.filter(
      ([rule, text]) => !findAddedSecrets("", text).some((finding) => rule.test(finding.rule)),
    );
    expect(missed.map(([, text]) => MORE_SECRETS.findIndex(([, other]) => other === text))).toEqual(
      [],
    );
  });

  it.each(Object.keys(FAMILIES))("secrets of the family are found: %s", (family) => {
    const missed = (FAMILIES[family] ?? []).flatMap((text, at) =>
      findAddedSecrets("", `# Runbook\n\n${text}\n\nThe end.\n`).length > 0 ? [] : [at],
    );
    expect(missed).toEqual([]);
  });

  it("the families are large enough, and as much is said without giving anything away", () => {
    const count = Object.values(FAMILIES).flat().length;
    expect(count).toBeGreaterThanOrEqual(200);
    expect(CLEAN.length).toBeGreaterThanOrEqual(count);
    expect(CLEAN.filter((text) => findAddedSecrets("", text).length > 0)).toEqual([]);
    expect(findAddedSecrets("", CLEAN.join("\n\n"))).toEqual([]);
  });

  it("what people paste is found, and what only looks like it is not", () => {
    const isFound = (text: string) =>
      findAddedSecrets("", `# Runbook\n\n${text}\n\nThe end.\n`).length > 0;
    const secrets = readPasted("secrets");
    const innocent = readPasted("innocent");
    expect(secrets.length).toBeGreaterThanOrEqual(400);
    expect(innocent.length).toBeGreaterThanOrEqual(350);
    expect(secrets.flatMap((text, at) => (isFound(text) ? [] : [at]))).toEqual([]);
    expect(innocent.filter(isFound)).toEqual([]);
  });

  it("a finding is a rule and a line, and nothing else", () => {
    const wrong = CASES.filter((entry) =>
      findAddedSecrets("", put(entry).doc).some(
        (finding) =>
          Object.keys(finding).toSorted().join() !== "line,rule" ||
          !/^[a-z][a-z-]+$/.test(finding.rule) ||
          JSON.stringify(finding).includes(entry.value),
      ),
    );
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });
});

it("the files of the rules and of the corpus hold no secret themselves", () => {
  const folders = ["src/secrets/", "test/fixtures/secrets/", "test/unit/", "bench/", "docs/"];
  const root = fileURLToPath(new URL("../..", import.meta.url));
  const found = folders.flatMap((folder) =>
    readdirSync(root + folder, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile())
      .flatMap(({ name, parentPath }) =>
        findAddedSecrets("", readFileSync(`${parentPath}/${name}`, "utf8")).map(
          ({ rule, line }) => `${name}:${line} ${rule}`,
        ),
      ),
  );
  expect(found).toEqual([]);
});
