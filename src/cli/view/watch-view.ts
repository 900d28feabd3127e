import { readBankState } from "../../io/bank/bank-state.ts";
import type { LogTail } from "../../io/log/tail-log.ts";
import type { ViewServer } from "./view-server.ts";

const LOG_PAUSE = 500;
/** The bank's folder is read less often than the log, because reading it costs more. */
const LOOKS_PER_WALK = 4;

/** Tells the open pages about changes in the log and the bank. Reads the disk only while a page is open. */
export function watchView(bank: string, log: LogTail, server: ViewServer): () => void {
  let { state } = readBankState(bank);
  let looks = 0;
  const timer = setInterval(() => {
    if (server.listeners() === 0) return;
    const fresh = log.poll();
    if (fresh.entries.length > 0) server.tell({ kind: "log", log: fresh });
    looks += 1;
    if (looks % LOOKS_PER_WALK !== 0) return;
    const now = readBankState(bank).state;
    if (now === state) return;
    state = now;
    server.tell({ kind: "bank" });
  }, LOG_PAUSE);
  return () => clearInterval(timer);
}
