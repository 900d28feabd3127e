import { Command, CommanderError } from "commander";
import type { Text } from "../types.ts";
import { SetupError } from "../hosts/host.ts";
import { PlanError } from "../io/plan/plan-error.ts";
import { printError, printJson } from "./print.ts";
import { chooseLanguage, say } from "./say.ts";
import { Stop } from "./stop.ts";
import { type CommandFile, describeUsageError, helpStyle, langOption, toCommand } from "./usage.ts";

const GROUPS = {
  daily: { en: "Daily use:", zh: "日常使用：" },
  setup: { en: "Setup:", zh: "安装：" },
  git: { en: "For git and CI:", zh: "用于 git 和持续集成：" },
} as const satisfies Readonly<Record<string, Text>>;

export type CommandList = Readonly<
  Record<string, { readonly group: keyof typeof GROUPS; readonly load: () => Promise<CommandFile> }>
>;

/** Exit codes: 0 done, 1 findings or nothing to do, 2 usage or environment. */
export async function runProgram(commands: CommandList, version: string): Promise<void> {
  const argv = process.argv.slice(2);
  chooseLanguage(argv, process.env);
  leaveQuietly();
  const name = argv.find((word) => Object.hasOwn(commands, word));
  try {
    const program = await build(commands, name, version);
    await program.parseAsync(argv, { from: "user" });
  } catch (error) {
    process.exitCode = report(error, name);
  }
}

/** Loads the named command only. Without a name it loads all of them, for the overall help. */
async function build(
  commands: CommandList,
  name: string | undefined,
  version: string,
): Promise<Command> {
  const program = new Command("memory-bank")
    .description(
      say({
        en: "Project memory for AI coding agents that is enforced, not suggested.",
        zh: "AI 编程代理的项目记忆：强制遵守，而不只是建议。",
      }),
    )
    .version(version, "-V, --version", say({ en: "show the version", zh: "显示版本" }))
    .addOption(langOption())
    .commandsGroup(say(GROUPS.daily))
    .helpCommand("help [command]", say({ en: "show the help of a command", zh: "显示命令的帮助" }));
  prepare(program);
  for (const [each, { group, load }] of Object.entries(commands)) {
    if (name === undefined || name === each)
      program.addCommand(prepare(toCommand(each, await load())).helpGroup(say(GROUPS[group])));
  }
  return program;
}

function prepare(command: Command): Command {
  return command
    .configureHelp(helpStyle)
    .configureOutput({ outputError: () => {} })
    .helpOption("-h, --help", say({ en: "show this help", zh: "显示帮助" }))
    .exitOverride();
}

/** Prints the message of an error that the user can fix; for a bug of ours, the stack. Returns the exit code. */
function report(error: unknown, name: string | undefined): number {
  if (error instanceof CommanderError && error.exitCode === 0) return 0;
  const place = name === undefined ? "memory-bank" : `memory-bank ${name}`;
  if (error instanceof CommanderError) {
    // No command was given, so commander has shown the help already.
    if (error.code === "commander.help") return 2;
    const help = say({ en: `See ${place} --help`, zh: `见 ${place} --help` });
    printError(`${place}: ${describeUsageError(error)}\n${help}`);
    return 2;
  }
  const message = describe(error);
  const bug = error instanceof Error ? error.stack : String(error);
  printError(`${place}: ${message ?? bug}`);
  if (message !== undefined && process.argv.includes("--json")) printJson({ error: message });
  return error instanceof Stop ? error.exitCode : 2;
}

/** The message of an error that the user can fix, such as a system error about a path; undefined for a bug. */
function describe(error: unknown): string | undefined {
  if (error instanceof PlanError || error instanceof SetupError) return say(error.text);
  const isTheirs = error instanceof Stop || (error instanceof Error && "code" in error);
  return isTheirs ? error.message : undefined;
}

/** A reader such as `| head -1` closes the pipe early. That is not an error. */
function leaveQuietly(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EPIPE") process.exit();
      throw error;
    });
  }
}
