import { spawnSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { tempProject } from "../helpers/temp-project.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const PICTURE = `${ROOT}docs/images/demo.svg`;

test("npm start says what its recording says, and the picture shows that", () => {
  // The demo leaves its project behind for people to look at.
  const { status, stderr } = spawnSync(
    process.execPath,
    [`${ROOT}scripts/record-demo.mjs`, "--check"],
    { encoding: "utf8", timeout: 55_000, env: { ...process.env, TMPDIR: tempProject() } },
  );
  expect({ status, stderr }).toMatchObject({ status: 0 });
});

test("the picture is small, carries no script, and fetches nothing", () => {
  const svg = readFileSync(PICTURE, "utf8");
  expect(statSync(PICTURE).size).toBeLessThan(150_000);
  expect(svg).not.toMatch(/<script|<foreignObject|\son\w+=|@import|@font-face|url\(|href=/i);
  expect(svg.replace("http://www.w3.org/2000/svg", "")).not.toMatch(/https?:/);
  expect(svg).toContain("prefers-reduced-motion");
});
