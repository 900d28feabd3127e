import { realpathSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { dropLines, putLine } from "../../formats/edit-lines.ts";
import { type ConfigChange, type Scope, SetupError, type SetupPlan } from "../../hosts/host.ts";
import { type ConfigFile, readConfig } from "../../io/disk/config-file.ts";
import { editGitConfig, repositoryConfig, userConfig } from "../../io/merge/git-settings.ts";
import type { Text } from "../../types.ts";
import type { Located } from "../open.ts";

/** The name of our driver in `.gitattributes` and in git's configs. */
export const DRIVER = "memory-bank";
const SECTION = `merge.${DRIVER}`;
const TITLE = "memory banks, by rows, items and labels";
const OUR_LINE = /^\S.*\/\*\*\/\*\.md"? merge=memory-bank$/;

/** Plans the line in `.gitattributes` that names the driver for the bank's docs, and the command in git's config. */
export function planGitInstall(location: Located, scope: Scope): SetupPlan {
  const attributes = readAttributes(location);
  const line = attributesLine(location);
  const after = putLine(attributes.bytes && attributes.text, line);
  const config = readConfig(configPath(location, scope));
  const configured = editGitConfig(config.text, [
    [`${SECTION}.name`, TITLE],
    [`${SECTION}.driver`, driverCommand()],
  ]);
  return {
    changes: [
      ...changeOf(attributes, after, { en: "git asks our driver", zh: "由我们的驱动合并" }),
      ...changeOf(config, configured, { en: "what the driver is", zh: "驱动是什么" }),
    ],
    copies: [],
    notes: after === attributes.text ? [] : [TEAM],
  };
}

const TEAM: Text = {
  en: "Commit .gitattributes. Whoever clones runs memory-bank install --git once; until then git merges as text there.",
  zh: "请提交 .gitattributes。克隆仓库的人各运行一次 memory-bank install --git；在那之前 git 按文本合并。",
};

export function planGitUninstall(location: Located, scopes: readonly Scope[]): SetupPlan {
  const attributes = readAttributes(location);
  const left = dropLines(attributes.text, (line) => OUR_LINE.test(line));
  const configs = scopes.flatMap((scope): ConfigChange[] => {
    const config = readConfig(configPath(location, scope));
    // Without this section `git config --remove-section` fails, so git is not called.
    if (!config.text.includes(`"${DRIVER}"`)) return [];
    const after = editGitConfig(config.text, [["--remove-section", SECTION]]);
    return changeOf(config, after, { en: "our driver goes", zh: "移除我们的驱动" });
  });
  const what = { en: "our line goes", zh: "移除我们的一行" };
  return {
    changes: [...changeOf(attributes, left, what), ...configs],
    copies: [],
    notes: [],
  };
}

/** The line for the bank's docs. Special characters of patterns are escaped; a pattern with spaces is quoted. */
export function attributesLine({ worktree, bank }: Pick<Located, "worktree" | "bank">): string {
  const folder = relative(worktree, bank).split(sep).join("/");
  const plain = folder.replaceAll(/[*?[\]\\]/g, "\\$&");
  const pattern = `${plain === "" ? "" : `${plain}/`}**/*.md`;
  const written = /[\s"\\]/.test(pattern) ? JSON.stringify(pattern) : pattern;
  return `${written} merge=${DRIVER}`;
}

function readAttributes({ worktree, bank }: Located): ConfigFile {
  if (worktree === "/" || relative(worktree, bank).startsWith("..")) {
    throw new SetupError({
      en: "the bank is in no git repository: run it in a project that git knows",
      zh: "记忆库不在 git 仓库中：请在 git 管理的项目里运行",
    });
  }
  return readConfig(join(worktree, ".gitattributes"));
}

function configPath({ directory, machine }: Located, scope: Scope): string {
  const path = scope === "global" ? userConfig(machine) : repositoryConfig(directory);
  if (path !== undefined) return path;
  throw new SetupError({
    en: "there is no home folder for git's config. Set HOME to one",
    zh: "没有存放 git 配置的主目录。请设置 HOME",
  });
}

/** Runs our driver with the current Node. If either is gone, git's own merge runs, so that no side is lost. */
function driverCommand(): string {
  const beside = join(dirname(realpathSync(process.argv[1] ?? "")), "merge-driver.cjs");
  const [node, program] = [process.execPath, beside].map(quoted);
  const ours = `${node} ${program} %O %A %B %P --marker-size=%L --ours=%X --theirs=%Y`;
  const plain = "git merge-file --marker-size=%L -L ours -L base -L theirs %A %O %B";
  // Otherwise Node would load what these variables name for each doc: certificates take longer than a merge.
  const alone = "unset NODE_OPTIONS NODE_EXTRA_CA_CERTS";
  return `if [ -x ${node} ] && [ -f ${program} ]; then ${alone}; exec ${ours}; else ${plain}; fi`;
}

/** Quotes for the shell that git runs. `%` is doubled, because git replaces its placeholders first. */
function quoted(path: string): string {
  return `'${path.replaceAll("'", String.raw`'\''`).replaceAll("%", "%%")}'`;
}

function changeOf(file: ConfigFile, after: string | undefined, what: Text): ConfigChange[] {
  return after === file.text ? [] : [{ file, after, what }];
}
