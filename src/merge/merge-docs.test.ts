import { describe, expect, it } from "vitest";
import { type Merged, UNSURE, mergeDocs } from "./merge-docs.ts";

const ROUTES = `# Shop

## Routing Rules (Intent-Driven)

| when you want to | read |
|---|---|
| change code | details/patterns.md |
| touch the checkout | details/design/checkout.md |
`;

/** Without git: whoever asks for lines has not settled it. */
function merge(base: string, ours: string, theirs: string): Merged {
  return mergeDocs({ base, ours, theirs }, (texts) => ({
    text: `<<<<<<< ours\n${texts.ours}=======\n${texts.theirs}>>>>>>> theirs\n`,
    conflicts: 1,
  }));
}

it("tells why a doc was merged as text", () => {
  const half = "<!-- MACHINE_BLOCK_START -->\n- a\n";
  const { conflicts, notes } = merge(half, `${half}- b\n`, `${half}- c\n`);
  expect(conflicts).toBe(1);
  expect(notes[0]?.en).toContain("block markers");
  expect(merge("a\r", "b\r", "c\r").notes[0]?.en).toContain("line ends");
  expect(merge("a\n", "<<<<<<< x\nb\n", "c\n").notes[0]?.en).toContain("conflict markers");
});

it("has a row once that one side added and the other made of another", () => {
  const renamed = ROUTES.replace("| touch the checkout |", "| touch the checkout or cart |");
  const added = `${ROUTES}| touch the checkout or cart | details/design/checkout.md |\n`;
  const { text, conflicts } = merge(ROUTES, renamed, added);
  expect(conflicts).toBe(0);
  expect(text.split("or cart").length).toBe(2);
});

it("takes a table that both have drawn anew as one", () => {
  const wide = ROUTES.replace("|---|---|", "|------------------|------|");
  const wider = ROUTES.replace("|---|---|", "| ---------------------- | -------- |");
  const { conflicts } = merge(ROUTES, `${wide}| a | b.md |\n`, `${wider}| c | d.md |\n`);
  expect(conflicts).toBe(0);
});

it("does not take what one side wrote anew and the other took out for settled", () => {
  const list = "## Conventions\n\n- use redis for sessions\n- no default exports\n";
  const anew = list.replace("use redis for sessions", "logins live in the database now");
  const without = list.replace("- use redis for sessions\n", "");
  expect(merge(list, anew, without).conflicts).toBe(1);
  expect(merge(list, without, anew).conflicts).toBe(1);
});

describe("the net", () => {
  it("takes the doc as text where a part of the merge has lost a line", () => {
    const texts = {
      base: "# Shop\n\nTea.\n",
      ours: "# Shop\n\nTea and cups.\n",
      theirs: "# Shop\n\nTea by mail.\n",
    };
    const whole = `<<<<<<< ours\n${texts.ours}=======\n${texts.theirs}>>>>>>> theirs\n`;
    const { text, conflicts, notes } = mergeDocs(texts, (part) =>
      part.ours === texts.ours ? { text: whole, conflicts: 1 } : { text: part.ours, conflicts: 0 },
    );
    expect({ text, conflicts }).toEqual({ text: whole, conflicts: 1 });
    expect(notes.map(({ en }) => en)).toEqual([UNSURE.en]);
  });
});
