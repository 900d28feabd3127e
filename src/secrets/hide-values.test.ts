import { expect, it } from "vitest";
import { SECRETS } from "../../test/fixtures/secrets/secrets.ts";
import { findDocSecrets } from "./find-added-secrets.ts";
import { hideValues } from "./hide-values.ts";

it("hides every secret and nothing else", () => {
  expect(hideValues("Deploy by `make deploy`; the token is in the vault.")).toBe(
    "Deploy by `make deploy`; the token is in the vault.",
  );
  const left = SECRETS.filter(([, text]) => findDocSecrets(hideValues(text)).length > 0);
  expect(left.map(([, text]) => hideValues(text))).toEqual([]);
  const all = SECRETS.map(([, text]) => text).join("\n\n");
  expect(findDocSecrets(hideValues(all))).toEqual([]);
});
