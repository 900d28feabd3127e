import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Proposals } from "../../proposal-types.ts";
import type { SessionEvent } from "../../types.ts";
import { approvedOf, proposalsOf } from "../rules/ask-before-saving.ts";
import { NEW_SESSION, advance } from "../session.ts";
import {
  NEW_PROPOSALS,
  REMINDER,
  advanceProposals as stepProposals,
  confirmedOf,
  isApproved,
} from "./advance-proposals.ts";

const TECH = "details/tech.md";
const advanceProposals = (state: Proposals, event: SessionEvent): Proposals =>
  stepProposals(state, event).state;
const user = (text: string): SessionEvent => ({ kind: "user-spoke", text });
const end = (text: string): SessionEvent => ({ kind: "turn-ended", text });
const wrote = (doc: string): SessionEvent => ({ kind: "doc-written", doc });
const file = (path: string): SessionEvent => ({ kind: "file-written", path });
const asked = (question: string, ...answers: string[]): SessionEvent => ({
  kind: "question-answered",
  question,
  options: [],
  answers,
});
const TOLD: SessionEvent = { kind: "told", topic: REMINDER };
const COMPACTED: SessionEvent = { kind: "compacted", summary: "s" };

const offer = (doc = TECH, points = "use pnpm; Node 20") =>
  `Done.\n\n---\n💾 Save this to the Memory Bank?\n   → ${doc}\n   → Content: ${points}\n\nReply "yes" or "ok".\n---`;
const OFFER = end(offer());
const PENDING = [user("add the parser"), OFFER] as const;

function after(...events: SessionEvent[]): Proposals {
  return events.reduce(advanceProposals, NEW_PROPOSALS);
}

describe("the rows of the writing rules that forbid a reminder", () => {
  it.each([
    ["❌ 问题是关于 Memory Bank 本身", [user("记忆库的模板是哪个版本")]],
    ["❌ 本消息已包含 Proposal", [user("fix it"), OFFER]],
    ["❌ 用户已拒绝（不用/跳过/mb:no 等）", [...PENDING, user("不用了")]],
    ["❌ 用户消息是确认或拒绝词（直接执行/跳过）: 好", [user("好")]],
    ["❌ 上一条消息有 Proposal 且用户未回应", [...PENDING, user("now rename the cup")]],
    ["a request to save", [user("save this to the memory bank")]],
    ["a save", [user("fix it"), wrote(TECH)]],
    ["a plan", [user("fix it"), { kind: "plan-applied", docs: [TECH] } as const]],
    ["a reminder", [user("fix it"), TOLD]],
  ] as const)("%s", (_, events) => {
    expect(after(...events).isQuiet).toBe(true);
  });

  it("speaks of the files of the turn, and not of those whose offer was declined", () => {
    const state = after(user("fix it"), file("package.json"));
    expect(state).toMatchObject({ isQuiet: false, changed: ["package.json"] });
    expect(stepProposals(state, TOLD).news).toEqual({ state: "reminded", target: "package.json" });
    const later = after(user("fix it"), file("package.json"), OFFER, user("no"), user("more"));
    expect(later).toMatchObject({ isQuiet: false, changed: [], settledFiles: ["package.json"] });
  });
});

