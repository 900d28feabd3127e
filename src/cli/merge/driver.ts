import { runAsGitCalls } from "./run-driver.ts";

/** What git's config names: the command `merge` without the rest of the program, because git waits for each start. */
void runAsGitCalls(process.argv.slice(2));
