import { type IncomingHttpHeaders, request } from "node:http";
import { text } from "node:stream/consumers";
import { describe, expect, it, onTestFinished } from "vitest";
import { type ViewServer, serveView } from "./view-server.ts";

const CONTENT = {
  page: "<!doctype html>page",
  data: () => Promise.resolve('{"secret":1}'),
  rest: () => Promise.resolve('{"secret":2}'),
};

async function aServer(): Promise<ViewServer & { port: number; path: string }> {
  const server = await serveView(CONTENT, 0);
  onTestFinished(() => server.close());
  const { port, pathname } = new URL(server.address);
  return { ...server, port: Number(port), path: pathname };
}

interface Answer {
  readonly status: number;
  readonly body: string;
  readonly headers: IncomingHttpHeaders;
}

function ask(port: number, path: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request({ host: "127.0.0.1", port, path, agent: false }, (response) => {
      text(response).then(
        (body) => resolve({ status: response.statusCode ?? 0, body, headers: response.headers }),
        reject,
      );
    })
      .once("error", reject)
      .end();
  });
}

describe("serveView", () => {
  it("gives the page and its data to whoever has the token", async () => {
    const { port, path } = await aServer();
    expect(path).toMatch(/^\/[\w-]{43}\/$/);
    const page = await ask(port, path);
    expect(page).toMatchObject({ status: 200, body: "<!doctype html>page" });
    expect(page.headers).toMatchObject({
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      "cross-origin-resource-policy": "same-origin",
    });
    expect(page.headers["content-security-policy"]).not.toContain("unsafe");
    expect(page.headers["set-cookie"]).toBeUndefined();
    expect(await ask(port, `${path}data`)).toMatchObject({ status: 200, body: '{"secret":1}' });
    expect((await ask(port, `${path}rest`)).body).toBe('{"secret":2}');
  });

  it("gives nothing to whoever has not, and does not say what is wrong", async () => {
    const { port, path } = await aServer();
    const token = path.slice(1, -1);
    const other = token.replace(/^./, (first) => (first === "A" ? "B" : "A"));
    for (const asked of [
      "/",
      "/data",
      "/events",
      `/${other}/`,
      `/${other}/data`,
      `/${token.slice(1)}/data`,
      `/${token}/data?x`,
      `/${token}/..%2f..%2fetc%2fpasswd`,
      `/x/../${token}/data`,
    ]) {
      expect(await ask(port, asked), asked).toMatchObject({ status: 404, body: "" });
    }
  });

  it("takes the browser's ticket once", async () => {
    const { port, path, ticket } = await aServer();
    const { pathname } = new URL(ticket);
    expect(pathname).not.toBe(path);
    expect((await ask(port, `${pathname}data`)).status).toBe(404);
    const first = await ask(port, pathname);
    expect(first).toMatchObject({ status: 303, body: "" });
    expect(first.headers.location).toBe(path);
    expect((await ask(port, pathname)).status).toBe(404);
  });

  it("tells those who listen, and ends with them", async () => {
    const { port, path, tell, listeners, close } = await aServer();
    const heard: string[] = [];
    const ends: Promise<void>[] = [];
    const listen = () =>
      new Promise<number>((resolve) => {
        request({ host: "127.0.0.1", port, path: `${path}events`, agent: false }, (response) => {
          response.setEncoding("utf8").on("data", (chunk: string) => heard.push(chunk));
          ends.push(new Promise((end) => response.once("close", () => end())));
          response.on("error", () => {});
          resolve(response.statusCode ?? 0);
        }).end();
      });
    expect(await listen()).toBe(200);
    expect(listeners()).toBe(1);
    tell({ kind: "log", log: { from: 3, entries: [] } });
    await expect
      .poll(() => heard.join(""))
      .toContain('event: log\ndata: {"from":3,"entries":[]}\n\n');
    await close();
    await Promise.all(ends);
    await expect(ask(port, path)).rejects.toThrow("ECONNREFUSED");
  });

  it("says when a port is taken", async () => {
    const { port } = await aServer();
    await expect(serveView(CONTENT, port)).rejects.toMatchObject({ code: "EADDRINUSE" });
  });

  it("says nothing of what went wrong inside", async () => {
    const data = () => Promise.reject(new Error("/home/me/secret"));
    const server = await serveView({ ...CONTENT, data }, 0);
    onTestFinished(() => server.close());
    const { port, pathname } = new URL(server.address);
    expect(await ask(Number(port), `${pathname}data`)).toMatchObject({ status: 500, body: "" });
  });
});
