import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import {
  type Reply,
  type Topic,
  classifyReply,
} from "../../src/policy/proposals/classify-reply.ts";
import { findRequest } from "../../src/policy/proposals/find-request.ts";

const FOLDER = fileURLToPath(new URL("../fixtures/replies/", import.meta.url));
const ALL = readdirSync(FOLDER).toSorted();
/** Answers to the question whether a plan may be applied. */
const OF_PLANS = ALL.filter((file) => file.startsWith("plan-"));
/** Messages that ask for a save by themselves, or only look so. */
const REQUESTS = ALL.filter((file) => file.startsWith("requests-"));
const FILES = ALL.filter((file) => !OF_PLANS.includes(file) && !REQUESTS.includes(file));

interface Labelled {
  readonly text: string;
  readonly label: string;
  readonly found: string;
}

/** Written last: the classifier was never changed for them. */
const HELD_OUT = FILES.filter((file) => file.startsWith("held-out-"));

function judge(file: string, find: (text: string) => string): Labelled[] {
  const labels = JSON.parse(readFileSync(FOLDER + file, "utf8")) as Record<string, string[]>;
  return Object.entries(labels).flatMap(([label, texts]) =>
    texts.map((text) => ({ text, label, found: find(text) })),
  );
}

const judgeReplies = (file: string, topic: Topic = "save") =>
  judge(file, (text): Reply => classifyReply(text, topic));

const show = ({ text, label, found }: Labelled) => `${label}, taken as ${found}: ${text}`;

function madeUp({ label, found }: Labelled): boolean {
  return (
    (label === "unrelated" || label === "decline") && (found === "confirm" || found === "mixed")
  );
}

describe.each(FILES)("replies labelled by hand: %s", (file) => {
  const judged = judgeReplies(file);

  it("are enough, each of them once", () => {
    expect(judged.length).toBeGreaterThanOrEqual(60);
    expect(new Set(judged.map(({ text }) => text)).size).toBe(judged.length);
  });

  it("are never taken as a yes that they are not", () => {
    expect(judged.filter(madeUp).map(show)).toEqual([]);
  });
});

describe.each([
  ["those that the classifier was made with", FILES.filter((file) => !HELD_OUT.includes(file))],
  ["those that were held out", HELD_OUT],
])("of %s", (_, files) => {
  const judged = files.flatMap((file) => judgeReplies(file));

  it("at least 98 of 100 are judged right", () => {
    const wrong = judged.filter(({ label, found }) => label !== found);
    expect(wrong.length / judged.length, wrong.map(show).join("\n")).toBeLessThanOrEqual(0.02);
  });
});

describe.each(OF_PLANS)("answers about a plan, labelled by hand: %s", (file) => {
  it("are judged right", () => {
    const judged = judgeReplies(file, "plan");
    expect(judged.length).toBeGreaterThanOrEqual(40);
    expect(judged.filter(({ label, found }) => label !== found).map(show)).toEqual([]);
  });
});

describe.each(REQUESTS)("requests labelled by hand: %s", (file) => {
  const find = (text: string) => (findRequest(text) === undefined ? "not asked" : "asked");
  const judged = judge(file, find);

  it("are enough, each of them once", () => {
    expect(judged.length).toBeGreaterThanOrEqual(40);
    expect(new Set(judged.map(({ text }) => text)).size).toBe(judged.length);
  });

  it("are judged right", () => {
    expect(judged.filter(({ label, found }) => label !== found).map(show)).toEqual([]);
  });
});