describe("an offer", () => {
  it.each(["好", "yes", "写吧", "mb:write"])("is confirmed by %j", (text) => {
    const state = after(...PENDING, user(text));
    expect(confirmedOf(state)).toEqual({
      docs: [TECH],
      open: [TECH],
      content: "use pnpm; Node 20",
      isOld: false,
    });
    expect(approvedOf(state)).toEqual([TECH]);
  });

  it("is confirmed together with a question", () => {
    const state = after(...PENDING, user("写吧，顺便问一下为什么要用 pnpm？"));
    expect(confirmedOf(state)?.open).toEqual([TECH]);
  });

  it.each(["不用，继续下一个任务", "好像有个 bug", "continue"])("is closed by %j", (text) => {
    const state = after(...PENDING, user(text), end("Done."), user("yes"));
    expect(approvedOf(state)).toEqual([]);
    expect(confirmedOf(state)).toBeUndefined();
  });

  it("is the last thing that was asked for: it outlives what the agent says to somebody else, but no other question", () => {
    const said = (text: string) => approvedOf(after(user("a"), OFFER, end(text), user("yes")));
    expect(said("The task in the background is done.")).toEqual([TECH]);
    expect(said("The tests passed. Shall I deploy?")).toEqual([]);
    expect(said("测试通过了，要部署吗？")).toEqual([]);
    expect(approvedOf(after(user("yes")))).toEqual([]);
    expect(approvedOf(after(user("a"), end("Shall I go on?"), user("yes")))).toEqual([]);
  });

  it("outlives a compaction", () => {
    expect(approvedOf(after(...PENDING, COMPACTED, user("yes")))).toEqual([TECH]);
    expect(confirmedOf(after(...PENDING, user("yes"), COMPACTED))?.docs).toEqual([TECH]);
  });

  it("is the same when the host tells of its message twice", () => {
    expect(after(...PENDING, OFFER)).toEqual(after(...PENDING));
  });
});

describe("a grant", () => {
  const yes = [...PENDING, user("yes")] as const;

  it("lasts for the turn in which it is used, however often its doc is written", () => {
    const state = after(...yes, wrote(TECH));
    expect(confirmedOf(state)).toBeUndefined();
    expect(approvedOf(state)).toEqual([TECH]);
    expect(approvedOf(after(...yes, wrote(TECH), end("ok"), user("now fix a.ts")))).toEqual([]);
  });

  it("lasts for one more turn where it was not used", () => {
    const next = [...yes, end("Under which heading?"), user("under commands")] as const;
    expect(approvedOf(after(...next))).toEqual([TECH]);
    expect(confirmedOf(after(...next))?.docs).toEqual([TECH]);
    expect(approvedOf(after(...next, end("Hm."), user("and?")))).toEqual([]);
  });

  it("waits for each of its docs", () => {
    const both = [user("a"), end(offer(`MEMORY.md, ${TECH}`)), user("yes"), wrote(TECH)] as const;
    expect(confirmedOf(after(...both))?.open).toEqual(["MEMORY.md"]);
    expect(approvedOf(after(...both, end("x"), user("go on")))).toEqual(["MEMORY.md"]);
    expect(confirmedOf(after(...both, wrote("MEMORY.md")))).toBeUndefined();
  });

  it("comes from an explicit request", () => {
    expect(approvedOf(after(user("save this to the memory bank")))).toBe("any");
    expect(approvedOf(after(user("更新 MEMORY.md")))).toEqual(["memory.md"]);
    expect(approvedOf(after(user("mb:write")))).toBe("any");
    expect(approvedOf(after(user("don't save this to the memory bank")))).toEqual([]);
    expect(confirmedOf(after(user("save this to the memory bank")))).toBeUndefined();
  });

  it("of an offer is no wider for the words of the yes, unless they name a doc", () => {
    expect(approvedOf(after(...PENDING, user("yes, save it to the memory bank")))).toEqual([TECH]);
    const elsewhere = after(...PENDING, user("yes, write it to details/patterns.md"));
    expect(approvedOf(elsewhere)).toEqual([TECH, "details/patterns.md"]);
  });

  it("comes from a plan, for the whole session", () => {
    const plan = { kind: "plan-applied", docs: ["MEMORY.md"] } as const;
    expect(approvedOf(after(user("a"), plan, user("b"), user("no"), user("c")))).toEqual([
      "MEMORY.md",
    ]);
  });

  it.each([
    [offer(), ["Yes, save it"], [TECH]],
    ["Save this to details/tech.md?", ["Yes"], [TECH]],
    ["要写入记忆库吗？", ["写入"], "any"],
    ["Save this to details/tech.md?", ["No"], []],
    ["Shall I look at details/tech.md first?", ["Yes"], []],
    ["Which colour?", ["Yes"], []],
  ] as const)("comes from an answer to the question %j: %j", (question, answers, docs) => {
    const state = after(user("we decided to use pnpm"), asked(question, ...answers));
    expect(approvedOf(state)).toEqual(docs);
  });

  it("does not come from a no that names a doc", () => {
    const question = "Save this to details/tech.md?";
    const state = after(user("hi"), asked(question, "No, don't save", "MEMORY.md"));
    expect(approvedOf(state)).toEqual([]);
  });

  it("is the root session's, for its subagents too", () => {
    const root = yes.reduce<typeof NEW_SESSION>(advance, NEW_SESSION);
    const child = advance({ ...NEW_SESSION, parent: root }, wrote(TECH));
    expect(approvedOf(proposalsOf(child))).toEqual([TECH]);
    expect(proposalsOf({ ...NEW_SESSION, parent: child })).toBe(root.proposals);
  });
});

