import { expect, it } from "vitest";
import { nearest } from "./nearest.ts";

const IDS = ["k-20261115-174233-a3f", "k-20261115-174233-b70", "k-20261014-080000-000"];

it.each([
  ["k-20261115-174233-a3", IDS[0]],
  ["k-20261115-174233-b7O", IDS[1]],
  ["k-20261014-080001-000", IDS[2]],
  ["b70", IDS[1]],
  ["20261014", IDS[2]],
  ["", IDS[0]],
])("%j is nearest to %s", (typed, id) => {
  expect(nearest(typed, IDS)).toBe(id);
});

it("is nothing where nothing is known", () => {
  expect(nearest("k-1", [])).toBeUndefined();
});
