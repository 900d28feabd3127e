import { colors } from "../colors.ts";
import { readDoc, writeDoc } from "../../io/bank/doc-file.ts";
import { type Which, toVersion } from "../../io/kept/incident.ts";
import { keepVersions } from "../../io/kept/kept-versions.ts";
import { tooLargeToKeep } from "../../io/kept/prune-kept.ts";
import {
  type Choice,
  chooseVersion,
  findIncident,
  findRecord,
  nothingKept,
} from "../choose-version.ts";
import { canAsk, confirm } from "../confirm.ts";
import { describeBytes, localTime, printable, toShellWord } from "../format.ts";
import { type Kept, isVersion, openKept } from "../kept.ts";
import { open } from "../open.ts";
import type { Text } from "../../types.ts";
import { print, printJson, tell } from "../print.ts";
import { say } from "../say.ts";
import { type Change, showChange, toChange } from "../show-change.ts";
import { showIncident, showKept, toKeptReport } from "../show-kept.ts";
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
    en: "list the versions of docs that were kept aside, or bring one back",
    zh: "列出留存的文档版本，或恢复其中一个",
  },
  takes: {
    "[id]": {
      en: "the incident, as listed; without it, everything is listed",
      zh: "列表中的事件；不给出则全部列出",
    },
    "[doc]": {
      en: "the doc, where the incident holds several",
      zh: "事件含有多个文档时，指明文档",
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

/** Lists what is kept aside, or brings one version of a doc back. */
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

function choose(kept: Kept, id: string, doc: string | undefined, options: Options): Choice {
  const incident = findIncident(kept, id);
  const record = findRecord(incident, kept, doc);
  if (record !== undefined) return chooseVersion(kept, incident, record, options.which);
  if (!options.json) showIncident(incident, kept.bank, options);
  const count = incident.docs.length;
  throw new Stop(
    2,
    doc === undefined
      ? {
          en: `${id} holds ${count} docs: name one of them`,
          zh: `${id} 含有 ${count} 个文档：请指明其中一个`,
        }
      : {
          en: `${id} holds no doc ${printable(doc)}`,
          zh: `${id} 不含文档 ${printable(doc)}`,
        },
  );
}

async function bringBack(kept: Kept, choice: Choice, options: Options): Promise<void> {
  const change = toChange(choice.current, choice.version);
  if (options.dryRun) {
    if (options.json) printJson(toOutcome(choice, change, undefined));
    else showPlan(choice, change);
    return;
  }
  if (!options.yes && (options.json || !canAsk())) {
    const name = printable(choice.doc);
    throw new Stop(2, {
      en: `cannot ask here: add --yes to change ${name}, or --dry-run to look first`,
      zh: `这里无法询问：加 --yes 以更改 ${name}，或加 --dry-run 先查看`,
    });
  }
  if (!options.json) showPlan(choice, change);
  const question = say(choice.version === undefined ? REMOVE : BRING_BACK);
  if (!options.yes && !(await confirm(question))) {
    tell({ en: "Nothing was changed.", zh: "没有任何改动。" });
    process.exitCode = 1;
    return;
  }
  const keptAs = replace(kept, choice);
  if (options.json) printJson(toOutcome(choice, change, keptAs));
  else showOutcome(choice, keptAs, options);
}

const REMOVE: Text = {
  en: "Remove this doc? What is there now is kept aside.",
  zh: "移除这个文档？现有的内容会先留存。",
};
const BRING_BACK: Text = {
  en: "Bring it back? What is there now is kept aside.",
  zh: "恢复它？现有的内容会先留存。",
};

/** Returns the incident that holds what was there. */
function replace({ bank, folder }: Kept, { incident, doc, which, current, version }: Choice) {
  const docs = [{ doc, before: current, after: version }];
  if (tooLargeToKeep(docs).length > 0)
    throw new Stop(2, {
      en: `${printable(doc)} is too large to be kept aside. Nothing was changed`,
      zh: `${printable(doc)} 太大，无法留存。没有任何改动`,
    });
  // Whoever changed the doc while the question stood must not lose that.
  if (!isVersion(toVersion(current), readDoc(bank, doc)))
    throw new Stop(2, {
      en: `${printable(doc)} has just changed. Nothing was written; run it again`,
      zh: `${printable(doc)} 刚刚有改动。没有写入；请重新运行`,
    });
  const words = `memory-bank restore ${incident.id} ${toShellWord(doc)} --which ${which}`;
  const keptAs = keepVersions(folder, docs, { rule: "restore", words }, Date.now());
  writeDoc(bank, doc, version);
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

function showOutcome({ doc, version }: Choice, keptAs: string, { dir, bank }: Options): void {
  const done = say(
    version === undefined ? { en: "Removed", zh: "已移除" } : { en: "Brought back", zh: "已恢复" },
  );
  const place =
    (dir === "." ? "" : ` --dir ${toShellWord(dir)}`) +
    (bank === undefined ? "" : ` --bank ${toShellWord(bank)}`);
  const undo = colors.cyan(`memory-bank restore ${keptAs}${place}`);
  print(colors.green(`${done} ${printable(doc)} (${describeBytes(version?.length)}).`));
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
