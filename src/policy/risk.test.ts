import { describe, expect, it } from "vitest";
import { aCall, aWrite, writing } from "../../test/helpers/builders.ts";
import { createAssessRisk } from "./risk.ts";

const assess = createAssessRisk({ sensitive: [], safe: [], multiFile: 2 });

describe("risk of one written file", () => {
  it.each([
    "package.json",
    "packages/api/package.json",
    "Package.JSON",
    "src/auth/login.ts",
    "auth/login.ts",
    "src/Security/keys.ts",
    "lib/oauth/a/b.ts",
    "package-lock.json",
    "pnpm-lock.yaml",
    "yarn.lock",
    "bun.lock",
    "bun.lockb",
    "Cargo.lock",
    "poetry.lock",
    "uv.lock",
    "composer.lock",
    "Gemfile.lock",
    "go.sum",
    "tsconfig.json",
    "tsconfig.build.json",
    "apps/web/vite.config.ts",
    "eslint.config.mjs",
    ".env",
    "apps/web/.env.local",
    "Dockerfile",
    "Dockerfile.dev",
    "docker-compose.yml",
    "compose.yaml",
    "docker/entry.sh",
    "infra/main.tf",
    "deploy/k8s/pod.yaml",
    ".github/workflows/ci.yml",
    ".gitlab-ci.yml",
    "Jenkinsfile",
    "pyproject.toml",
    "requirements-dev.txt",
    "setup.py",
    "go.mod",
    "Cargo.toml",
    "Gemfile",
    "pom.xml",
    "build.gradle.kts",
    "db/migrations/001.sql",
    "prisma/schema.prisma",
    "nginx.conf",
    "ops/nginx-prod.conf",
    ".git/config",
    ".git/hooks/pre-commit",
    "vendor/lib/.git/hooks/post-checkout",
  ])("%s is high", (path) => {
    expect(assess(writing(path))).toEqual({
      level: "high",
      because: { kind: "sensitive-file", path },
    });
  });

  it.each([
    "src/index.ts",
    "src/author/page.ts",
    "README.md",
    "docs/package.json.md",
    "src/authentication.ts",
    "config.ts",
    "src/environment.ts",
    "test/docker.test.ts",
    ".gitignore",
    ".git/info/exclude",
    "src/hooks/use-user.ts",
  ])("%s is low", (path) => {
    expect(assess(writing(path)).level).toBe("low");
  });

  it("is high for a link with a sensitive name, wherever it leads", () => {
    const link = (path: string, place: "project" | "outside") => {
      const write = aWrite("x");
      return aCall({
        writes: [{ ...write, target: { ...write.target, path, place, alias: ".env" } }],
      });
    };
    const high = { level: "high", because: { kind: "sensitive-file", path: ".env" } };
    expect(assess(link("conf/local.txt", "project"))).toEqual(high);
    expect(assess(link("/shared/env", "outside"))).toEqual(high);
  });

  it("is low in the bank and outside the project, whatever the name", () => {
    expect(assess(writing("memory-bank/details/auth/x.md")).level).toBe("low");
    expect(assess(writing("/elsewhere/package.json")).level).toBe("low");
  });
});

describe("a host's own configuration", () => {
  const ofHosts = createAssessRisk({
    sensitive: [],
    safe: [".tool/scratch/**"],
    multiFile: 2,
    hostConfigs: ["**/.tool/**", "**/tool.json*"],
  });

  it.each([
    ".tool/plugin/x.ts",
    ".tool",
    "packages/api/.tool/agent.md",
    "tool.json",
    "tool.jsonc",
    "/home/u/.tool/settings.json",
    "/etc/tool.json",
  ])("is sensitive in the project and outside: %s", (path) => {
    expect(ofHosts(writing(path))).toEqual({
      level: "high",
      because: { kind: "sensitive-file", path },
    });
  });

  it.each([".tool/scratch/a", "src/tool.ts", "AGENTS.md", "/home/u/package.json"])(
    "is not %s",
    (path) => {
      expect(ofHosts(writing(path)).level).toBe("low");
    },
  );

  it("is sensitive under another name", () => {
    const write = aWrite("/shared/x");
    const target = { ...write.target, alias: ".tool/x" };
    expect(ofHosts(aCall({ writes: [{ ...write, target }] })).level).toBe("high");
  });
});

describe("risk of a call", () => {
  it("is high with several files, counted once each", () => {
    expect(assess(writing("src/a.ts", "src/b.ts"))).toEqual({
      level: "high",
      because: { kind: "several-files", count: 2 },
    });
    expect(assess(writing("src/a.ts", "src/a.ts")).level).toBe("low");
    expect(assess(writing("src/a.ts", "memory-bank/x.md", "/tmp/x")).level).toBe("low");
  });

  it("is medium when a shell writes an ordinary file or one that cannot be told", () => {
    const shell = { via: "shell" } as const;
    expect(assess(aCall({ ...shell, writes: [aWrite("src/a.ts")] })).level).toBe("medium");
    expect(assess(aCall({ ...shell, unknownWrite: "> $X" })).level).toBe("medium");
    expect(assess(aCall({ ...shell, writes: [aWrite("package.json")] })).level).toBe("high");
    expect(assess(aCall({ ...shell, writes: [aWrite("/tmp/out")] })).level).toBe("low");
    expect(assess(aCall({ ...shell, writes: [aWrite("src/new", "make-folder")] })).level).toBe(
      "low",
    );
  });

  it("is high for a hard link of a sensitive file", () => {
    const write = aWrite("src/b.ts");
    const linked = (twins: readonly string[]) =>
      assess(aCall({ writes: [{ ...write, target: { ...write.target, twins } }] }));
    expect(linked(["lib/b.ts", ".env"])).toEqual({
      level: "high",
      because: { kind: "sensitive-file", path: ".env" },
    });
    expect(linked(["lib/b.ts"]).level).toBe("low");
  });

  it("is low without a write", () => {
    expect(assess(aCall())).toEqual({ level: "low", because: { kind: "no-write" } });
  });

  it("follows the options", () => {
    const own = createAssessRisk({
      sensitive: ["**/billing/**"],
      safe: ["scratch/**", "**/demo/package.json"],
      multiFile: 3,
    });
    expect(own(writing("src/billing/a.ts")).level).toBe("high");
    expect(own(writing("scratch/auth/a.ts")).level).toBe("low");
    expect(own(writing("demo/package.json")).level).toBe("low");
    expect(own(writing("package.json")).level).toBe("high");
    expect(own(writing("a.ts", "b.ts")).level).toBe("low");
    expect(own(writing("a.ts", "b.ts", "c.ts")).level).toBe("high");
    expect(own(writing("a.ts", "b.ts", "scratch/c.ts")).level).toBe("low");
  });
});
