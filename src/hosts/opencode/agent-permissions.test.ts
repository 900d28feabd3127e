import { describe, expect, it } from "vitest";
import { readerPermission, writerPermission } from "./agent-permissions.ts";

/** As the host judges: the last pattern that fits, a star for any characters. */
function judge(rules: Readonly<Record<string, string>>, path: string): string | undefined {
  return Object.entries(rules).findLast(([pattern]) => {
    const source = pattern.replaceAll(/[.+^${}()|[\]\\]/g, "\\$&").replaceAll("*", ".*");
    return new RegExp(`^${source.replaceAll("?", ".")}$`, "s").test(path);
  })?.[1];
}

describe("memory-reader", () => {
  const permission = readerPermission("/work/shop", "/work/shop");

  it("has three tools that show, and no other", () => {
    const { read: _, ...others } = permission;
    expect(others).toEqual({ "*": "deny", glob: "allow", list: "allow" });
  });

  it.each([
    "memory-bank/MEMORY.md",
    "memory-bank/details/learnings/2026-01-01-tea.md",
    "src/shop.ts",
    "package.json",
    "Dockerfile",
    "deploy/Dockerfile",
    ".gitignore",
  ])("reads %s", (path) => {
    expect(judge(permission.read, path)).toBe("allow");
  });

  it.each([
    ".env",
    "config/.env.production",
    "config/credentials.json",
    "keys/server.pem",
    "../other/README.md",
  ])("does not read %s", (path) => {
    expect(judge(permission.read, path)).toBe("deny");
  });

  it("keeps to the project where the host counts from the root of the disk", () => {
    const { read } = readerPermission("/work/shop", "/");
    expect(judge(read, "work/shop/README.md")).toBe("allow");
    expect(judge(read, "work/other/README.md")).toBe("deny");
    expect(judge(read, "README.md")).toBe("deny");
  });
});

describe("the writer", () => {
  it("reads as memory-reader does, and edits docs of the bank alone", () => {
    const { edit, ...rest } = writerPermission(
      "/work/shop/packages/api/memory-bank",
      "/work/shop/packages/api",
      "/work/shop",
    );
    expect(rest).toEqual(readerPermission("/work/shop/packages/api", "/work/shop"));
    expect(judge(edit, "packages/api/memory-bank/MEMORY.md")).toBe("allow");
    expect(judge(edit, "packages/api/memory-bank/details/design/a.md")).toBe("allow");
    expect(judge(edit, "packages/api/memory-bank/run.sh")).toBe("deny");
    expect(judge(edit, "packages/web/memory-bank/MEMORY.md")).toBe("deny");
    expect(judge(edit, "src/a.ts")).toBe("deny");
  });
});
