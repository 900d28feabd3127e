import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { tempProject } from "../helpers/temp-project.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

test("npm start says what its recording says, and the picture shows that", () => {
  // The demo leaves its project behind for people to look at.
  const { status, stderr } = spawnSync(
    process.execPath,
    [`${ROOT}scripts/record-demo.mjs`, "--check"],
    { encoding: "utf8", timeout: 110_000, env: { ...process.env, TMPDIR: tempProject() } },
  );
  expect({ status, stderr }).toMatchObject({ status: 0 });
});

test("the pictures of the terminal are what their recordings give", () => {
  const script = `${ROOT}scripts/record-terminal.mjs`;
  const { status, stderr } = spawnSync(process.execPath, [script, "--check"], { encoding: "utf8" });
  expect({ status, stderr }).toMatchObject({ status: 0, stderr: "" });
});