describe("isApproved", () => {
  it.each([
    [[TECH], TECH, true],
    [[TECH], "details/patterns.md", false],
    [[], TECH, false],
    [["details/learnings/"], "details/learnings/a.md", true],
    [["details/learnings/"], "details/design/a.md", false],
    [["details/design/a.md"], "details/design/index.md", true],
    [["details/design/a.md"], "details/learnings/index.md", false],
    [["details/learnings/"], "a.md", false],
  ] as const)("%j, %s: %s", (docs, doc, expected) => {
    expect(isApproved(docs, doc)).toBe(expected);
  });
});

/** Any history, as far as proposals see it. Results of tools and texts of files have no event to come in by. */
const TEXT = fc.oneof(
  fc.constantFrom("好", "yes", "no", "不用", "mb:write", "mb:no", "we decided to use pnpm", "hi"),
  fc.constantFrom(
    "写吧，顺便问一下",
    "save this to the memory bank",
    "the parser crashes",
    "记忆库",
  ),
  fc.string({ unit: "grapheme", maxLength: 30 }),
);
const FINAL = fc.oneof(
  fc.constantFrom("Done.", offer(), offer("MEMORY.md"), offer(TECH, "use bun"), "💾"),
  TEXT,
);
const EVENT: fc.Arbitrary<SessionEvent> = fc.oneof(
  TEXT.map(user),
  FINAL.map(end),
  fc.constantFrom("src/a.ts", "package.json").map(file),
  fc.constantFrom(TECH, "MEMORY.md").map(wrote),
  fc.constantFrom<SessionEvent>(TOLD, COMPACTED),
  fc.constant<SessionEvent>({ kind: "turn-started" }),
  fc.constant<SessionEvent>({ kind: "plan-applied", docs: ["legacy.md"] }),
  TEXT.map((answer) => asked("Save this to details/tech.md?", answer)),
);
const HISTORY = fc.array(EVENT, { maxLength: 25 });

/** As a session sees it: the fold of a session ends a turn itself, with what was said last. */
function asSeen(event: SessionEvent): SessionEvent[] {
  if (event.kind !== "turn-ended") return [event];
  const spoken: SessionEvent[] = event.text === "" ? [] : [{ kind: "said", text: event.text }];
  return [{ kind: "request-began" }, ...spoken, { kind: "turn-started" }];
}

describe("any history", () => {
  it("gives the same state live and rebuilt, also from a state that was stored", () => {
    fc.assert(
      fc.property(HISTORY, fc.nat({ max: 25 }), (history, at) => {
        const events = history.map((event) => (event.kind === "turn-started" ? end("") : event));
        const live = events.flatMap(asSeen).reduce(advance, NEW_SESSION).proposals;
        const first = after(...events.slice(0, at));
        after(...events.toReversed());
        const stored: Proposals = JSON.parse(JSON.stringify(first)) as Proposals;
        const rebuilt = events.slice(at).reduce(advanceProposals, { ...NEW_PROPOSALS, ...stored });
        expect(rebuilt).toEqual(live);
      }),
    );
  });

  it("grants no more than was offered, asked for or planned", () => {
    const modest = HISTORY.map((events) => events.filter((event) => event.kind !== "user-spoke"));
    fc.assert(
      fc.property(modest, fc.constantFrom("yes", "好", "hi", "不用"), (events, text) => {
        const state = after(...events, user(text));
        const docs = approvedOf(state);
        expect(docs).not.toBe("any");
        for (const doc of docs) expect([TECH, "MEMORY.md", "legacy.md"]).toContain(doc);
      }),
    );
  });
});
