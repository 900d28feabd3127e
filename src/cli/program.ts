import { Command, CommanderError } from "commander";
import type { Text } from "../types.ts";
import { SetupError } from "../hosts/host.ts";
import { PlanError } from "../io/plan/plan-error.ts";
import { nearest } from "./nearest.ts";
import { clearProgress } from "./progress.ts";
import { fold, printError, printJson } from "./print.ts";
import { outputWidth } from "./format.ts";
import { chooseLanguage, say } from "./say.ts";
import { Stop } from "./stop.ts";
import { type CommandFile, describeUsageError, helpStyle, langOption, toCommand } from "./usage.ts";

const GROUPS = {
  daily: { en: "Daily use:", zh: "日常使用：" },
  setup: { en: "Setup:", zh: "安装：" },
  git: { en: "For git and CI:", zh: "用于 git 和持续集成：" },
} as const satisfies Readonly<Record<string, Text>>;

export type CommandList = Readonly<
  Record<
    string,
    {
      /** A hidden command is run by programs, and is not in the help. */
      readonly group: keyof typeof GROUPS | "hidden";
      readonly load: () => Promise<CommandFile>;
    }
  >
>;

/** Exit codes: 0 done, 1 findings or nothing to do, 2 usage or environment. */
export async function runProgram(commands: CommandList, version: string): Promise<void> {
  const argv = process.argv.slice(2);
  chooseLanguage(argv, process.env);
  leaveQuietly();
  const words = argv.filter((word, at) => !word.startsWith("-") && argv[at - 1] !== "--lang");
  const name = words[0] === "help" ? words[1] : words[0];
  try {
    await build(commands, name, version).then((program) => program.parseAsync());
  } catch (error) {
    clearProgress();
    process.exitCode = report(
      error,
      name !== undefined && Object.hasOwn(commands, name) ? name : undefined,
    );
  }
}

/** Loads the command that was named; for the overall help, all of them. */
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
  const known = Object.keys(commands);
  if (name !== undefined && !known.includes(name)) throw noSuch(name, known);
  const wanted = name === undefined ? known : [name];
  for (const each of wanted) {
    const command = commands[each];
    if (command === undefined) continue;
    const { group, load } = command;
    const hidden = group === "hidden";
    const added = prepare(toCommand(each, await load()));
    program.addCommand(hidden ? added : added.helpGroup(say(GROUPS[group])), { hidden });
  }
  return program;
}

function prepare(command: Command): Command {
  return command
    .configureHelp(helpStyle)
    .configureOutput({
      outputError: () => {},
      writeOut: (text) => process.stdout.write(fold(text, outputWidth())),
    })
    .helpOption("-h, --help", say({ en: "show this help", zh: "显示帮助" }))
    .exitOverride();
}

function noSuch(name: string, known: readonly string[]): Stop {
  const guess = nearest(name, known, MOST_SLIPS);
  const meant = guess && say({ en: ` Did you mean ${guess}?`, zh: `你是不是想用 ${guess}？` });
  return new Stop(2, {
    en: `there is no command ${name}.${meant ?? ""} See memory-bank --help`,
    zh: `没有命令 ${name}。${meant ?? ""}见 memory-bank --help`,
  });
}

/** Letters that a mistyped name of a command may have too many, too few or wrong. */
const MOST_SLIPS = 2;

/** One line for what a person can fix; a bug of ours shows where it is. Returns the exit code. */
function report(error: unknown, name: string | undefined): number {
  if (error instanceof CommanderError && error.exitCode === 0) return 0;
  const place = name === undefined ? "memory-bank" : `memory-bank ${name}`;
  if (error instanceof CommanderError) {
    // Without a command commander has shown the help already.
    if (error.code === "commander.help") return 2;
    const help = say({ en: `See ${place} --help`, zh: `见 ${place} --help` });
    printError(`${place}: ${describeUsageError(error)}\n${help}`);
    return 2;
  }
  const message = describe(error);
  printError(`${place}: ${message ?? stackOf(error)}`);
  if (message !== undefined && process.argv.includes("--json")) printJson({ error: message });
  return error instanceof Stop ? error.exitCode : 2;
}

/** What the system says of a path that the user gave is theirs to fix. */
function describe(error: unknown): string | undefined {
  if (error instanceof PlanError || error instanceof SetupError) return say(error.text);
  if (error instanceof Stop) return error.message;
  if (error instanceof Error && "code" in error && typeof error.code === "string")
    return error.message;
  return undefined;
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** `| head -1` closes the pipe when it has enough: that is no failure. */
function leaveQuietly(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EPIPE") process.exit();
      throw error;
    });
  }
}
