import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";

/**
 * Medians of several ways to do a thing, in microseconds. The ways take turns in short rounds, so that
 * a slow moment of the machine falls on all of them.
 */
export async function measure(ways, { rounds = 200, calls = 200 } = {}) {
  const times = Object.fromEntries(Object.keys(ways).map((name) => [name, []]));
  for (let round = -10; round < rounds; round++) {
    for (const [name, way] of Object.entries(ways)) {
      // What was put off, such as lines of a log, happens between rounds.
      await new Promise((resolve) => setImmediate(resolve));
      const started = performance.now();
      for (let index = 0; index < calls; index++) {
        const result = way(index);
        if (result instanceof Promise) await result;
      }
      if (round >= 0) times[name].push(((performance.now() - started) * 1000) / calls);
    }
  }
  return Object.fromEntries(Object.entries(times).map(([name, list]) => [name, median(list)]));
}

export function median(list) {
  const sorted = list.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

/** The least that any look at a folder has to do: a plain loop of one `stat` for each name in it, and for itself. */
export function statsOf(folder) {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const paths = [folder, ...names.map((name) => join(folder, name))];
  return () => {
    for (const path of paths) lstatSync(path);
  };
}

/** Times of files less than two seconds old are not relied on, which is not how a bank is on most days. */
export function untilTimesCount() {
  return new Promise((resolve) => setTimeout(resolve, 2500));
}

export function table(title, rows) {
  console.log(`\n${title}`);
  const width = Math.max(...rows.flatMap((row) => String(row[0]).length)) + 2;
  for (const [name, ...cells] of rows) {
    console.log(
      `  ${String(name).padEnd(width)}${cells.map((cell) => String(cell).padStart(12)).join("")}`,
    );
  }
}
