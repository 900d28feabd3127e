#!/usr/bin/env node
import { Command, Option } from "commander";
import manifest from "../../package.json" with { type: "json" };
import { check } from "./commands/check.ts";
import { explain } from "./commands/explain.ts";
import { refresh } from "./commands/refresh.ts";
import { restore } from "./commands/restore.ts";
import { status } from "./commands/status.ts";

const program = new Command("memory-bank")
  .description("Project memory for AI coding agents that is enforced, not suggested.")
  .version(manifest.version)
  .showHelpAfterError()
  .exitOverride((error) => {
    // Help and version are successes; everything else commander reports is a usage error.
    process.exit(error.exitCode === 0 ? 0 : 2);
  });

program
  .command("status")
  .description("show the bank that a host started here would use, and what its prompt gets")
  .argument("[dir]", "where the host would be started", ".")
  .option("--json", "as JSON")
  .addHelpText(
    "after",
    "\nExamples:\n  $ memory-bank status\n  $ memory-bank status packages/api --json",
  )
  .action(status);

program
  .command("explain")
  .description("show how a call would be judged: each rule, what it looked at, the verdict")
  .option("--write <path...>", "files that the call writes")
  .option("--delete <path...>", "files that the call deletes")
  .option("--bash <command>", "a shell command")
  .option("--have-read", "as if the conventions had been read in this turn")
  .option("--dir <dir>", "where the host would be started", ".")
  .option("--json", "as JSON")
  .addHelpText(
    "after",
    '\nExamples:\n  $ memory-bank explain --write package.json\n  $ memory-bank explain --bash "rm -rf memory-bank" --json',
  )
  .action(explain);

program
  .command("refresh")
  .description("build, upgrade, migrate or refresh the bank: shows a plan, asks, applies it whole")
  .argument("[dir]", "where the host would be started", ".")
  .option("--yes", "do not ask")
  .option("--dry-run", "show the plan, and change nothing")
  .option("--json", "as JSON; the plan is data")
  .addHelpText(
    "after",
    "\nExamples:\n  $ memory-bank refresh --dry-run\n  $ memory-bank refresh packages/api --yes --json",
  )
  .action(refresh);

program
  .command("check")
  .description(
    "find what is broken or stale in the bank: dead links and routes, secrets, old paths",
  )
  .argument("[dir]", "where the host would be started", ".")
  .option("--json", "as JSON")
  .option("--strict", "notes count as well")
  .option("--fix", "mend what needs nobody's judgement: shows a plan, asks, applies it whole")
  .option("--dry-run", "with --fix: show the plan, and change nothing")
  .option("--yes", "with --fix: do not ask")
  .addHelpText(
    "after",
    `
Exit codes: 0 clean, 1 errors or warnings (with --strict also notes), 2 usage or environment.

Examples:
  $ memory-bank check
  $ memory-bank check packages/api --json
  $ memory-bank check --fix --dry-run`,
  )
  .action(check);

program
  .command("restore")
  .description("list the versions of docs that were kept aside, or bring one back")
  .argument("[id]", "the incident, as listed; without it, everything is listed")
  .argument("[doc]", "the doc, where the incident holds several")
  .addOption(
    new Option(
      "--which <version>",
      "the doc as it was before or after the change; unless said, the one that is not on disk",
    ).choices(["before", "after"]),
  )
  .option("--yes", "do not ask")
  .option("--dry-run", "show what would change, and change nothing")
  .option("--all", "list all incidents and docs, not only the first ones")
  .option("--dir <dir>", "where the host would be started", ".")
  .option("--json", "as JSON")
  .addHelpText(
    "after",
    `
What is there now is kept aside first: each restore can be undone by another.
Exit codes: 0 done or listed, 1 nothing to restore, 2 usage or environment.

Examples:
  $ memory-bank restore
  $ memory-bank restore k-20261115-174233-a3f --dry-run
  $ memory-bank restore k-20261115-174233-a3f details/tech.md --which after
  $ memory-bank restore --json`,
  )
  .action(restore);

try {
  await program.parseAsync();
} catch (error) {
  // What the system says of a path that the user gave is theirs to mend; anything else is a bug of ours.
  if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "string")
    throw error;
  console.error(`memory-bank: ${error.message}`);
  process.exitCode = 2;
}
