import { join } from "node:path";
import { colors } from "../colors.ts";
import { DOC_EXTENSION, ENTRY } from "../../bank/layout.ts";
import { detectFlow } from "../../bank/plans/detect-flow.ts";
import { findVersion } from "../../bank/version.ts";
import { readBankState } from "../../io/bank-state.ts";
import { readText } from "../../io/read-text.ts";
import { statOf } from "../../io/stat.ts";
import type { Flow } from "../../types.ts";
import { count, formatBytes, localTime } from "../format.ts";
import { bytesOf, openKept } from "../kept.ts";
import { open } from "../open.ts";

export function status(dir: string, options: { json?: true }): void {
  const { location, bank, settings, problems: found } = open(dir);
  const prompt = bank.renderPrompt();
  const { kept, problems: unkept } = summarizeKept(location.bank);
  const problems = [...found, ...unkept];
  const contents = describeBank(location.bank);
  const report = {
    root: location.root,
    bank: location.bank,
    exists: location.exists,
    ...contents,
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
    `${colors.bold("Bank")}        ${report.bank}${report.exists ? "" : colors.yellow(" (none yet)")}`,
  );
  if (report.exists) {
    console.log(
      `${colors.bold("Docs")}        ${count(contents.docs, "doc")}, ${formatBytes(contents.bytes)}; template ${contents.template ?? colors.yellow("none")}`,
    );
  }
  console.log(
    `${colors.bold("Refresh")}     would ${WOULD[contents.flow]}: see memory-bank refresh --dry-run`,
  );
  console.log(
    `${colors.bold("Conventions")} ${report.conventions ?? colors.yellow("none: nothing is gated")}`,
  );
  console.log(
    `${colors.bold("Prompt")}      ${report.promptChars} of ${report.maxChars} characters (${share} %)`,
  );
  console.log(`${colors.bold("Guard mode")}  ${report.guardMode}`);
  console.log(`${colors.bold("Language")}    ${report.language}`);
  if (kept !== undefined)
    console.log(
      `${colors.bold("Kept")}        ${count(kept.incidents, "incident")} since ${localTime(Date.parse(kept.since))}, ` +
        `${formatBytes(kept.bytes)}: see memory-bank restore\n            ${colors.dim(kept.folder)}`,
    );
  if (!report.exists) console.log(prompt);
  for (const problem of problems) console.log(colors.yellow(`! ${problem}`));
}

const WOULD: Readonly<Record<Flow, string>> = {
  init: "build the bank",
  upgrade: "upgrade the entry",
  migrate: "migrate the old layout",
  refresh: "bring rows and indexes up to date",
};

function describeBank(bank: string) {
  const { exists, paths } = readBankState(bank);
  const read = (path: string) => (paths.includes(path) ? readText(join(bank, path)) : undefined);
  const docs = paths.filter((path) => path.endsWith(DOC_EXTENSION));
  return {
    flow: detectFlow({ exists, paths, read }),
    template: findVersion(read(ENTRY) ?? "")?.value ?? null,
    docs: docs.length,
    bytes: docs.reduce((sum, path) => sum + (statOf(join(bank, path))?.size ?? 0), 0),
  };
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
