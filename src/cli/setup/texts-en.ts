import type { PluginSpecifier } from "../../io/own-package.ts";

/** All that install and uninstall say, in one place for each language. */
export const ENGLISH = {
  installing: (scope: string) => `Install for ${scope}`,
  uninstalling: (scope: string) => `Uninstall from ${scope}`,
  scope: { global: "all projects of this user", project: "this project" },
  and: " and ",

  specifier: (specifier: string, reason: PluginSpecifier["reason"]) =>
    `Plugin: ${specifier}\n  ${WHY[reason]}`,
  lineAdded: "our line is added to its list of plugins",
  lineChanged: "our line is brought up to date",
  lineRemoved: "our line goes",
  fileMade: "a new file with our line",
  fileRemoved: "the file goes: install made it, and nothing else is in it",
  triggerAdded: "the key trigger for oh-my-opencode's orchestrators is put in",
  triggerRemoved: "the key trigger for oh-my-opencode's orchestrators goes",

  copies: "Moved aside, because the plugin brings its own (nothing is deleted):",
  copiesGone: "Moved aside (nothing is deleted):",
  copy: { plugin: "a copy of the plugin", skill: "a copy of the skill" },

  severalFiles: (used: string, others: readonly string[], hasTheList: boolean) =>
    `${used} is used and not ${others.join(" or ")}: ${hasTheList ? "its list of plugins is the one that OpenCode takes" : "OpenCode reads it last"}.`,
  alsoIn: (path: string, scope: string) =>
    `It is also in ${path}. Once is enough: "memory-bank uninstall --${scope}" removes that one.`,
  projectConfigOff:
    "OPENCODE_DISABLE_PROJECT_CONFIG is set here: OpenCode does not read a project's config.",
  localFile:
    "The plugin's file is on this machine only: do not commit this line. The npm name could be shared.",
  inCache:
    "This copy is in npm's cache and may vanish. Install the package (npm install -g), then run this again.",
  brokenElsewhere: (where: string, problem: string) =>
    `${where}: ${problem}. OpenCode cannot read this file; it has nothing of ours and was left alone.`,
  triggerSkipped: (agent: string, path: string, reason: string) =>
    `oh-my-opencode: ${agent} gets no key trigger, because in ${path} ${reason}.`,
  triggerHides: (agent: string, path: string) =>
    `oh-my-opencode: ${agent} gets no key trigger for this project, because it would hide the prompt_append in ${path}. "memory-bank install --global" adds it there.`,
  triggerIsGlobal:
    'oh-my-opencode is set up for all projects: "memory-bank install --global" adds the key trigger there.',

  nothingToInstall: "It is installed already. Nothing to do.",
  nothingToUninstall: "It is not installed here. Nothing to do.",
  question: "Do this?",
  declined: "nothing was changed",
  cannotAsk: "cannot ask here: add --yes to do it, or --dry-run to look only",
  installed:
    'Installed. Restart OpenCode; "memory-bank refresh" builds a bank. To undo: memory-bank uninstall',
  uninstalled: "Uninstalled. Restart OpenCode. Memory banks stay where they are.",
  movedTo: (from: string, to: string) => `${from} is now ${to}`,

  broken: (where: string, problem: string) =>
    `${where}: ${problem}. Mend the file, then run it again; nothing was changed`,
  bothScopes: "--project and --global exclude each other: choose one",
  notAFolder: (dir: string) => `${dir} is not a folder`,
  partly: (done: readonly string[]) => ` (already done: ${done.join(", ")})`,
};

export type SetupTexts = typeof ENGLISH;

const WHY: Readonly<Record<PluginSpecifier["reason"], string>> = {
  registry: "by name: this copy came from the npm registry",
  asked: "by name: the npm registry has this very package",
  checkout: "by file: this copy is a checkout of the source",
  archive: "by file: this copy was installed from an archive or a folder",
  other: "by file: the npm registry does not confirm that its package of this version is this one",
  missing: "by file: the npm registry does not have this version",
  silent: "by file: the npm registry gave no answer",
};
