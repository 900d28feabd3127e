import { expect, it } from "vitest";
import { bankOf, checkInputInMemory } from "../../test/helpers/check-input-in-memory.ts";
import { createDraw } from "../../test/fixtures/secrets/draw.ts";
import { checkBank } from "./check-bank.ts";

const KEY = ["AI", "za", createDraw("web-key")("base62", 35)].join("");

function secretLines(text: string): number[] {
  const bank = bankOf({ "MEMORY.md": "# Memory\n", "notes.md": text });
  return checkBank(checkInputInMemory(bank))
    .filter(({ rule }) => rule === "secrets")
    .map(({ line }) => line);
}

it.each([
  `# Firebase\n\n- API key: ${KEY}\n`,
  `NEXT_PUBLIC_FIREBASE_API_KEY=${KEY}\n`,
  `{\n  apiKey: "${KEY}",\n  authDomain: "tea.example.org",\n  projectId: "tea"\n}\n`,
])("the web key of a Firebase app is public: %#", (text) => {
  expect(secretLines(text)).toEqual([]);
});

it("another key of the same form is a secret, also in a doc that names Firebase elsewhere", () => {
  expect(secretLines(`Maps: ${KEY}\n`)).toEqual([1]);
  expect(secretLines(`# Firebase\n${"\n".repeat(20)}Maps: ${KEY}\n`)).toEqual([22]);
});

it("a private key beside a web key is found", () => {
  const password = createDraw("password")("base62", 20);
  expect(secretLines(`firebase: ${KEY}\nDB_PASSWORD=${password}\n`)).toEqual([2]);
});
