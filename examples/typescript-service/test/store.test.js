import assert from "node:assert/strict";
import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { openStore } from "../src/store.js";

const folder = mkdtempSync(join(tmpdir(), "webhook-inbox-"));
after(() => rmSync(folder, { recursive: true }));

/** @param {string} id */
const delivery = (id) => ({ id, source: "shop", receivedAt: "2026-11-02T08:00:00.000Z", body: {} });

describe("the store", () => {
  it("knows after a restart what it kept", async () => {
    const file = join(folder, "restart.jsonl");
    await openStore(file).add(delivery("a"));
    const again = openStore(file);
    assert.equal(await again.add(delivery("a")), false);
    assert.equal(await again.add({ ...delivery("a"), source: "bank" }), true);
    assert.deepEqual(again.latest(1), [{ ...delivery("a"), source: "bank" }]);
  });

  it("leaves out a line that a crash cut short, and nothing after it", async () => {
    const file = join(folder, "crash.jsonl");
    await openStore(file).add(delivery("a"));
    appendFileSync(file, '{"id":"b","sour');
    const again = openStore(file);
    assert.deepEqual(again.latest(10), [delivery("a")]);
    await again.add(delivery("c"));
    assert.deepEqual(openStore(file).latest(10), [delivery("c"), delivery("a")]);
  });

  it("takes a delivery again when it could not be written", async () => {
    const store = openStore(join(folder, "missing", "x.jsonl"));
    await assert.rejects(store.add(delivery("a")));
    await assert.rejects(store.add(delivery("a")));
    assert.deepEqual(store.latest(10), []);
  });
});
