import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

it("the flow pictures are what their script draws", () => {
  const { status, stderr } = spawnSync(
    process.execPath,
    [`${ROOT}scripts/draw-flow.mjs`, "--check"],
    { encoding: "utf8" },
  );
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
});
