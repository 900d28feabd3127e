import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createDraw } from "../fixtures/secrets/draw.ts";
import { parseBundle } from "./file-bundle.ts";
import { gitIn } from "./git.ts";
import { expect } from "vitest";
import { tempProject } from "./temp-project.ts";

const FOLDER = new URL("../fixtures/check/", import.meta.url);
const PATH = /^(.+?)(?: \((gone|unmerged|link|latin1|zero|large)\))?$/;

/** Of what check must say of a bank: `level path:line rule`. */
export function readExpected(name: string): string[] {
  const text = readFileSync(new URL(`faults.${name}.expected.txt`, FOLDER), "utf8");
  return text.split("\n").filter((line) => line !== "");
}

export function expectedFile(name: string): URL {
  return new URL(`faults.${name}.expected.txt`, FOLDER);
}

/** A project with the seeded faults of a fixture, in its own folder below a temporary one. */
export function faultyBank(name: string, { isCrlf = false } = {}): string {
  const root = join(tempProject(), "project");
  const text = readFileSync(new URL(`faults.${name}.txt`, FOLDER), "utf8");
  const drawn = text
    .replaceAll("{{PASSWORD}}", createDraw("password")("base62", 20))
    .replaceAll("{{WEB_KEY}}", ["AI", "za", createDraw("web-key")("base62", 35)].join(""))
    .replaceAll("{{KEY}}", ["AK", "IA", createDraw("key")("base32", 16)].join(""));
  const files = Object.entries(parseBundle(drawn)).map(([title, content]) => {
    const [, path = "", kind] = PATH.exec(title) ?? [];
    return { path, kind, content };
  });
  for (const { path, kind, content } of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    if (kind === "link") symlinkSync(content.trim(), join(root, path));
    else writeFileSync(join(root, path), toBytes(kind, content, isCrlf && path.endsWith(".md")));
  }
  const gone = files.filter(({ kind }) => kind === "gone").map(({ path }) => path);
  if (gone.length > 0) deleteInGit(root, gone);
  const unmerged = files.filter(({ kind }) => kind === "unmerged").map(({ path }) => path);
  if (unmerged.length > 0) leaveUnmerged(root, unmerged);
  return root;
}

function toBytes(kind: string | undefined, content: string, isCrlf: boolean): Buffer {
  if (kind === "large") return Buffer.from(content.repeat(Math.ceil(1_100_000 / content.length)));
  const text = isCrlf ? content.replaceAll("\n", "\r\n") : content;
  if (kind === "zero") return Buffer.from(text.replaceAll("\\0", "\0"));
  return kind === "latin1"
    ? Buffer.from(text.replaceAll("\\xe9", "\u00e9"), "latin1")
    : Buffer.from(text);
}

function deleteInGit(root: string, paths: readonly string[]): void {
  const git = (...args: string[]) => gitIn(root, args);
  git("init");
  git("add", "--", ...paths);
  git("commit", "-m", "a");
  git("rm", "-q", "--", ...paths);
  git("commit", "-m", "b");
  for (const path of paths) rmSync(join(root, path), { force: true });
}

/** As a merge leaves docs that both sides have changed. */
function leaveUnmerged(root: string, paths: readonly string[]): void {
  const git = (...args: string[]) => gitIn(root, args);
  git("init", "-q", "-b", "main");
  git("commit", "-q", "--allow-empty", "-m", "a");
  git("add", "--", ...paths);
  git("commit", "-q", "-m", "b");
  git("switch", "-q", "-c", "other", "HEAD~");
  for (const path of paths) writeFileSync(join(root, path), "other\n");
  git("add", "--", ...paths);
  git("commit", "-q", "-m", "c");
  const texts = paths.map((path) => gitIn(root, ["show", `main:${path}`]));
  expect(() => git("merge", "-q", "main")).toThrow();
  paths.forEach((path, at) => writeFileSync(join(root, path), texts[at] ?? ""));
}
