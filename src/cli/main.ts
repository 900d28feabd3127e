#!/usr/bin/env node
import manifest from "../../package.json" with { type: "json" };
import type { CommandList } from "./program.ts";

/** Each is loaded when it is asked for, in this order in the help. */
const COMMANDS: CommandList = {
  install: async () => (await import("./commands/install.ts")).install,
  uninstall: async () => (await import("./commands/uninstall.ts")).uninstall,
  status: async () => (await import("./commands/status.ts")).status,
  explain: async () => (await import("./commands/explain.ts")).explain,
  refresh: async () => (await import("./commands/refresh.ts")).refresh,
  view: async () => (await import("./commands/view.ts")).view,
  report: async () => (await import("./commands/report.ts")).report,
  check: async () => (await import("./commands/check.ts")).check,
  diff: async () => (await import("./commands/diff.ts")).diff,
  doctor: async () => (await import("./commands/doctor.ts")).doctor,
  restore: async () => (await import("./commands/restore.ts")).restore,
  merge: async () => (await import("./commands/merge.ts")).merge,
};

// Asked by scripts and installers: it needs nothing else of us.
if (["--version", "-V"].includes(process.argv[2] ?? "")) {
  console.log(manifest.version);
} else {
  const { runProgram } = await import("./program.ts");
  await runProgram(COMMANDS, manifest.version);
}
