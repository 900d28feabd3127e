import { runDriver } from "./run-driver.ts";

/** The program in git's config: `memory-bank merge` alone, which starts fast, because git waits for it at each doc. */
runDriver(process.argv.slice(2));
