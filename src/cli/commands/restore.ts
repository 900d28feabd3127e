import { relative, resolve } from "node:path";
import { shorten } from "../../bank/shorten.ts";
import { readDoc, writeDoc } from "../../io/bank/doc-file.ts";
import { toSlashes } from "../../io/disk/paths.ts";
import { attempt } from "../../io/disk/read.ts";
import {
  type KeptIncident,
  type KeptRecord,
  type Which,
  keepVersions,
  readKept,
  toVersion,
} from "../../io/kept/kept-versions.ts";
import type { Text } from "../../types.ts";
import { colors } from "../colors.ts";
import { ask } from "../confirm.ts";
import { andMore, describeBytes, localTime, printable } from "../format.ts";
import { type Kept, describeKept, openKept } from "../kept.ts";
import { open } from "../open.ts";
import { print, tell } from "../print.ts";
import { say } from "../say.ts";
import { compareContents, showChange } from "../show-change.ts";
import { Stop } from "../stop.ts";
import {
  type Answer,
  AS_JSON,
  ASKING,
  type CommandFile,
  type Options,
  AT_PLACE,
} from "../usage.ts";

const WHICH = ["before", "after"] as const;
const MOST_INCIDENTS = 10;

export const restore: CommandFile = {
  about: { en: "bring back versions that were kept aside", zh: "列出并恢复留存的文档版本" },
  takes: {
    "[id]": { en: "the incident; without it, they are listed", zh: "事件；不给出则列出全部" },
    "[doc]": { en: "one of its docs; without it, all", zh: "其中一个文档；不给出则为全部" },
    "--which <version>": {
      en: "as it was before or after the change; unless said, what is not on disk",
      zh: "改动之前或之后；不指明则取磁盘上没有的那个",
      choices: WHICH,
    },
    ...ASKING,
    "--all": { en: "list all incidents, not only the newest", zh: "列出所有事件，而不只是最新的" },
    ...AT_PLACE,
    "--json": AS_JSON,
  },
  more: { en: "Each restore can be undone by another.", zh: "每次恢复都可以用另一次恢复撤销。" },
  examples: ["restore", "restore k-20261115-174233-a3f details/tech.md --which after"],
  run,
};

/** A version to bring back, and the current content that it would replace. */
interface Choice {
  readonly doc: string;
  readonly which: Which;
  readonly current: Uint8Array | undefined;
  readonly version: Uint8Array | undefined;
}

/** Lists the incidents whose versions are kept, or brings back docs of one incident. */
async function run(options: Options): Promise<Answer> {
  const { id, dryRun } = options;
  const { location } = await open(options);
  const kept = openKept(location);
  if (id === undefined) return list(kept, options);
  const incident = kept.incidents.find((each) => each.id === id);
  if (incident === undefined) {
    throw new Stop(2, {
      en: `there is no ${printable(id)}. To see what there is: memory-bank restore`,
      zh: `没有 ${printable(id)}。查看现有的：memory-bank restore`,
    });
  }
  const choices = chooseVersions(kept, incident, options);
  if (!options.json) for (const choice of choices) showChoice(incident, choice);
  if (!dryRun)
    await ask(options, { en: "Do this? What is there is kept.", zh: "执行吗？现有的会留存。" });
  const keptAs = dryRun ? undefined : replace(kept, incident, choices);
  const outcomes = choices.map(({ doc, which, current, version }) => {
    const lines = compareContents(current, version);
    return {
      id,
      doc,
      which,
      restored: keptAs !== undefined,
      from: toVersion(current) ?? null,
      to: toVersion(version) ?? null,
      addedLines: lines?.added ?? null,
      removedLines: lines?.removed ?? null,
      keptAs: keptAs ?? null,
    };
  });
  const undo = colors.cyan(`memory-bank restore ${keptAs}`);
  return {
    data: outcomes.length === 1 ? outcomes[0] : outcomes,
    show: () => keptAs && tell({ en: `Done. To undo this: ${undo}`, zh: `完成。撤销：${undo}` }),
  };
}

