import pc from "picocolors";
import { open } from "../open.ts";

export function status(dir: string, options: { json?: true }): void {
  const { location, bank, settings, problems } = open(dir);
  const prompt = bank.renderPrompt();
  const report = {
    root: location.root,
    bank: location.bank,
    exists: location.exists,
    conventions: bank.conventions?.doc ?? null,
    language: bank.language,
    guardMode: settings.guardMode,
    promptChars: prompt.length,
    maxChars: settings.maxChars,
    problems,
  };
  if (options.json) {
    console.log(JSON.stringify(report, null, 2));
    return;
  }
  const share = Math.round((100 * report.promptChars) / report.maxChars);
  console.log(
    `${pc.bold("Bank")}        ${report.bank}${report.exists ? "" : pc.yellow(" (none yet)")}`,
  );
  console.log(
    `${pc.bold("Conventions")} ${report.conventions ?? pc.yellow("none: nothing is gated")}`,
  );
  console.log(
    `${pc.bold("Prompt")}      ${report.promptChars} of ${report.maxChars} characters (${share} %)`,
  );
  console.log(`${pc.bold("Guard mode")}  ${report.guardMode}`);
  console.log(`${pc.bold("Language")}    ${report.language}`);
  if (!report.exists) console.log(prompt);
  for (const problem of problems) console.log(pc.yellow(`! ${problem}`));
}
