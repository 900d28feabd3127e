import {
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tempProject } from "../../../test/helpers/temp-project.ts";
import { renderServedPage } from "./render-page.ts";
import { writePage } from "./write-page.ts";

const PAGE = renderServedPage("shop");

function project() {
  const root = tempProject({ "memory-bank/MEMORY.md": "# M\n" });
  return {
    root,
    write: (file: string, page = PAGE) =>
      writePage(join(root, "memory-bank"), join(root, file), page),
  };
}

describe("writePage", () => {
  it("writes a page, and replaces one of its own", () => {
    const { root, write } = project();
    expect(write("memory.html")).toBe(join(root, "memory.html"));
    write("memory.html", `${PAGE}<!-- 2 -->`);
    expect(readFileSync(join(root, "memory.html"), "utf8")).toBe(`${PAGE}<!-- 2 -->`);
    expect(readdirSync(root).toSorted()).toEqual(["memory-bank", "memory.html"]);
  });

  it("leaves alone what is something else, and says what", () => {
    const { root, write } = project();
    mkdirSync(join(root, "folder"));
    writeFileSync(join(root, "notes.html"), "<!doctype html><p>mine</p>");
    for (const file of ["folder", "notes.html"])
      expect(() => write(file)).toThrow("is not a page of this command");
    expect(readFileSync(join(root, "notes.html"), "utf8")).toBe("<!doctype html><p>mine</p>");
  });

  it("writes nothing into the bank, by whatever name", () => {
    const { root, write } = project();
    symlinkSync(join(root, "memory-bank"), join(root, "other"));
    for (const file of [
      "memory-bank/memory.html",
      "other/memory.html",
      "x/../memory-bank/m.html",
    ]) {
      mkdirSync(join(root, "x"), { recursive: true });
      expect(() => write(file)).toThrow("is in the bank");
    }
    expect(readdirSync(join(root, "memory-bank"))).toEqual(["MEMORY.md"]);
  });

  it("follows a link to a page, and keeps the link", () => {
    const { root, write } = project();
    write("real.html");
    symlinkSync("real.html", join(root, "link.html"));
    write("link.html", `${PAGE}<!-- 2 -->`);
    expect(lstatSync(join(root, "link.html")).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(root, "real.html"), "utf8")).toContain("<!-- 2 -->");
  });
});
