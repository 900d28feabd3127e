import { describe, expect, it } from "vitest";
import { readAnswer } from "./read-answer.ts";

const OPTIONS = [
  ["Yes", "write it"],
  ["Skip", "write nothing"],
  ["Not now", "ask me again"],
  ["Option A", "Write it to the bank"],
  ["Option B", "Don't save it"],
  ["OK", "skip it for now"],
  ["Later", ""],
  ["不用", "以后再说"],
  ["写入", "写到 details/tech.md"],
  ["Save to details/tech.md (Recommended)", ""],
  ["Skip details/tech.md", ""],
  ["details/patterns.md", "only this one"],
  ["Deploy first", "then ask me again"],
].map(([label = "", description = ""]) => ({ label, description }));

describe("an answer to the host's question", () => {
  it.each([
    ["Yes", "confirm"],
    ["Skip", "decline"],
    ["Not now", "decline"],
    ["Option A", "confirm"],
    ["Option B", "decline"],
    ["OK", "decline"],
    ["Later", "decline"],
    ["不用", "decline"],
    ["写入", "confirm"],
    ["Save to details/tech.md (Recommended)", "confirm"],
    ["Skip details/tech.md", "decline"],
    ["details/patterns.md", "confirm"],
    ["Deploy first", "unrelated"],
    ["yes please", "confirm"],
    ["nah", "decline"],
    ["what would it say?", "unrelated"],
    ["写吧", "confirm"],
    ["以后再说", "decline"],
  ] as const)("%j means %s", (answer, reply) => {
    expect(readAnswer({ options: OPTIONS, answers: [answer] }, "save").reply).toBe(reply);
  });

  it("is a no if one of several is", () => {
    expect(readAnswer({ options: OPTIONS, answers: ["Yes", "Skip"] }, "save").reply).toBe(
      "decline",
    );
    expect(readAnswer({ options: OPTIONS, answers: [] }, "save").reply).toBe("unrelated");
  });

  it("may hold several choices in one text", () => {
    const options = [
      { label: "OK", description: "leave the bank alone" },
      { label: "Yes", description: "run the tests, nothing else" },
      { label: "Save", description: "" },
    ];
    const of = (...answers: string[]) => readAnswer({ options, answers }, "save").reply;
    expect(of("Yes, OK")).toBe("unrelated");
    expect(of("Yes, Save")).toBe("confirm");
  });

  it("means nothing where two options look alike", () => {
    const options = ["save it", "don't save it"].map((description) => ({
      label: "Yes",
      description,
    }));
    expect(readAnswer({ options, answers: ["Yes"] }, "save").reply).toBe("unrelated");
  });

  it("names docs", () => {
    const { docs } = readAnswer({ options: OPTIONS, answers: ["details/patterns.md"] }, "save");
    expect(docs).toEqual(["details/patterns.md"]);
  });

  it("about a plan has words of its own", () => {
    const of = (answer: string) => readAnswer({ options: [], answers: [answer] }, "plan").reply;
    expect(of("Apply it")).toBe("confirm");
    expect(of("执行")).toBe("confirm");
    expect(of("Don't apply it")).toBe("decline");
    expect(of("details/tech.md")).toBe("unrelated");
  });
});
