import { colors } from "../colors.ts";
import { readDoc, writeDoc } from "../../io/bank/doc-file.ts";
import { type KeptRecord, type Which, toVersion } from "../../io/kept/kept-versions.ts";
import { keepVersions } from "../../io/kept/kept-versions.ts";
import {
  type Choice,
  chooseVersion,
  findIncident,
  findRecord,
  nothingKept,
} from "../choose-version.ts";
import { ask } from "../confirm.ts";
import { describeBytes, localTime, printable, toShellWord } from "../format.ts";
import { type Kept, isVersion, openKept } from "../kept.ts";
import { open } from "../open.ts";
import type { Text } from "../../types.ts";
import { print, printJson, tell } from "../print.ts";
import { say } from "../say.ts";
import { type Change, showChange, toChange } from "../show-change.ts";
import { showKept, toKeptReport } from "../show-kept.ts";
import { Stop } from "../stop.ts";
import { AS_JSON, BANK, DRY_RUN, WHERE, YES, type CommandFile } from "../usage.ts";

interface Options {
  readonly which?: Which;
  readonly yes?: true;
  readonly dryRun?: true;
  readonly all?: true;
  readonly json?: true;
  readonly dir: string;
  readonly bank?: string;
}

export const restore: CommandFile = {
  about: {
    en: "list the versions of docs that were kept aside, or bring them back",
    zh: "列出留存的文档版本，或恢复它们",
  },
  takes: {
    "[id]": {
      en: "the incident, as listed; without it, everything is listed",
      zh: "列表中的事件；不给出则全部列出",
    },
    "[doc]": {
      en: "one doc of the incident; without it, all of them",
      zh: "事件中的一个文档；不给出则为全部",
    },
    "--which <version>": {
      en: "the doc as it was before or after the change; unless said, the one that is not on disk",
      zh: "改动之前或之后的文档；不指明则取磁盘上没有的那个",
      choices: ["before", "after"],
    },
    "--yes": YES,
    "--dry-run": DRY_RUN,
    "--all": {
      en: "list all incidents and docs, not only the first ones",
      zh: "列出所有事件和文档，而不只是最前面的",
    },
    "--dir <dir>": WHERE,
    "--bank <folder>": BANK,
    "--json": AS_JSON,
  },
  more: {
    en: `What is there now is kept aside first: each restore can be undone by another.
Exit codes: 0 done or listed, 1 nothing to restore, 2 usage or environment.`,
    zh: `现有的内容会先留存：每次恢复都可以用另一次恢复撤销。
退出码：0 已完成或已列出，1 没有可恢复的，2 用法或环境问题。`,
  },
  examples: [
    "restore",
    "restore k-20261115-174233-a3f --dry-run",
    "restore k-20261115-174233-a3f details/tech.md --which after",
    "restore --json",
  ],
  run,
};

/** Lists what is kept aside, or brings the docs of an incident back. */
async function run(
  id: string | undefined,
  doc: string | undefined,
  options: Options,
): Promise<void> {
  const { location } = await open(options.dir, { bank: options.bank });
  const kept = openKept(location);
  if (id === undefined) list(kept, options);
  else await bringBack(kept, choose(kept, id, doc, options), options);
}

function list(kept: Kept, options: Options): void {
  if (kept.incidents.length === 0) process.exitCode = 1;
  if (options.json) printJson(toKeptReport(kept));
  else if (kept.incidents.length + kept.damaged.length > 0) showKept(kept, options);
  else print(capitalize(say(nothingKept(kept.bank))));
}

/** One doc of the incident, or all of them. */
function choose(
  kept: Kept,
  id: string,
  doc: string | undefined,
  { which }: Options,
): readonly Choice[] {
  const incident = findIncident(kept, id);
  const record = findRecord(incident, kept, doc);
  if (record !== undefined) return [chooseVersion(kept, incident, record, which)];
  if (doc !== undefined)
    throw new Stop(2, {
      en: `${id} holds no doc ${printable(doc)}`,
      zh: `${id} 不含文档 ${printable(doc)}`,
    });
  const isNeeded = ({ doc: name, ...versions }: KeptRecord) =>
    which === undefined || !isVersion(versions[which], readDoc(kept.bank, name));
  const records = incident.docs.filter(isNeeded);
  if (records.length === 0)
    throw new Stop(1, {
      en: `there is nothing to bring back from ${id}`,
      zh: `${id} 中没有需要恢复的`,
    });
  return records.map((each) => chooseVersion(kept, incident, each, which));
}

