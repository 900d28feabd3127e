import { join, relative } from "node:path";
import { diffDocs } from "../../bank/diff-docs.ts";
import { renderChanges, renderComment } from "../../bank/render-changes.ts";
import { listBranchDocs, readBranchDoc } from "../../io/bank/git-docs.ts";
import { toSlashes } from "../../io/disk/paths.ts";
import { hideValues } from "../../secrets/hide-values.ts";
import { colors } from "../colors.ts";
import { printable } from "../format.ts";
import { open, requireBase } from "../open.ts";
import { paintChanges, print, printWhole } from "../print.ts";
import { spokenLanguage } from "../say.ts";
import { type Answer, AS_JSON, type CommandFile, type Options, AT_PLACE } from "../usage.ts";

export const diff: CommandFile = {
  about: { en: "tell what a branch changed in the memory", zh: "说明分支改动了哪些记忆" },
  takes: {
    "[ref]": { en: "since when; unless said, the default branch", zh: "起点；默认为默认分支" },
    ...AT_PLACE,
    "--format <format>": {
      en: "`markdown` is for a pull request",
      zh: "`markdown` 用于合并请求",
      choices: ["text", "markdown"],
      otherwise: "text",
    },
    "--json": { ...AS_JSON, conflicts: ["format"] },
  },
  more: { en: "What is not committed yet counts, too.", zh: "尚未提交的改动也算在内。" },
  examples: ["diff", "diff main --json", "diff v1.2.0 --dir packages/api --format markdown"],
  run,
};

async function run(options: Options): Promise<Answer> {
  const { location } = await open(options);
  const base = requireBase(location.root, options.ref);
  // Secrets are masked, because more people can read a comment on a pull request than the doc.
  const masked = (text: string | undefined) => (text === undefined ? undefined : hideValues(text));
  const docs = listBranchDocs(location, base).map((doc) => {
    const { before, after } = readBranchDoc(location, base, doc);
    return { path: doc.path, from: doc.from, before: masked(before), after: masked(after) };
  });
  const changes = diffDocs(docs);
  const toAddress = (path: string) => toSlashes(relative(location.root, join(location.bank, path)));
  const shown = { language: spokenLanguage(), toAddress, ref: base.ref };
  return {
    data: {
      version: 2,
      bank: location.bank,
      since: base,
      docs: changes.map((doc) => ({ ...doc, address: toAddress(doc.path) })),
    },
    show: () => {
      if (options.format === "markdown") printWhole(renderComment(changes, shown));
      else {
        const text = renderChanges(changes, shown).split("\n").map(printable).join("\n");
        print(paintChanges(text).replaceAll(/^\S+(?=: )/gm, colors.bold));
      }
    },
  };
}
