import { describe, expect, it } from "vitest";
import { isSecretPath, secretReadPermissions } from "./is-secret-path.ts";

const SECRET = [
  ".env",
  "app/.env",
  ".env.local",
  "config/prod.env",
  ".env.production.local",
  ".envrc",
  "certs/server.pem",
  "server.key",
  "deploy/id_rsa",
  "id_ed25519.pub",
  "store.p12",
  "a/b/cert.pfx",
  "app.jks",
  "release.keystore",
  ".npmrc",
  "packages/a/.npmrc",
  ".netrc",
  ".pypirc",
  ".git-credentials",
  "credentials",
  "credentials.json",
  "gcp-credentials.json",
  "config/credentials.yml",
  "service-account-prod.json",
  "secrets.yaml",
  "secrets/db_password",
  "secrets/prod.ts",
  "deploy/secrets/prod/token",
  "terraform.tfstate",
  "ops/.my.cnf",
  ".s3cfg",
  "infra/prod.tfvars",
  "etc/shadow",
  "ops/prod.kubeconfig",
  "auth.json",
  ".config/rclone/rclone.conf",
  "infra/terraform.tfstate.backup",
  ".aws/credentials",
  "home/.ssh/config",
  ".gnupg/pubring.kbx",
  ".kube/config",
  ".docker/config.json",
];

const HARMLESS = [
  ".env.example",
  "app/.env.sample",
  ".env.local.example",
  ".env.template",
  "src/environment.ts",
  "src/env.ts",
  "package.json",
  "src/credentials.ts",
  "src/secrets/find-added-secrets.ts",
  "docs/secrets.md",
  "docs/secrets/rotation.md",
  "src/keys.ts",
  "src/keyboard.ts",
  "memory-bank/details/patterns.md",
  ".github/workflows/ci.yml",
  ".docker/Dockerfile",
  "kube/config",
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