async function bringBack(kept: Kept, choices: readonly Choice[], options: Options): Promise<void> {
  const outcome = (keptAs: string | undefined) => {
    const all = choices.map((choice) =>
      toOutcome(choice, toChange(choice.current, choice.version), keptAs),
    );
    return all.length === 1 ? all[0] : all;
  };
  const showPlans = () => {
    for (const choice of choices) showPlan(choice, toChange(choice.current, choice.version));
  };
  if (options.dryRun) {
    if (options.json) printJson(outcome(undefined));
    else showPlans();
    return;
  }
  if (!options.json) showPlans();
  const isRemoval = choices.every(({ version }) => version === undefined);
  const name = namesOf(choices);
  await ask(options, choices.length > 1 ? BRING_ALL_BACK : isRemoval ? REMOVE : BRING_BACK, {
    en: `cannot ask here: add --yes to change ${name.en}, or --dry-run to look first`,
    zh: `这里无法询问：加 --yes 以更改 ${name.zh}，或加 --dry-run 先查看`,
  });
  const keptAs = replace(kept, choices);
  if (options.json) printJson(outcome(keptAs));
  else showOutcome(choices, keptAs, options);
}

function namesOf(choices: readonly Choice[]): Text {
  const [only, ...others] = choices.map(({ doc }) => printable(doc));
  if (only !== undefined && others.length === 0) return { en: only, zh: only };
  return { en: `${choices.length} docs`, zh: `${choices.length} 个文档` };
}

const REMOVE: Text = {
  en: "Remove this doc? What is there now is kept aside.",
  zh: "移除这个文档？现有的内容会先留存。",
};
const BRING_BACK: Text = {
  en: "Bring it back? What is there now is kept aside.",
  zh: "恢复它？现有的内容会先留存。",
};
const BRING_ALL_BACK: Text = {
  en: "Bring all of them back? What is there now is kept aside.",
  zh: "全部恢复？现有的内容会先留存。",
};

/** Returns the incident that holds what was there. All is looked at before the first doc is written. */
function replace({ bank, folder }: Kept, choices: readonly Choice[]) {
  const docs = choices.map(({ doc, current, version }) => ({
    doc,
    before: current,
    after: version,
  }));
  // Whoever changed a doc while the question stood must not lose that.
  const changed = choices.find(
    ({ doc, current }) => !isVersion(toVersion(current), readDoc(bank, doc)),
  );
  if (changed !== undefined)
    throw new Stop(2, {
      en: `${printable(changed.doc)} has just changed. Nothing was written; run it again`,
      zh: `${printable(changed.doc)} 刚刚有改动。没有写入；请重新运行`,
    });
  const [first] = choices;
  const one = choices.length === 1 ? ` ${toShellWord(first?.doc ?? "")}` : "";
  const words = `memory-bank restore ${first?.incident.id ?? ""}${one} --which ${first?.which ?? ""}`;
  const keptAs = keepVersions(folder, docs, { rule: "restore", words }, Date.now());
  for (const { doc, version } of choices) writeDoc(bank, doc, version);
  return keptAs;
}

function showPlan({ incident, doc, which }: Choice, change: Change): void {
  const { time, rule } = incident;
  const when = `${localTime(time)} (${printable(rule)})`;
  print(colors.bold(printable(doc)));
  tell({
    en: `  now → as it was ${colors.bold(which)} the change of ${when}`,
    zh: `  现在 → ${when} 的改动${colors.bold(which === "before" ? "之前" : "之后")}`,
  });
  showChange(change);
  print();
}

function showOutcome(choices: readonly Choice[], keptAs: string, { dir, bank }: Options): void {
  const place =
    (dir === "." ? "" : ` --dir ${toShellWord(dir)}`) +
    (bank === undefined ? "" : ` --bank ${toShellWord(bank)}`);
  const undo = colors.cyan(`memory-bank restore ${keptAs}${place}`);
  for (const { doc, version } of choices) {
    const done = say(
      version === undefined
        ? { en: "Removed", zh: "已移除" }
        : { en: "Brought back", zh: "已恢复" },
    );
    print(colors.green(`${done} ${printable(doc)} (${describeBytes(version?.length)}).`));
  }
  tell({ en: `To undo this: ${undo}`, zh: `撤销：${undo}` });
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

function capitalize(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