function list({ bank, folder, incidents, bytes }: Kept, { all }: Options): Answer {
  // A doc that cannot be read matches neither version.
  const onDisk = (record: KeptRecord) =>
    attempt(() => sameAs(record, readDoc(bank, record.doc)), []);
  return {
    data: {
      bank,
      folder,
      incidents: incidents.map(({ time, docs, ...incident }) => ({
        ...incident,
        time: new Date(time).toISOString(),
        docs: docs.map((record) => ({ ...record, onDisk: onDisk(record) })),
      })),
    },
    show: () => {
      if (incidents.length === 0)
        return tell({ en: `Nothing is kept aside for ${bank}`, zh: `${bank} 没有留存任何版本` });
      tell({ en: `Kept for ${bank}, newest first:\n`, zh: `为 ${bank} 留存的版本：\n` });
      const shown = all ? incidents : incidents.slice(0, MOST_INCIDENTS);
      for (const incident of shown) showIncident(incident, onDisk);
      if (shown.length < incidents.length)
        print(`${andMore(incidents.length - shown.length)}: --all\n`);
      print(describeKept(incidents.length, { bytes, folder }));
    },
    isFinding: incidents.length === 0,
  };
}

const NAMES: Readonly<Record<Which, Text>> = {
  before: { en: "before", zh: "改动前" },
  after: { en: "after", zh: "改动后" },
};

/** Prints the time, what happened, the docs, and the command that brings their other versions back. */
function showIncident(
  { id, time, rule, words, docs }: KeptIncident,
  onDisk: (record: KeptRecord) => readonly Which[],
): void {
  print(colors.bold(`${localTime(time)}  ${id}  ${printable(rule)}`));
  if (words !== "") print(`  ${colors.dim(printable(shorten(words, 120)))}`);
  for (const record of docs) {
    const there = onDisk(record);
    const versions = WHICH.map((which) => {
      const size = `${say(NAMES[which])} ${describeBytes(record[which]?.bytes)}`;
      return there.includes(which) ? size + say({ en: " (on disk)", zh: "（磁盘上现有）" }) : size;
    });
    print(`  ${printable(record.doc)}  ${versions.join("  ")}`);
  }
  print(`  ${colors.cyan(`memory-bank restore ${id}`)}\n`);
}

/** The versions that equal `bytes`. Undefined, for a missing file, equals a version without the file. */
function sameAs(record: KeptRecord, bytes: Uint8Array | undefined): Which[] {
  const hash = toVersion(bytes)?.hash;
  return WHICH.filter((which) => record[which]?.hash === hash);
}

/**
 * The versions to bring back, of the doc that was asked for or of all docs in the incident. Without `--which`, it is
 * the version that is not on disk. A version that is on disk already is left out.
 */
function chooseVersions(
  { bank, folder }: Kept,
  incident: KeptIncident,
  { doc, which: asked }: Options,
): Choice[] {
  const { id } = incident;
  // A doc may be named by its path in the bank, or by its path from the current folder.
  const names = doc === undefined ? [] : [doc, toSlashes(relative(bank, resolve(doc)))];
  const choices = incident.docs.flatMap((record): Choice[] => {
    if (doc !== undefined && !names.includes(record.doc)) return [];
    const current = readDoc(bank, record.doc);
    const there = sameAs(record, current);
    if (asked === undefined && there.length === 0) {
      const name = printable(record.doc);
      throw new Stop(2, {
        en: `${name} has changed since ${id}: choose with --which before or --which after (add --dry-run to look first)`,
        zh: `${name} 在 ${id} 之后又有改动：请用 --which before 或 --which after 选择（可加 --dry-run 先查看）`,
      });
    }
    const which = asked ?? (there.includes("before") ? "after" : "before");
    const version = readKept(folder, incident, record.doc, which);
    return there.includes(which) ? [] : [{ doc: record.doc, which, current, version }];
  });
  if (choices.length > 0) return choices;
  throw new Stop(1, {
    en: `there is nothing to bring back from ${id}: the docs are already so, or not in it`,
    zh: `${id} 中没有需要恢复的：文档已经是那样，或不在其中`,
  });
}

/** Keeps what is on disk now, even if it changed while we asked. Returns the id of the incident that keeps it. */
function replace({ bank, folder }: Kept, { id }: KeptIncident, choices: readonly Choice[]): string {
  const docs = choices.map(({ doc, version }) => {
    return { doc, before: readDoc(bank, doc), after: version };
  });
  const reason = { rule: "restore", words: `memory-bank restore ${id}` };
  const keptAs = keepVersions(folder, docs, reason, Date.now());
  for (const { doc, version } of choices) writeDoc(bank, doc, version);
  return keptAs;
}

function showChoice({ time, rule }: KeptIncident, { doc, which, current, version }: Choice): void {
  const when = `${localTime(time)} (${printable(rule)})`;
  const name = colors.bold(say(NAMES[which]));
  print(colors.bold(printable(doc)));
  tell({ en: `  now → as it was ${name} the change of ${when}`, zh: `  现在 → ${when} 的${name}` });
  showChange(current, version);
  print();
}
