import { spawnSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const IMAGES = `${ROOT}docs/images/`;

it("the flow pictures are what their script draws", () => {
  const { status, stderr } = spawnSync(
    process.execPath,
    [`${ROOT}scripts/draw-flow.mjs`, "--check"],
    { encoding: "utf8" },
  );
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
});

const pictures = readdirSync(IMAGES).filter((name) => name.endsWith(".svg"));

it.each(pictures)(
  "%s is small, has words for those who do not see it, and fetches nothing",
  (name) => {
    const svg = readFileSync(IMAGES + name, "utf8");
    expect(svg.length).toBeLessThan(150_000);
    expect(svg).toMatch(/<title id="title">[^<]+<\/title>\n<desc id="desc">[^<]+<\/desc>/);
    expect(svg).not.toMatch(
      /<script|<foreignObject|\son\w+=|@import|@font-face|url\((?!#)|href=(?!"#)/i,
    );
    expect(svg.replace("http://www.w3.org/2000/svg", "")).not.toMatch(/https?:/);
  },
);
