import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Label, type LabelWish, placeLabels } from "./place-labels.ts";
import type { Circle } from "./view.ts";

const FRAME = { left: -50, top: 0, right: 450, bottom: 300 };
const widthOf = (text: string) => text.length * 6;

const wish = (at: Circle, ...texts: string[]): LabelWish => ({
  key: texts[0] ?? "",
  at,
  texts,
  sides: ["above", "below"],
  size: 10,
  widthOf,
});
const place = (wishes: readonly LabelWish[], areas: readonly Circle[] = []) =>
  placeLabels(wishes, { frame: FRAME, dots: wishes.map(({ at }) => at), areas });
const textsOf = (labels: readonly Label[]) => labels.map(({ text }) => text);

/** As a browser would draw them: letters reach a size above their line, a fifth of it below. */
const boxOf = ({ text, x, y, size }: Label) => ({
  left: x - widthOf(text) / 2,
  right: x + widthOf(text) / 2,
  top: y - size,
  bottom: y + size / 5,
});

describe("placeLabels", () => {
  it("writes a name above its circle, and below where there is no room", () => {
    const at = { x: 200, y: 100, r: 20 };
    const [above] = place([wish(at, "design")]);
    expect(above).toMatchObject({ text: "design", x: 200 });
    expect(above?.y).toBeLessThan(80);
    const [below] = place([wish({ ...at, y: 22 }, "design")]);
    expect(below?.y).toBeGreaterThan(42);
  });

  it("shortens a name beside another one, and leaves out what finds no place", () => {
    const [left, right] = [
      { x: 100, y: 150, r: 20 },
      { x: 190, y: 150, r: 20 },
    ];
    const onlyAbove = [
      wish(left, "architecture-decisions"),
      wish(right, "plans-of-2026", "plans…"),
    ];
    const labels = place(onlyAbove.map((each) => ({ ...each, sides: ["above"] })));
    expect(textsOf(labels)).toEqual(["architecture-decisions", "plans…"]);
    expect(textsOf(place([wish(left, "a"), wish(left, "b"), wish(left, "c")]))).toEqual(["a", "b"]);
  });

  it("would rather shorten a name than write it across another folder", () => {
    const [one, other] = [
      { x: 100, y: 150, r: 40 },
      { x: 190, y: 110, r: 40 },
    ];
    const wishes = [wish(one, "a-name-as-long-as-two", "a-name…")];
    const labels = placeLabels(wishes, { frame: FRAME, dots: [], areas: [one, other] });
    expect(labels[0]).toMatchObject({ text: "a-name-as-long-as-two" });
    expect(labels[0]?.y).toBeGreaterThan(190);
    const [above] = placeLabels(
      wishes.map((each) => ({ ...each, sides: ["above"] })),
      { frame: FRAME, dots: [], areas: [one, other] },
    );
    expect(above).toMatchObject({ text: "a-name…" });
  });

  it("never lets names overlap, cover a dot or leave the frame", () => {
    const circle = fc.record({
      x: fc.integer({ min: 0, max: 400 }),
      y: fc.integer({ min: 20, max: 280 }),
      r: fc.integer({ min: 3, max: 60 }),
    });
    const wished = fc.record({ at: circle, length: fc.integer({ min: 1, max: 90 }) });
    fc.assert(
      fc.property(fc.array(wished, { maxLength: 40 }), fc.array(circle), (list, dots) => {
        const wishes = list.map(({ at, length }) =>
          wish(at, "x".repeat(length), "x".repeat(Math.ceil(length / 3))),
        );
        const labels = placeLabels(wishes, { frame: FRAME, dots, areas: [] });
        const boxes = labels.map(boxOf);
        boxes.forEach((box, index) => {
          expect(box.left).toBeGreaterThanOrEqual(FRAME.left);
          expect(box.right).toBeLessThanOrEqual(FRAME.right);
          expect(box.top).toBeGreaterThanOrEqual(FRAME.top);
          expect(box.bottom).toBeLessThanOrEqual(FRAME.bottom);
          for (const other of boxes.slice(index + 1)) {
            const isApart =
              box.right <= other.left ||
              other.right <= box.left ||
              box.bottom <= other.top ||
              other.bottom <= box.top;
            expect(isApart).toBe(true);
          }
          for (const { x, y } of dots) {
            const isOn = x > box.left && x < box.right && y > box.top && y < box.bottom;
            expect(isOn).toBe(false);
          }
        });
      }),
    );
  });
});
