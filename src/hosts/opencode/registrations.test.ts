import { describe, expect, it } from "vitest";
import { type Permission, ownAgents } from "./registrations.ts";

/** As the host judges: the last pattern that fits, a star for any characters. */
function judge(rules: Readonly<Record<string, string>>, path: string): string | undefined {
  return Object.entries(rules).findLast(([pattern]) => {
    const source = pattern.replaceAll(/[.+^${}()|[\]\\]/g, "\\$&").replaceAll("*", ".*");
    return new RegExp(`^${source.replaceAll("?", ".")}$`, "s").test(path);
  })?.[1];
}

function permissions(root: string, worktree: string) {
  const place = { root, worktree, directory: root, bank: `${root}/memory-bank`, skills: "" };
  const agents = ownAgents({ ...place, language: "en", writer: "subagent" });
  const [reader, writer] = agents.map(({ permission }): Permission => permission);
  return { reader: { ...reader }, writer: { ...writer } };
}

describe("memory-reader", () => {
  const { read, ...others } = permissions("/work/shop", "/work/shop").reader;

  it("has three tools that show, and no other", () => {
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
    expect(judge(Object(read), path)).toBe("allow");
  });

  it.each([
    ".env",
    "config/.env.production",
    "config/credentials.json",
    "keys/server.pem",
    "../other/README.md",
  ])("does not read %s", (path) => {
    expect(judge(Object(read), path)).toBe("deny");
  });

  it("keeps to the project where the host counts from the root of the disk", () => {
    const onDisk = Object(permissions("/work/shop", "/").reader["read"]);
    expect(judge(onDisk, "work/shop/README.md")).toBe("allow");
    expect(judge(onDisk, "work/other/README.md")).toBe("deny");
    expect(judge(onDisk, "README.md")).toBe("deny");
  });
});

describe("the writer", () => {
  it("reads as memory-reader does, and edits docs of the bank alone", () => {
    const { reader, writer } = permissions("/work/shop/packages/api", "/work/shop");
    const { edit: edits, ...rest } = writer;
    const edit = Object(edits);
    expect(rest).toEqual(reader);
    expect(judge(edit, "packages/api/memory-bank/MEMORY.md")).toBe("allow");
    expect(judge(edit, "packages/api/memory-bank/details/design/a.md")).toBe("allow");
    expect(judge(edit, "packages/api/memory-bank/run.sh")).toBe("deny");
    expect(judge(edit, "packages/web/memory-bank/MEMORY.md")).toBe("deny");
    expect(judge(edit, "src/a.ts")).toBe("deny");
  });
});
