import { describe, expect, test } from "vitest";
import { hostGet } from "./kit/index.ts";
import { useHost } from "./use-host.ts";

const bench = useHost();

function named(list: unknown, name: string): Record<string, unknown> | undefined {
  return (list as Record<string, unknown>[]).find((item) => item["name"] === name);
}

describe("the plugin entry alone registers", () => {
  test("the command, the subagent and the skill", async () => {
    const project = bench.project();
    const get = (path: string) => hostGet(bench.host, project, path);
    expect(named(await get("/command"), "memory-bank-refresh")).toMatchObject({
      description: "Build, adopt, upgrade, migrate or refresh the memory bank",
    });
    const reader = named(await get("/agent"), "memory-reader");
    expect(reader).toMatchObject({ mode: "subagent" });
    expect(reader?.["model"]).toBeUndefined();
    expect(named(await get("/skill"), "memory-bank")).toBeDefined();
  });
});
