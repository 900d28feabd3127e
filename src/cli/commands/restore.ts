import { colors } from "../colors.ts";
import { readDoc, writeDoc } from "../../io/bank/doc-file.ts";
import { type Which, keepVersions, toVersion } from "../../io/kept/kept-versions.ts";
import { ask } from "../confirm.ts";
import { localTime, printable } from "../format.ts";
import { type Choice, type Kept, chooseVersions, onDisk, openKept } from "../kept.ts";
import { open } from "../open.ts";
import type { Text } from "../../types.ts";
import { print, tell } from "../print.ts";
import { showChange, toChange } from "../show-change.ts";
import { type ListOptions, restoreCommand, showKept } from "../show-kept.ts";
import { AS_JSON, type Answer, BANK, type CommandFile, DRY_RUN, WHERE, YES } from "../usage.ts";

interface Options extends ListOptions {
  readonly which?: Which;
  readonly yes?: true;
  readonly dryRun?: true;
  readonly json?: true;
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
    en: "What is there now is kept aside first: each restore can be undone by another.",
    zh: "现有的内容会先留存：每次恢复都可以用另一次恢复撤销。",
  },
  examples: [
    "restore",
    "restore k-20261115-174233-a3f --dry-run",
    "restore k-20261115-174233-a3f details/tech.md --which after",
    "restore --json",
  ],
  run,
};

/** Lists what is kept aside, or brings docs of an incident back. */
async function run(
  id: string | undefined,
  doc: string | undefined,
  options: Options,
): Promise<Answer> {
  const { location } = await open(options.dir, options.bank);
  const kept = openKept(location);
  if (id === undefined) return list(kept, options);
  const choices = chooseVersions(kept, id, { doc, which: options.which });
  if (!options.json) for (const choice of choices) showChoice(choice);
  if (!options.dryRun) await ask(options, QUESTION);
  const keptAs = options.dryRun ? undefined : replace(kept, choices);
  const outcomes = choices.map((choice) => toOutcome(choice, keptAs));
  return {
    data: outcomes.length === 1 ? outcomes[0] : outcomes,
    show: () => {
      if (keptAs === undefined) return;
      const undo = colors.cyan(restoreCommand(keptAs, options));
      tell({ en: `Done. To undo this: ${undo}`, zh: `完成。撤销：${undo}` });
    },
  };
}

function list(kept: Kept, options: Options): Answer {
  const { bank, folder, incidents, damaged } = kept;
  const isNothing = incidents.length + damaged.length === 0;
  return {
    data: {
      bank,
      folder,
      incidents: incidents.map(({ id, time, rule, words, docs }) => ({
        id,
        time: new Date(time).toISOString(),
        rule,
        words,
        docs: docs.map((record) => ({
          doc: record.doc,
          before: record.before ?? null,
          after: record.after ?? null,
          onDisk: onDisk(bank, record),
        })),
      })),
      damaged,
    },
    show: () => {
      if (isNothing)
        tell({ en: `Nothing is kept aside for ${bank}`, zh: `${bank} 没有留存任何版本` });
      else showKept(kept, options);
    },
    isFinding: incidents.length === 0,
  };
}

const QUESTION: Text = {
  en: "Do this? What is there now is kept aside.",
  zh: "执行吗？现有的内容会先留存。",
};

/** Returns the incident that holds what is there now, whoever changed it while the question stood. */
function replace({ bank, folder }: Kept, choices: readonly Choice[]): string {
  const docs = choices.map(({ doc, version }) => ({
    doc,
    before: readDoc(bank, doc),
    after: version,
  }));
  const words = `memory-bank restore ${choices[0]?.incident.id ?? ""}`;
  const keptAs = keepVersions(folder, docs, { rule: "restore", words }, Date.now());
  for (const { doc, version } of choices) writeDoc(bank, doc, version);
  return keptAs;
}

function showChoice({ incident, doc, which, current, version }: Choice): void {
  const when = `${localTime(incident.time)} (${printable(incident.rule)})`;
  print(colors.bold(printable(doc)));
  tell({
    en: `  now → as it was ${colors.bold(which)} the change of ${when}`,
    zh: `  现在 → ${when} 的改动${colors.bold(which === "before" ? "之前" : "之后")}`,
  });
  showChange(toChange(current, version));
  print();
}

function toOutcome({ incident, doc, which, current, version }: Choice, keptAs: string | undefined) {
  const { lines } = toChange(current, version);
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
