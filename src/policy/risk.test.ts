import { describe, expect, it } from "vitest";
import { aCall, aWrite, writing } from "../../test/helpers/builders.ts";
import type { RiskLevel, Write, WriteEffect } from "../types.ts";
import { NEW_SESSION } from "./session.ts";
import { createAssessRisk } from "./risk.ts";

const assess = createAssessRisk({ sensitive: [], safe: [], multiFile: 2 });
const shell = (...writes: Write[]) => aCall({ via: "shell", writes });

const words = (text: string) => text.trim().split(/\s+/);

describe("risk of one written file", () => {
  it.each(
    words(`
      package.json packages/api/package.json Package.JSON pnpm-lock.yaml bun.lockb Cargo.lock go.sum
      tsconfig.build.json apps/web/vite.config.ts src/auth/login.ts src/Security/keys.ts lib/oauth/a/b.ts
      .env apps/web/.env.local Dockerfile docker-compose.yml docker/entry.sh infra/main.tf deploy/k8s/pod.yaml
      .github/workflows/ci.yml .gitlab-ci.yml Jenkinsfile pyproject.toml requirements-dev.txt go.mod pom.xml
      db/migrations/001.sql prisma/schema.prisma ops/nginx-prod.conf src/Web.csproj memory-bank.json
      src/auth/session.test.ts .git/config vendor/lib/.git/hooks/post-checkout`),
  )("%s is high", (path) => {
    expect(assess(writing(path))).toEqual({
      level: "high",
      because: { kind: "sensitive-file", path },
    });
  });

  it.each(
    words(`
      src/index.ts src/author/page.ts README.md docs/package.json.md src/authentication.ts config.ts
      test/docker.test.ts .gitignore .git/info/exclude src/hooks/use-user.ts tests/migrations/0001.py
      src/auth/__tests__/login.ts test/fixtures/package.json spec/auth/login_spec.rb tests/.env`),
  )("%s is low", (path) => {
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

  it.each(["change", "replace", "delete", "move-from"] as const)(
    "is high for a file of the conventions: %s",
    (effect) => {
      const path = "CONTRIBUTING.md";
      const write = aWrite(path, effect);
      const linked = { ...write, target: { ...write.target, linkedAs: "../CONTRIBUTING.md" } };
      const high = { level: "high", because: { kind: "sensitive-file", path } };
      expect(assess(aCall({ writes: [linked] }))).toEqual(high);
      expect(assess(shell(linked))).toEqual(high);
    },
  );

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

  it("lets the user's own globs make tests sensitive, and output of programs", () => {
    const own = createAssessRisk({
      sensitive: ["tests/auth/**", "dist/**"],
      safe: [],
      multiFile: 2,
    });
    expect(own(writing("tests/auth/a.ts")).level).toBe("high");
    expect(own(writing("tests/security/a.ts")).level).toBe("low");
    expect(own(shell({ ...aWrite("dist/a.js"), creates: "dist" })).level).toBe("high");
  });
});

describe("risk of a shell command", () => {
  const there = (path: string, effect?: WriteEffect) => aWrite(path, effect);
  const isNew = (path: string) => ({ ...aWrite(path), creates: path });
  const ignored = (path: string) => ({ ...aWrite(path), isIgnored: () => true });

  it.each<[string, Write[], RiskLevel]>([
    ["an existing file", [there("src/a.ts")], "medium"],
    ["several existing files", [there("src/a.ts"), there("src/b.ts"), there("c.md")], "medium"],
    ["a file that is removed", [there("src/a.ts", "delete")], "medium"],
    ["a folder that is removed", [there("src", "delete")], "medium"],
    ["a file that is moved", [there("a.ts", "move-from"), isNew("b.ts")], "medium"],
    ["a test", [there("tests/a.ts")], "medium"],
    ["a new file", [isNew("src/a.ts")], "low"],
    ["several new files", [isNew("src/a.ts"), isNew("src/b.ts")], "low"],
    ["a new file and an existing one", [isNew("src/a.ts"), there("src/b.ts")], "medium"],
    ["a file that git ignores", [ignored("notes.txt")], "low"],
    ["build output", [there("dist", "delete"), there("build/app.js")], "low"],
    ["dependencies", [there("node_modules", "delete")], "low"],
    ["a log", [there("out.log")], "low"],
    ["caches", [there("src/__pycache__", "delete"), there("a.pyc", "delete")], "low"],
    ["a new folder", [there("src/new", "make-folder")], "low"],
    ["a file outside", [there("/tmp/out")], "low"],
    ["a sensitive file", [there("package.json")], "high"],
    ["a sensitive file that is removed", [there("package.json", "delete")], "high"],
    ["one that is not there", [{ ...isNew("package-lock.json"), effect: "delete" }], "low"],
    ["a sensitive file after others", [isNew("a.ts"), there(".env")], "high"],
    ["a new sensitive file", [isNew("src/auth/login.ts")], "high"],
    ["a sensitive file that git ignores", [ignored(".env")], "high"],
    ["a copy of a manifest in build output", [ignored("dist/package.json")], "low"],
    ["a manifest in a committed folder called build", [there("build/package.json")], "high"],
    ["a migration of tests", [there("tests/migrations/0001.py", "delete")], "medium"],
  ])("%s", (_, writes, level) => {
    expect(assess(shell(...writes)).level).toBe(level);
  });

  it("is low for files that this session, or one that it works for, has made", () => {
    const session = { ...NEW_SESSION, created: new Set(["repro.py", "scratch"]) };
    const child = { ...NEW_SESSION, parent: session };
    for (const each of [session, child]) {
      expect(assess(shell(there("repro.py", "delete")), each).level).toBe("low");
      expect(assess(shell(there("scratch/deep/a.py")), each).level).toBe("low");
      expect(assess(shell(there("repro.py"), there("src/a.ts")), each).level).toBe("medium");
      expect(assess(shell(there("scratch/auth/a.py")), each).level).toBe("high");
    }
    expect(assess(shell(there("repro.py"))).level).toBe("medium");
  });
});
