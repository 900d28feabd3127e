import { PassThrough } from "node:stream";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { UnknownMethod, serveLines } from "./json-rpc.ts";

/** What a server answers to these chunks, by id. */
async function answersTo(chunks: readonly (string | Buffer)[]): Promise<Map<unknown, object>> {
  const [input, output] = [new PassThrough(), new PassThrough()];
  serveLines(input, output, async ({ method, params }) => {
    if (method === "fail") throw new Error("it failed");
    if (method !== "echo") throw new UnknownMethod(method);
    return params;
  });
  for (const chunk of chunks) {
    input.write(chunk);
    await new Promise((resolve) => setImmediate(resolve));
  }
  await new Promise((resolve) => setImmediate(resolve));
  const lines = String(output.read() ?? "").split("\n");
  return new Map(
    lines.filter((line) => line !== "").map((line) => [JSON.parse(line).id, JSON.parse(line)]),
  );
}

const request = (id: unknown, method: string, params: unknown = {}) =>
  `${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`;

describe("requests that come one a line", () => {
  it("are answered wherever their bytes are cut, many in one chunk or one in many", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: "grapheme" }), { minLength: 1, maxLength: 5 }),
        fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 5 }),
        async (texts, sizes) => {
          const bytes = Buffer.from(
            texts.map((text, id) => request(id, "echo", { text })).join(""),
          );
          const chunks: Buffer[] = [];
          for (let at = 0, index = 0; at < bytes.length; index++) {
            const size = sizes[index % sizes.length] ?? 1;
            chunks.push(bytes.subarray(at, at + size));
            at += size;
          }
          const answers = await answersTo(chunks);
          expect([...answers.values()]).toEqual(
            texts.map((text, id) => ({ jsonrpc: "2.0", id, result: { text } })),
          );
        },
      ),
      { numRuns: 60 },
    );
  });

  it("may stand among garbage, and what needs no answer gets none", async () => {
    const answers = await answersTo([
      "garbage\n\n[1,2]\nnull\n{\n",
      `${JSON.stringify({ jsonrpc: "2.0", method: "echo" })}\n`,
      request("a", "echo", 1),
      '{"jsonrpc":"2.0","id":"cut","method":"echo"',
    ]);
    expect([...answers.keys()]).toEqual(["a"]);
  });

  it("that fail or that nobody knows are answered with an error", async () => {
    const answers = await answersTo([request(1, "fail"), request(2, "nothing")]);
    expect(answers.get(1)).toMatchObject({ error: { code: -32_603, message: "it failed" } });
    expect(answers.get(2)).toMatchObject({ error: { code: -32_601 } });
  });
});
