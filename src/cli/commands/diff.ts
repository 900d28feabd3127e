import { join, relative } from "node:path";
import { diffDocs } from "../../bank/diff-docs.ts";
import { renderChanges, renderComment } from "../../bank/render-changes.ts";
import { listBranchDocs, readBranchDoc } from "../../io/bank/branch-docs.ts";
import { toSlashes } from "../../io/disk/paths.ts";
import { hideValues } from "../../secrets/hide-values.ts";
import { requireBase } from "../branch-base.ts";
import { colors } from "../colors.ts";
import { printable } from "../format.ts";
import { open } from "../open.ts";
import { paintChanges, print, printWhole } from "../print.ts";
import { spokenLanguage } from "../say.ts";
import { AS_JSON, type Answer, BANK, WHERE, type CommandFile } from "../usage.ts";

interface Options {
  readonly dir: string;
  readonly bank?: string;
  readonly format: "text" | "markdown";
}

export const diff: CommandFile = {
  about: {
    en: "tell what a branch changed in the memory, by doc and section",
    zh: "说明一个分支改动了哪些记忆，按文档和小节列出",
  },
  takes: {
    "[ref]": {
      en: "the branch, tag or commit that this branch left; unless said, the default branch",
      zh: "本分支从哪个分支、标签或提交分出；默认为默认分支",
    },
    "--dir <dir>": WHERE,
    "--bank <folder>": BANK,
    "--format <format>": {
      en: "`markdown` is for a comment on a pull request",
      zh: "`markdown` 用于合并请求的评论",
      choices: ["text", "markdown"],
      otherwise: "text",
    },
    "--json": { ...AS_JSON, conflicts: ["format"] },
  },
  more: { en: "What is not committed yet counts, too.", zh: "尚未提交的改动也算在内。" },
  examples: ["diff", "diff main --json", "diff v1.2.0 --dir packages/api --format markdown"],
  run,
};

async function run(ref: string | undefined, options: Options): Promise<Answer> {
  const { location } = await open(options.dir, options.bank);
  const base = requireBase(location.root, ref);
  // A comment is read by more people than the doc.
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
