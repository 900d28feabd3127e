import { colors } from "../colors.ts";
import { readDoc, writeDoc } from "../../io/doc-file.ts";
import { type Which, toVersion } from "../../io/incident.ts";
import { keepVersions } from "../../io/kept-versions.ts";
import { tooLargeToKeep } from "../../io/prune-kept.ts";
import { type Choice, chooseVersion, findIncident, findRecord } from "../choose-version.ts";
import { canAsk, confirm } from "../confirm.ts";
import { describeBytes, localTime, printable, toShellWord } from "../format.ts";
import { type Kept, isVersion, openKept } from "../kept.ts";
import { locate } from "../open.ts";
import { type Change, showChange, toChange } from "../show-change.ts";
import { showIncident, showKept, toKeptReport } from "../show-kept.ts";
import { Stop } from "../stop.ts";

interface Options {
  readonly which?: Which;
  readonly yes?: true;
  readonly dryRun?: true;
  readonly all?: true;
  readonly json?: true;
  readonly dir: string;
}

/** Lists what is kept aside, or brings one version of a doc back. */
export async function restore(
  id: string | undefined,
  doc: string | undefined,
  options: Options,
): Promise<void> {
  try {
    const kept = openKept(locate(options.dir).bank);
    if (id === undefined) list(kept, options);
    else await bringBack(kept, choose(kept, id, doc, options), options);
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    console.error(`memory-bank restore: ${error.message}`);
    process.exitCode = error.exitCode;
  }
}

function list(kept: Kept, options: Options): void {
  if (kept.incidents.length === 0) process.exitCode = 1;
  if (options.json) print(toKeptReport(kept));
  else if (kept.incidents.length + kept.damaged.length > 0) showKept(kept, options);
  else console.log(`Nothing is kept aside for ${kept.bank}`);
}

function choose(kept: Kept, id: string, doc: string | undefined, options: Options): Choice {
  const incident = findIncident(kept, id);
  const record = findRecord(incident, kept.bank, doc);
  if (record !== undefined) return chooseVersion(kept, incident, record, options.which);
  if (!options.json) showIncident(incident, kept.bank, options);
  if (doc !== undefined) throw new Stop(2, `${id} holds no doc ${printable(doc)}`);
  throw new Stop(2, `${id} holds ${incident.docs.length} docs: name one of them`);
}

async function bringBack(kept: Kept, choice: Choice, options: Options): Promise<void> {
  const change = toChange(choice.current, choice.version);
  if (options.dryRun) {
    if (options.json) print(toOutcome(choice, change, undefined));
    else showPlan(choice, change);
    return;
  }
  if (!options.yes && (options.json || !canAsk())) {
    const name = printable(choice.doc);
    throw new Stop(2, `cannot ask here: add --yes to change ${name}, or --dry-run to look first`);
  }
  if (!options.json) showPlan(choice, change);
  const question = choice.version === undefined ? "Remove this doc?" : "Bring it back?";
  if (!options.yes && !(await confirm(`${question} What is there now is kept aside.`))) {
    console.log("Nothing was changed.");
    process.exitCode = 1;
    return;
  }
  const keptAs = replace(kept, choice);
  if (options.json) print(toOutcome(choice, change, keptAs));
  else showOutcome(choice, keptAs, options);
}

/** Returns the incident that holds what was there. */
function replace({ bank, folder }: Kept, { incident, doc, which, current, version }: Choice) {
  const docs = [{ doc, before: current, after: version }];
  if (tooLargeToKeep(docs).length > 0)
    throw new Stop(2, `${printable(doc)} is too large to be kept aside. Nothing was changed`);
  // Whoever changed the doc while the question stood must not lose that.
  if (!isVersion(toVersion(current), readDoc(bank, doc)))
    throw new Stop(2, `${printable(doc)} has just changed. Nothing was written; run it again`);
  const words = `memory-bank restore ${incident.id} ${toShellWord(doc)} --which ${which}`;
  const keptAs = keepVersions(folder, docs, { rule: "restore", words }, Date.now());
  writeDoc(bank, doc, version);
  return keptAs;
}

function showPlan({ incident, doc, which }: Choice, change: Change): void {
  const { time, rule } = incident;
  const goal = `${colors.bold(which)} the change of ${localTime(time)} (${printable(rule)})`;
  console.log(colors.bold(printable(doc)));
  console.log(`  now → as it was ${goal}`);
  showChange(change);
  console.log();
}

function showOutcome({ doc, version }: Choice, keptAs: string, { dir }: Options): void {
  const done = version === undefined ? "Removed" : "Brought back";
  const place = dir === "." ? "" : ` --dir ${toShellWord(dir)}`;
  console.log(colors.green(`${done} ${printable(doc)} (${describeBytes(version?.length)}).`));
  console.log(`To undo this: ${colors.cyan(`memory-bank restore ${keptAs}${place}`)}`);
}

function toOutcome(
  { incident, doc, which, current, version }: Choice,
  { lines }: Change,
  keptAs: string | undefined,
) {
  return {
    id: incident.id,
    doc,
    which,
    restored: keptAs !== undefined,
    from: toVersion(current) ?? null,
    to: toVersion(version) ?? null,
    addedLines: lines?.added ?? null,
    removedLines: lines?.removed ?? null,
    keptAs: keptAs ?? null,
  };
}

function print(report: unknown): void {
  console.log(JSON.stringify(report, null, 2));
}
