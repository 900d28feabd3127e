import { expect, test } from "vitest";
import { hostGet, say } from "./kit/index.ts";
import { editManifest } from "./steps.ts";
import { useHost } from "./use-host.ts";

const bench = useHost({
  env: { MEMORY_BANK_GUARD_MODE: "block", MEMORY_BANK_LANG: "zh", MEMORY_BANK_DEBUG: "1" },
});

test("the environment outranks plugin options", async () => {
  const project = bench.project({ plugin: { guardMode: "off", lang: "en" } });
  await bench.turn(project, "Strict by environment", [editManifest(), say("Refused.")]);
  expect(bench.results("Strict by environment")[0]).toBe(
    '[Memory Bank] 未写入：package.json 是敏感文件，而本轮还没有读过项目约定。\n下一步：read({ filePath: "memory-bank/details/patterns.md" })，读完整后重试本次调用。(rule: read-before-write)',
  );
  expect(project.read("package.json")).toContain("1.0.0");
  expect(bench.model.main("Strict by environment")[0]?.system.join("\n")).toContain("不确定时去读");
  expect(JSON.stringify(await hostGet(bench.host, project, "/command"))).toContain("刷新记忆库");
});
