import { describe, expect, it } from "vitest";
import { aBank, aCall, aPolicy, aWrite, writing } from "../../test/helpers/builders.ts";
import { changing, sessionAfter } from "../../test/helpers/judge.ts";
import type { Effect, Language, Session, ToolCall } from "../types.ts";
import { type Policy, decide } from "./decide.ts";
import { missingAnchors } from "./missing-anchors.ts";
import { NEW_SESSION } from "./session.ts";
import {
  asLastToast,
  joinToasts,
  toAnswerToast,
  toEffectToast,
  toJudgedToast,
  toRestoredToast,
  toUnjudgedToast,
} from "./toast.ts";

const TEXT = "words of a doc";

function shown(language: Language = "en") {
  return aBank({ language });
}

function toastOf(
  call: ToolCall,
  policy: Partial<Policy> = {},
  language: Language = "en",
  session: Session = NEW_SESSION,
) {
  const bank = shown(language);
  const judgement = decide(call, session, bank, aPolicy({ guardMode: "block", ...policy }));
  const missing = missingAnchors(session, bank).map(({ doc }) => doc);
  return toJudgedToast(call, judgement, missing, bank);
}

function running(path: string, effect: "change" | "delete" = "change"): ToolCall {
  const by = effect === "delete" ? "rm" : "tee";
  return aCall({ via: "shell", writes: [{ ...aWrite(path, effect), by }] });
}

const SPOKEN = sessionAfter({ kind: "user-spoke", text: "hello" });
const COMPACTED = sessionAfter({ kind: "compacted", summary: "s" });
const USERS = "<!-- USER_BLOCK_START -->\nmine\n<!-- USER_BLOCK_END -->\n";
const SECRET = { kind: "secret", rule: "github-token", line: 1, isOfDoc: false } as const;

describe("what is shown of a call", () => {
  it.each([
    [
      writing("package.json"),
      {},
      "Refused: package.json would change before the conventions were read",
    ],
    [
      writing("a.ts", "b.ts", "c.ts"),
      {},
      "Refused: 3 files would change before the conventions were read",
    ],
    [running("a.ts"), {}, "Warning: a.ts changed before the conventions were read"],
    [
      running("memory-bank/MEMORY.md"),
      { guardMode: "off" },
      'Refused: "tee" would write memory-bank/MEMORY.md',
    ],
    [
      running("memory-bank/MEMORY.md", "delete"),
      { guardMode: "off" },
      'Refused: "rm" would delete memory-bank/MEMORY.md',
    ],
    [
      aCall({ writes: [aWrite(".", "delete")] }),
      { guardMode: "off" },
      "Refused: this call would delete ., and memory-bank/ with it",
    ],
    [writing("memory-bank/a.json"), {}, "Refused: memory-bank/a.json is not a .md file"],
    [
      aCall({ writes: [{ ...aWrite("memory-bank/a.md", "may-change"), by: "tidy" }] }),
      {},
      'Refused: "tidy" may change memory-bank/a.md',
    ],
    [
      aCall({ lateWrite: "python3" }),
      {},
      'Refused: "python3" names memory-bank/ and runs in the background',
    ],
    [
      changing("memory-bank/a.md", { before: USERS, after: TEXT, brings: TEXT }),
      {},
      "Refused: memory-bank/a.md has a block that is yours alone",
    ],
    [
      changing("memory-bank/a.md", { after: TEXT, brings: TEXT, secret: SECRET }),
      {},
      "Refused: a secret would get into memory-bank/a.md",
    ],
    [
      writing("memory-bank/a.md"),
      { writer: "subagent" },
      "Refused: only memory-bank-writer writes here",
    ],
    [
      writing("memory-bank/a.md"),
      { approval: "block" },
      "Refused: you did not ask to save memory-bank/a.md",
    ],
    [
      aCall({ appliesPlan: { id: "p-1", mayEdit: true } }),
      {},
      "Refused: you have not agreed to this plan",
    ],
  ] as const)("says what and why, without a word of it: case %#", (call, policy, text) => {
    expect(toastOf(call, policy)?.text).toBe(text);
    const chinese = toastOf(call, policy, "zh")?.text ?? "";
    expect(chinese).toMatch(/^(已拒绝|警告)：.*\p{Script=Han}/u);
    expect(chinese + text).not.toMatch(new RegExp(`${TEXT}|\n`));
  });

  it("is nothing where nothing was objected to", () => {
    expect(toastOf(writing("src/a.ts"))).toBeUndefined();
  });

  it("tells an unasked save that stays from one that was refused", () => {
    const call = writing("memory-bank/a.md");
    const warned = toastOf(call, { approval: "warn" }, "en", SPOKEN);
    expect(warned).toEqual({
      kind: "warned",
      text: "Warning: you did not ask to save memory-bank/a.md",
    });
    expect(toastOf(call, { approval: "block" }, "en", SPOKEN)?.kind).toBe("refused");
  });

  it("names the docs that recovery waits for", () => {
    const call = writing("package.json");
    expect(toastOf(call, {}, "en", COMPACTED)?.text).toBe(
      "Refused: after the compaction the agent must read again: memory-bank/MEMORY.md, memory-bank/details/patterns.md",
    );
    expect(toastOf(call, {}, "zh", COMPACTED)?.text).toContain(
      "压缩后代理须先重读：memory-bank/MEMORY.md、memory-bank/details/patterns.md",
    );
  });

  it("shows a path not at length, and nothing in it that steers a terminal", () => {
    const text = toastOf(writing(`${"\u001b[31m/".repeat(40)}package.json`))?.text ?? "";
    expect(text).not.toContain("\u001b");
    expect(text).toContain("package.json");
    expect(text.length).toBeLessThan(120);
  });
});

