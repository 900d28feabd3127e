import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, beforeEach, describe, it } from "node:test";
import { createApp } from "../src/app.js";
import { sign } from "../src/auth/signature.js";
import { openStore } from "../src/store.js";

const SECRET = "for-tests-only";

describe("the inbox", () => {
  const folder = mkdtempSync(join(tmpdir(), "webhook-inbox-"));
  let file = "";
  let count = 0;
  /** @type {import("node:http").Server} */
  let app;
  let url = "";

  after(() => rmSync(folder, { recursive: true }));

  beforeEach(async () => {
    file = join(folder, `${(count += 1)}.jsonl`);
    app = createApp({
      store: openStore(file),
      secret: SECRET,
      now: () => new Date("2026-11-02T08:00:00Z"),
    });
    app.listen(0, "127.0.0.1");
    await once(app, "listening");
    const address = app.address();
    assert(address !== null && typeof address === "object");
    url = `http://127.0.0.1:${address.port}`;
  });
  afterEach(() => app.close());

  /**
   * @param {string} body
   * @param {Record<string, string>} headers
   */
  const post = (body, headers = {}) =>
    fetch(`${url}/hooks/shop`, {
      method: "POST",
      body,
      headers: { "x-signature": sign(Buffer.from(body), SECRET), "x-delivery": "d-1", ...headers },
    });

  it("keeps a signed delivery and lists it", async () => {
    const answer = await post('{"order":7}');
    assert.equal(answer.status, 202);
    const listed = await (await fetch(`${url}/deliveries`)).json();
    assert.deepEqual(listed, {
      deliveries: [
        { id: "d-1", source: "shop", receivedAt: "2026-11-02T08:00:00.000Z", body: { order: 7 } },
      ],
    });
  });

  it("keeps a delivery that comes twice, even at once, only once", async () => {
    const answers = await Promise.all([post("{}"), post("{}"), post("{}")]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 200, 202]);
    assert.equal(readFileSync(file, "utf8").trim().split("\n").length, 1);
  });

  it("refuses a body that is not what was signed", async () => {
    const answer = await post("{}", { "x-signature": sign(Buffer.from("{ }"), SECRET) });
    assert.equal(answer.status, 401);
    assert.equal((await post("{}", { "x-signature": "sha256=short" })).status, 401);
    assert.deepEqual(await (await fetch(`${url}/deliveries`)).json(), { deliveries: [] });
  });

  it("refuses more than 256 KiB", async () => {
    const answer = await post(JSON.stringify("x".repeat(256 * 1024)));
    assert.equal(answer.status, 413);
  });

  it("answers bad requests with a reason", async () => {
    assert.equal((await post("no json")).status, 400);
    assert.equal((await post("{}", { "x-delivery": "not an id" })).status, 400);
    assert.equal((await fetch(`${url}/hooks/shop`)).status, 405);
    assert.equal((await fetch(`${url}/elsewhere`)).status, 404);
  });
});
