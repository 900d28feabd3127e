import { createServer } from "node:http";
import { isSigned } from "./auth/signature.js";

const MAX_BODY_BYTES = 256 * 1024;
const LISTED = 50;
const HOOK = /^\/hooks\/([a-z0-9-]{1,40})$/;
const DELIVERY_ID = /^[\w-]{1,100}$/;

/** An answer that ends a request early. */
class Problem extends Error {
  /**
   * @param {number} status
   * @param {string} message
   */
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

/** @param {import("./types.ts").AppOptions} options */
export function createApp(options) {
  return createServer((request, response) => {
    answer(request, options).then(
      ({ status, body }) => send(response, status, body),
      (error) => {
        if (error instanceof Problem) return send(response, error.status, { error: error.message });
        console.error(error);
        return send(response, 500, { error: "internal error" });
      },
    );
  });
}

/**
 * @param {import("node:http").IncomingMessage} request
 * @param {import("./types.ts").AppOptions} options
 */
async function answer(request, { store, secret, now }) {
  const { pathname } = new URL(request.url ?? "/", "http://localhost");
  if (request.method === "GET" && pathname === "/deliveries") {
    return { status: 200, body: { deliveries: store.latest(LISTED) } };
  }
  const source = HOOK.exec(pathname)?.[1];
  if (source === undefined) throw new Problem(404, "no such path");
  if (request.method !== "POST") throw new Problem(405, "use POST");

  const raw = await readBody(request);
  if (!isSigned(raw, headerOf(request, "x-signature"), secret)) {
    throw new Problem(401, "x-signature does not fit the body");
  }
  const id = headerOf(request, "x-delivery") ?? "";
  if (!DELIVERY_ID.test(id)) throw new Problem(400, "x-delivery must be an id");
  const delivery = { id, source, receivedAt: now().toISOString(), body: parseJson(raw) };
  const isNew = await store.add(delivery);
  return { status: isNew ? 202 : 200, body: { id, isNew } };
}

/** @param {import("node:http").IncomingMessage} request */
async function readBody(request) {
  /** @type {Buffer[]} */
  const chunks = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    // Read to its end, but not kept: a sender that is cut off in the middle never sees the answer.
    if (size <= MAX_BODY_BYTES) chunks.push(chunk);
  }
  if (size > MAX_BODY_BYTES) throw new Problem(413, `more than ${MAX_BODY_BYTES} bytes`);
  return Buffer.concat(chunks);
}

/** @param {Buffer} raw */
function parseJson(raw) {
  try {
    return JSON.parse(raw.toString("utf8"));
  } catch {
    throw new Problem(400, "the body is no JSON");
  }
}

/**
 * @param {import("node:http").IncomingMessage} request
 * @param {string} name
 */
function headerOf(request, name) {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/**
 * @param {import("node:http").ServerResponse} response
 * @param {number} status
 * @param {unknown} body
 */
function send(response, status, body) {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(`${JSON.stringify(body)}\n`);
}
