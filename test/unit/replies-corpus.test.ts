import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { type Reply, classifyReply } from "../../src/policy/proposals/classify-reply.ts";

const FOLDER = fileURLToPath(new URL("../fixtures/replies/", import.meta.url));
const FILES = readdirSync(FOLDER).toSorted();

interface Labelled {
  readonly text: string;
  readonly label: string;
  readonly found: Reply;
}

/** Written last: the classifier was never changed for them. */
const HELD_OUT = FILES.filter((file) => file.startsWith("held-out-"));

function judge(file: string): Labelled[] {
  const labels = JSON.parse(readFileSync(FOLDER + file, "utf8")) as Record<string, string[]>;
  return Object.entries(labels).flatMap(([label, texts]) =>
    texts.map((text) => ({ text, label, found: classifyReply(text) })),
  );
}

const show = ({ text, label, found }: Labelled) => `${label}, taken as ${found}: ${text}`;

describe.each(FILES)("replies labelled by hand: %s", (file) => {
  const judged = judge(file);

  it("are enough, each of them once", () => {
    expect(judged.length).toBeGreaterThanOrEqual(60);
    expect(new Set(judged.map(({ text }) => text)).size).toBe(judged.length);
  });

  it("are never taken as a yes that they are not", () => {
    const made = judged.filter(
      ({ label, found }) =>
        (label === "unrelated" || label === "decline") &&
        (found === "confirm" || found === "mixed"),
    );
    expect(made.map(show)).toEqual([]);
  });
});

describe.each([
  ["those that the classifier was made with", FILES.filter((file) => !HELD_OUT.includes(file))],
  ["those that were held out", HELD_OUT],
])("of %s", (_, files) => {
  const judged = files.flatMap(judge);

  it("at least 98 of 100 are judged right", () => {
    const wrong = judged.filter(({ label, found }) => label !== found);
    expect(wrong.length / judged.length, wrong.map(show).join("\n")).toBeLessThanOrEqual(0.02);
  });
});
