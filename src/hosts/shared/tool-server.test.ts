import { PassThrough } from "node:stream";
import { expect, it } from "vitest";
import { serveLines } from "./tool-server.ts";

/** What a server answers to these bytes, however they are cut. */
async function answersTo(text: string, size: number): Promise<object[]> {
  const [input, output] = [new PassThrough(), new PassThrough()];
  serveLines(input, output, async (method, params) => {
    if (method === "fail") throw new Error("it failed");
    return method === "echo" ? params : undefined;
  });
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) {
    input.write(bytes.subarray(at, at + size));
    await new Promise((resolve) => setImmediate(resolve));
  }
  await new Promise((resolve) => setImmediate(resolve));
  const lines = String(output.read() ?? "").split("\n");
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line) as object);
}

it.each([1, 3, 1000])(
  "requests in chunks of %i bytes are answered, garbage is passed over",
  async (size) => {
    const requests = [
      { id: 1, method: "echo", params: { text: "茶" } },
      { method: "echo" },
      { id: 2, method: "fail" },
      { id: "a", method: "nothing" },
    ].map((request) => JSON.stringify({ jsonrpc: "2.0", ...request }));
    const text = ["garbage", "", "[1,2]", "null", ...requests, '{"jsonrpc":"2.0","id":"cut"'];
    expect(await answersTo(text.join("\n"), size)).toEqual([
      { jsonrpc: "2.0", id: 1, result: { text: "茶" } },
      { jsonrpc: "2.0", id: 2, error: { code: -32_603, message: "it failed" } },
      { jsonrpc: "2.0", id: "a", error: { code: -32_601, message: "nothing" } },
    ]);
  },
);
