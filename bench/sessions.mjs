// State is bounded: ten thousand sessions of a thousand events each, one after the other.
import { heapStats } from "bun:jsc";
import { createSessions } from "../build/sessions.js";
import { table } from "./measure.mjs";

const SESSIONS = 10_000;
const EVENTS = 1000;

const EVENT_KINDS = [
  (index) => ({ kind: "doc-read", doc: `details/design/doc-${index % 300}.md`, lines: "whole" }),
  (index) => ({
    kind: "doc-read",
    doc: "details/patterns.md",
    lines: { from: (index % 5) * 400 + 1, to: (index % 5) * 400 + 400, total: 2000 },
  }),
  () => ({ kind: "told", topic: "read-before-write" }),
  (index) => ({ kind: index % 40 === 3 ? "turn-started" : "memory-reader-returned", read: [] }),
];

async function heap() {
  await new Promise((resolve) => setTimeout(resolve));
  Bun.gc(true);
  return `${(heapStats().heapSize / 1024 / 1024).toFixed(1)} MB`;
}

const sessions = createSessions("turn");
const rows = [["sessions so far", "heap", "sessions kept"]];
const started = performance.now();
for (let index = 1; index <= SESSIONS; index++) {
  for (let event = 0; event < EVENTS; event++) {
    sessions.record(`session-${index}`, EVENT_KINDS[event % EVENT_KINDS.length](event));
  }
  if (index % 1000 === 0 || index === 500) {
    rows.push([`${index}`, await heap(), `${sessions.size}`]);
  }
}
const each = ((performance.now() - started) * 1000) / (SESSIONS * EVENTS);
table(`State of sessions, ${EVENTS} events each (${each.toFixed(1)} us per event)`, rows);
for (let index = 1; index <= SESSIONS; index++) sessions.forget(`session-${index}`);
console.log(`  all deleted: ${sessions.size} sessions kept, ${await heap()}`);
