import { parentPort, workerData } from "node:worker_threads";
import { checkBank } from "../check/check-bank.ts";
import { summarizeFindings } from "../check/summarize-findings.ts";
import type { CheckJob } from "./bank-health.ts";
import { writeFindings } from "../io/bank/bank-findings.ts";
import { readCheckInput } from "../io/bank/read-check-input.ts";
import { attempt } from "../io/disk/attempt.ts";
import { stateFolderOf } from "../io/disk/state-folder.ts";

/** In a thread of its own: a large bank takes a second, and the host must not wait for it. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nobody but bank-health.ts starts this file
const { place, options } = workerData as CheckJob;
const input = readCheckInput(place, options);
const findings = checkBank(input);
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
parentPort?.postMessage(summarizeFindings(findings, input.language) ?? "");
// For who shows it: the terminal is another thread, or another process.
const count = findings.filter(({ level }) => level !== "note").length;
attempt(() => writeFindings(stateFolderOf(place.bank), count), undefined);
