import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { appendFile } from "node:fs/promises";

/**
 * Deliveries in a file of JSON lines that only grows.
 *
 * @param {string} file
 * @returns {import("./types.ts").Store}
 */
export function openStore(file) {
  const deliveries = readDeliveries(file);
  const known = new Set(deliveries.map(keyOf));
  return {
    async add(delivery) {
      const key = keyOf(delivery);
      if (known.has(key)) return false;
      // Before the write: a second copy may come in while the first is still being written.
      known.add(key);
      try {
        await appendFile(file, `${JSON.stringify(delivery)}\n`);
      } catch (error) {
        known.delete(key);
        throw error;
      }
      deliveries.push(delivery);
      return true;
    },
    latest: (count) => deliveries.slice(-count).reverse(),
  };
}

/** @param {string} file */
function readDeliveries(file) {
  /** @type {import("./types.ts").Delivery[]} */
  const deliveries = [];
  if (!existsSync(file)) return deliveries;
  const text = readFileSync(file, "utf8");
  // The next delivery would be glued to half a line, and lost with it at the next start.
  if (text !== "" && !text.endsWith("\n")) appendFileSync(file, "\n");
  for (const line of text.split("\n")) {
    if (line === "") continue;
    try {
      deliveries.push(JSON.parse(line));
    } catch {
      // A crash in the middle of a write leaves half a line; its sender got no answer and sends again.
    }
  }
  return deliveries;
}

/** @param {import("./types.ts").Delivery} delivery */
function keyOf({ source, id }) {
  return `${source} ${id}`;
}
