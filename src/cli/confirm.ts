import type { Text } from "../types.ts";
import { outputWidth } from "./format.ts";
import { fold } from "./print.ts";
import { say } from "./say.ts";
import { Stop } from "./stop.ts";

/** Returns once somebody has said yes, or has said so beforehand. */
export async function ask(
  options: { readonly yes?: true; readonly json?: true },
  question: Text,
  cannotAsk: Text,
): Promise<void> {
  if (options.yes) return;
  if (options.json || !canAsk()) throw new Stop(2, cannotAsk);
  if (!(await confirm(say(question))))
    throw new Stop(1, { en: "nothing was changed", zh: "没有任何改动" });
}

const YES_OR_NO = " [y/N] ";

/** Asks on the terminal. An end of input, like any answer but yes, is a no. */
async function confirm(question: string): Promise<boolean> {
  const { createInterface } = await import("node:readline");
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await new Promise<string>((resolve) => {
    terminal.once("close", () => resolve("\n"));
    terminal.question(`${fold(question, outputWidth() - YES_OR_NO.length)}${YES_OR_NO}`, resolve);
  });
  terminal.close();
  // The cursor still stands behind the question.
  if (answer === "\n") process.stdout.write(answer);
  return /^\s*(?:y(?:es)?|是|好|行|确认|可以)\s*$/i.test(answer);
}

function canAsk(): boolean {
  return process.stdin.isTTY && process.stdout.isTTY;
}
