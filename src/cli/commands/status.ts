import pc from "picocolors";
import { count, formatBytes, localTime } from "../format.ts";
import { bytesOf, openKept } from "../kept.ts";
import { open } from "../open.ts";

export function status(dir: string, options: { json?: true }): void {
  const { location, bank, settings, problems: found } = open(dir);
  const prompt = bank.renderPrompt();
  const { kept, problems: unkept } = summarizeKept(location.bank);
  const problems = [...found, ...unkept];
  const report = {
    root: location.root,
    bank: location.bank,
    exists: location.exists,
    conventions: bank.conventions?.doc ?? null,
    language: bank.language,
    guardMode: settings.guardMode,
    promptChars: prompt.length,
    maxChars: settings.maxChars,
    kept: kept ?? null,
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
  if (kept !== undefined)
    console.log(
      `${pc.bold("Kept")}        ${count(kept.incidents, "incident")} since ${localTime(Date.parse(kept.since))}, ` +
        `${formatBytes(kept.bytes)}: see memory-bank restore\n            ${pc.dim(kept.folder)}`,
    );
  if (!report.exists) console.log(prompt);
  for (const problem of problems) console.log(pc.yellow(`! ${problem}`));
}

/** What is kept aside; undefined when there is nothing. Trouble with it must not hide the rest. */
function summarizeKept(bank: string) {
  try {
    const { incidents, damaged, folder } = openKept(bank);
    const problems = damaged.map(({ id, reason }) => `kept versions ${id} are damaged: ${reason}`);
    const oldest = incidents.at(-1);
    if (oldest === undefined) return { kept: undefined, problems };
    const since = new Date(oldest.time).toISOString();
    const bytes = incidents.reduce((sum, incident) => sum + bytesOf(incident), 0);
    return { kept: { incidents: incidents.length, since, bytes, folder }, problems };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { kept: undefined, problems: [`kept versions: ${reason}`] };
  }
}
