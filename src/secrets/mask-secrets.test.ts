import { expect, it } from "vitest";
import { maskSecrets } from "./mask-secrets.ts";

const key = ["AKIA", "QX7TP2WLMZK4", "R6UB"].join("");
const pem = (kind: string) => ["-----", kind, " RSA PRIVATE KEY", "-----"].join("");
const body = ["MIIEowIBAAKCAQEAx7TP2WLMZK", "4R6UBq9vY3nD8sF1hJ5kL0pO2iU4yT6rE8wQ1a"].join("");

it("hides the lines of secrets and no others", () => {
  const text = `# Keys\n\nThe key is ${key}.\n\nKeep calm.\n`;
  const masked = maskSecrets(text);
  expect(masked).not.toContain(key);
  expect(masked).toMatch(/^# Keys\n\n▒▒▒ \([\w-]+\)\n\nKeep calm\.\n$/);
});

it("hides a private key to its end", () => {
  const text = `a\n${pem("BEGIN")}\n${body}\n${body}\n${pem("END")}\nb\n`;
  const masked = maskSecrets(text);
  expect(masked).not.toContain(body);
  expect(masked.split("\n")).toHaveLength(7);
  expect(masked).toMatch(/^a\n(?:▒▒▒ .*\n)+b\n$/);
});

it("leaves a text without secrets as it is", () => {
  expect(maskSecrets("# Doc\r\n\r\ntext\r\n")).toBe("# Doc\r\n\r\ntext\r\n");
});
