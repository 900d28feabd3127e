#!/usr/bin/env node
import manifest from "../../package.json" with { type: "json" };
import type { CommandList } from "./program.ts";

/** The help lists the commands in this order. A command is loaded only when it is needed. */
const COMMANDS: CommandList = {
  status: { group: "daily", load: async () => (await import("./commands/status.ts")).status },
  refresh: { group: "daily", load: async () => (await import("./commands/refresh.ts")).refresh },
  view: { group: "daily", load: async () => (await import("./commands/view.ts")).view },
  report: { group: "daily", load: async () => (await import("./commands/report.ts")).report },
  explain: { group: "daily", load: async () => (await import("./commands/explain.ts")).explain },
  restore: { group: "daily", load: async () => (await import("./commands/restore.ts")).restore },
  install: { group: "setup", load: async () => (await import("./commands/install.ts")).install },
  uninstall: {
    group: "setup",
    load: async () => (await import("./commands/uninstall.ts")).uninstall,
  },
  doctor: { group: "setup", load: async () => (await import("./commands/doctor.ts")).doctor },
  check: { group: "git", load: async () => (await import("./commands/check.ts")).check },
  diff: { group: "git", load: async () => (await import("./commands/diff.ts")).diff },
};

const [first = "", ...words] = process.argv.slice(2);
if (["--version", "-V"].includes(first)) {
  // Scripts and installers ask for the version, so it is printed without loading the program.
  console.log(manifest.version);
} else if (first === "merge") {
  // Only git calls this command, so the help does not list it.
  const { runDriver } = await import("./merge/run-driver.ts");
  runDriver(words);
} else {
  const { runProgram } = await import("./program.ts");
  await runProgram(COMMANDS, manifest.version);
}