describe("what is shown of a change", () => {
  const effect: Effect = {
    words: "node",
    undone: ["MEMORY.md"],
    kept: "k-20261115-174233-a3f",
    changed: [],
    problem: undefined,
    trace: [],
  };

  it("says what was undone, and how it comes back", () => {
    expect(toEffectToast(effect, shown())).toEqual({
      kind: "undone",
      text: "Undone: a command changed memory-bank/MEMORY.md (memory-bank restore k-20261115-174233-a3f)",
    });
    expect(toEffectToast(effect, shown("zh"))?.text).toContain("已撤销：一条命令改动了");
  });

  it("warns of what stays", () => {
    const stays = { ...effect, undone: [], kept: undefined, changed: ["a.md", "b.md", "c.md"] };
    expect(toEffectToast(stays, shown())).toEqual({
      kind: "warned",
      text: "Warning: a command changed memory-bank/a.md, memory-bank/b.md, 1 more, and that stays",
    });
    const stuck = toEffectToast({ ...stays, problem: `EACCES ${TEXT}` }, shown());
    expect(stuck?.text).toMatch(/could not be undone$/);
  });

  it("has nothing to say of what the user did, or git for them", () => {
    expect(toEffectToast({ ...effect, words: undefined }, shown())).toBeUndefined();
    const gits = { ...effect, words: "git checkout", undone: [], changed: ["MEMORY.md"] };
    expect(toEffectToast(gits, shown())).toBeUndefined();
    expect(toEffectToast({ ...gits, words: "make" }, shown())?.kind).toBe("warned");
    expect(toEffectToast({ ...gits, undone: ["MEMORY.md"] }, shown())?.kind).toBe("undone");
  });

  it("says what was put back, and what could not be", () => {
    const because = { en: "markers-changed", zh: "区块标记被改动" };
    const step = { doc: "a.md", verdict: "put-back", because } as const;
    const blocks = [{ ...step, rule: "keep-user-blocks" }] as const;
    const secrets = [{ ...step, rule: "keep-secrets-out" }] as const;
    expect(toRestoredToast(["a.md"], blocks, shown())).toEqual({
      kind: "put-back",
      text: "Put back: your block in memory-bank/a.md was changed",
    });
    expect(toRestoredToast(["a.md"], secrets, shown("zh"))).toEqual({
      kind: "put-back",
      text: "已恢复：memory-bank/a.md 中出现了敏感数据",
    });
    expect(toRestoredToast([], secrets, shown())).toEqual({
      kind: "warned",
      text: "Warning: a secret had got into memory-bank/a.md and could not be put back",
    });
    expect(toRestoredToast([], [], shown())).toBeUndefined();
  });
});

describe("several toasts", () => {
  it("are one, which says how many more there are", () => {
    const toast = toUnjudgedToast(shown());
    expect(joinToasts([toast])).toBe(toast);
    expect(joinToasts([toast, toast, toast]).text).toBe(`${toast.text} (+2)`);
  });

  it("end with the place where the rest can be seen", () => {
    for (const language of ["en", "zh"] as const) {
      const toast = toUnjudgedToast(shown(language));
      expect(asLastToast(toast, shown(language)).text).toMatch(/\n.*memory-bank explain --last$/);
    }
  });
});

it.each([
  ["2/2", "answered", "2 of 2 quotes stand in the files", "2 条引文中 2 条与文件相符"],
  [
    "1/2",
    "doubted",
    "1 of 2 quotes stand in the files, the rest is unproved",
    "2 条引文中 1 条与文件相符，其余未经证实",
  ],
  [undefined, "doubted", "no quote in its answer that could be checked", "回答中没有可核对的引文"],
])("an answer of memory-reader's with %s verified is %s", (verified, kind, en, zh) => {
  expect(toAnswerToast(verified, shown())).toEqual({ kind, text: `memory-reader: ${en}` });
  expect(toAnswerToast(verified, shown("zh")).text).toBe(`memory-reader：${zh}`);
});
