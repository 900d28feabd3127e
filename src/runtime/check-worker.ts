import { parentPort, workerData } from "node:worker_threads";
import { checkBank } from "../check/check-bank.ts";
import { summarizeFindings } from "../check/summarize-findings.ts";
import type { CheckJob } from "./bank-health.ts";
import { readCheckInput } from "../io/bank/read-check-input.ts";

/** In a thread of its own: a large bank takes a second, and the host must not wait for it. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nobody but bank-health.ts starts this file
const { place, options } = workerData as CheckJob;
const input = readCheckInput(place, options);
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
parentPort?.postMessage(summarizeFindings(checkBank(input), input.language) ?? "");
