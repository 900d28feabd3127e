import { createHmac, timingSafeEqual } from "node:crypto";

const HEADER = /^sha256=([0-9a-f]{64})$/;

/**
 * @param {Uint8Array} body the bytes as they came in: a parsed and printed body has another signature
 * @param {string} secret
 */
export function sign(body, secret) {
  return `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;
}

/**
 * @param {Uint8Array} body
 * @param {string | undefined} header
 * @param {string} secret
 */
export function isSigned(body, header, secret) {
  if (header === undefined || !HEADER.test(header)) return false;
  // The pattern has made both equally long, which timingSafeEqual insists on.
  return timingSafeEqual(Buffer.from(header), Buffer.from(sign(body, secret)));
}
