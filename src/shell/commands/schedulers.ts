import { splitArguments } from "../arguments.ts";
import { UNTOLD, fork, toPart } from "../scope.ts";
import { type CommandTable, type Evaluate, forAll } from "./invocation.ts";
import { LATER } from "./launchers.ts";
import { runScript } from "./own-words.ts";

/** `at`, `batch`: the script comes in and runs later. */
const schedules: Evaluate = (call, scope, position) => {
  const { flags } = splitArguments(call.args, { short: "fqt" });
  if (flags.has("l") || flags.has("c") || flags.has("r") || flags.has("d")) return UNTOLD;
  const place = { ...position, ...LATER };
  const lines = position.input?.lines ?? [];
  if (lines.length > 0)
    runScript(lines.join("\n"), call, fork(scope), { ...place, input: undefined });
  scope.effects.inline.push(toPart(scope, call.words, place, lines));
  return UNTOLD;
};

/** `crontab file`, `… | crontab -`: each line has five fields of time and a command. */
const schedulesTable: Evaluate = (call, scope, position) => {
  const { flags } = splitArguments(call.args, { short: "u" });
  if (flags.has("l") || flags.has("r") || flags.has("T")) return UNTOLD;
  const place = { ...position, ...LATER };
  const lines = position.input?.lines ?? [];
  for (const line of lines) {
    const command = /^\s*(?:@\w+|(?:\S+\s+){4}\S+)\s+(.+)$/.exec(line)?.[1];
    if (command !== undefined)
      runScript(command, call, fork(scope), { ...place, input: undefined });
  }
  scope.effects.inline.push(toPart(scope, call.words, place, [...call.args, ...lines]));
  return UNTOLD;
};

export const SCHEDULERS: CommandTable = {
  ...forAll("at batch", schedules),
  crontab: schedulesTable,
};
