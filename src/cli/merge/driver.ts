import { runDriver } from "./run-driver.ts";

/** What git's config names: `memory-bank merge` without the rest of the program, because git waits for each start. */
runDriver(process.argv.slice(2));
