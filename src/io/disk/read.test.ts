import { rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, it } from "vitest";
import { tempProject } from "../../../test/helpers/temp-project.ts";
import { readText, remember } from "./read.ts";

it("makes it anew when a file that was looked at changed, came or went, and only then", async () => {
  const root = tempProject({ a: "one" });
  const path = (name: string) => join(root, name);
  let times = 0;
  const read = remember(() => {
    times += 1;
    return ["a", "b"].map((name) => readText(path(name))).join();
  });
  expect(read()).toBe("one,");
  // In the same tick of the file system's clock, and with the same size.
  writeFileSync(path("a"), "two");
  expect(read()).toBe("two,");
  await pause(40);
  read();
  times = 0;
  for (let time = 0; time < 3; time += 1) expect(read()).toBe("two,");
  expect(times).toBe(0);
  writeFileSync(path("b"), "new");
  utimesSync(path("b"), 1, 1);
  expect(read()).toBe("two,new");
  rmSync(path("a"));
  expect(read()).toBe(",new");
});
