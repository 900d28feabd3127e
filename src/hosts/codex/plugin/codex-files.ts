import { createHash } from "node:crypto";
import { BANK_WRITER, MEMORY_READER, SKILL } from "../../../bank/layout.ts";
import { MADE_BY } from "../../../formats/new-config.ts";
import { ABOUT_AGENTS, type PluginSources, inHostWords } from "../../shared/plugin-sources.ts";
import { REFRESH_TOOL, WORDS } from "../words.ts";

/** The skill that users call as `$name`, because Codex has no custom commands. */
const REFRESH_SKILL = WORDS.refresh.slice(1);

export const AGENT_FILES = [MEMORY_READER, BANK_WRITER].map((name) => `agents/${name}.toml`);
export const SKILL_FOLDERS = [SKILL, REFRESH_SKILL].map((name) => `skills/${name}`);

/** Path in Codex's folder → text. Codex loads agents and skills only from its own folders. */
export function toCodexFiles({ readerPrompt, writerPrompt, skill }: PluginSources) {
  const files = {
    [`agents/${MEMORY_READER}.toml`]: toAgent(MEMORY_READER, readerPrompt),
    [`agents/${BANK_WRITER}.toml`]: toAgent(BANK_WRITER, writerPrompt),
    [`skills/${REFRESH_SKILL}/SKILL.md`]: `---
name: ${REFRESH_SKILL}
description: Build, adopt, upgrade, migrate or refresh the memory bank. Only when the user asks for it by name.
---

Bring the memory bank up to date with ${REFRESH_TOOL}: the plan first.
`,
    ...Object.fromEntries(
      Object.entries(skill).map(([path, text]) => [`skills/${SKILL}/${path}`, inCodexWords(text)]),
    ),
  };
  return Object.fromEntries(Object.entries(files).map(([path, text]) => [path, sign(path, text)]));
}

function toAgent(name: keyof typeof ABOUT_AGENTS, prompt: string): string {
  const text = inCodexWords(prompt);
  // This kind of TOML string has no escapes, and its first line break is ignored.
  if (text.includes("'''")) throw new Error(`the prompt of ${name} has three quotes in a row`);
  return `name = ${JSON.stringify(name)}
description = ${JSON.stringify(ABOUT_AGENTS[name])}
developer_instructions = '''
${text.trimEnd()}
'''
`;
}

function inCodexWords(text: string): string {
  return inHostWords(text, WORDS)
    .replaceAll("the write and edit tools", WORDS.writeTools.en)
    .replaceAll("change it with edit", `change it with ${WORDS.editTool}`)
    .replaceAll("make one with write", `make one with ${WORDS.editTool}`)
    .replaceAll("the read tool, a shell `cat`", "a shell `cat`");
}

/** The last line of our files among the user's own: it marks them as ours, and its hash shows later changes. */
const SIGNED = /\n(?:# |<!-- )Made by "memory-bank install"[^\n]*\[([\da-f]{12})\](?: -->)?\n$/;

function sign(path: string, text: string): string {
  const line = `${MADE_BY} [${fingerprintOf(text)}]`;
  return `${text}${path.endsWith(".md") ? `<!-- ${line} -->` : `# ${line}`}\n`;
}

/** Whether a file is ours and unchanged. */
export function isSigned(text: string): boolean {
  const signed = SIGNED.exec(text);
  return signed !== null && fingerprintOf(text.slice(0, signed.index + 1)) === signed[1];
}

function fingerprintOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 12);
}
