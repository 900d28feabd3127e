import { describe, expect, it } from "vitest";
import { isSecretPath, secretReadPermissions } from "./is-secret-path.ts";

const SECRET = [
  ".env",
  ".env.local",
  "config/prod.env",
  "server.key",
  "deploy/id_rsa",
  "id_ed25519.pub",
  "release.keystore",
  ".npmrc",
  ".netrc",
  ".git-credentials",
  "credentials",
  "config/credentials.yml",
  "service-account-prod.json",
  "secrets/db_password",
  "deploy/secrets/prod/token",
  "terraform.tfstate",
  "infra/prod.tfvars",
  "auth.json",
  ".aws/credentials",
  "home/.ssh/config",
  ".kube/config",
  ".docker/config.json",
];

const HARMLESS = [
  ".env.example",
  ".env.template",
  "src/environment.ts",
  "package.json",
  "src/credentials.ts",
  "src/secrets/find-added-secrets.ts",
  "docs/secrets/rotation.md",
  "src/keyboard.ts",
  "memory-bank/details/patterns.md",
  ".docker/Dockerfile",
];

/** As the host reads its patterns: `*` and `?` cross slashes, the last one that matches decides. */
function hostSays(path: string): string | undefined {
  return Object.entries(secretReadPermissions()).findLast(([pattern]) => {
    const source = pattern
      .replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`)
      .replaceAll("*", ".*")
      .replaceAll("?", ".");
    return new RegExp(`^${source}$`, "s").test(path);
  })?.[1];
}

describe("files that hold secrets", () => {
  it.each(SECRET)("%s is one, for us and for the host", (path) => {
    expect(isSecretPath(path)).toBe(true);
    expect(hostSays(path)).toBe("deny");
  });

  it.each(HARMLESS)("%s is none, for us and for the host", (path) => {
    expect(isSecretPath(path)).toBe(false);
    expect(hostSays(path)).not.toBe("deny");
  });

  it("are known in any letter case, with backslashes, and by an absolute path", () => {
    expect(["CONFIG\\.ENV", "/home/me/.ssh/id_rsa", "Server.PEM"].map(isSecretPath)).toEqual([
      true,
      true,
      true,
    ]);
  });

  it("have patterns that the host can read: no braces, no double stars", () => {
    const patterns = Object.keys(secretReadPermissions());
    expect(patterns.filter((pattern) => /[{}]|\*\*/.test(pattern))).toEqual([]);
    expect(patterns).toContain("*.pem");
  });
});
