import type { Text } from "../types.ts";
import { say } from "./say.ts";
import type { Options } from "./usage.ts";
import { Stop } from "./stop.ts";

/** Returns if the user answers yes, or passed `--yes`. Any other answer, or the end of the input, means no. */
export async function ask(options: Options, question: Text): Promise<void> {
  if (options.yes) return;
  if (options.json || !process.stdin.isTTY || !process.stdout.isTTY) {
    throw new Stop(2, {
      en: "cannot ask here: add --yes to do it, or --dry-run to look only",
      zh: "这里无法询问：加 --yes 以执行，或加 --dry-run 只查看",
    });
  }
  const { createInterface } = await import("node:readline");
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await new Promise<string>((resolve) => {
    terminal.once("close", () => resolve("\n"));
    terminal.question(`${say(question)} [y/N] `, resolve);
  });
  terminal.close();
  // The input ended, so the cursor is still on the line of the question.
  if (answer === "\n") process.stdout.write(answer);
  if (!/^\s*(?:y(?:es)?|是|好|行|确认|可以)\s*$/i.test(answer))
    throw new Stop(1, { en: "nothing was changed", zh: "没有任何改动" });
}
