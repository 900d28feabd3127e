import { BANK_WRITER, MEMORY_READER } from "../../../bank/layout.ts";
import { ABOUT_AGENTS, type PluginSources, inHostWords } from "../../shared/plugin-sources.ts";
import { toHookTable } from "../../shared/hook-table.ts";
import { REFRESH } from "../../shared/refresh-tool.ts";
import { EVENTS, ROOM } from "../hook-events.ts";
import { PLUGIN, REFRESH_TOOL, SERVER, WORDS } from "../words.ts";

interface Package {
  readonly name: string;
  readonly version: string;
  readonly description: string;
}

/** The plugin's files: path in its folder → text. */
export function toPluginFiles(sources: Package & PluginSources): Record<string, string> {
  const { name, version, description, readerPrompt, writerPrompt } = sources;
  return {
    ".claude-plugin/plugin.json": json({
      name: PLUGIN,
      version,
      description,
      author: { name },
      license: "MIT",
    }),
    ".claude-plugin/marketplace.json": json({
      name,
      owner: { name },
      metadata: { description },
      plugins: [{ name: PLUGIN, source: "./", description }],
    }),
    ".mcp.json": json({
      mcpServers: {
        [SERVER]: {
          command: "node",
          args: ["${CLAUDE_PLUGIN_ROOT}/server.js"],
          // No proxy certificates: reading them takes longer than starting Node, and the server connects to nothing.
          env: { NODE_EXTRA_CA_CERTS: "" },
        },
      },
    }),
    "hooks/hooks.json": json({
      hooks: toHookTable(EVENTS, `plugin:${PLUGIN}:${SERVER}`, ROOM.pieces),
    }),
    [`commands/${REFRESH}.md`]: frontMatter(
      { description: "Build, adopt, upgrade, migrate or refresh the memory bank" },
      `Bring the memory bank up to date with ${REFRESH_TOOL}: the plan first. $ARGUMENTS`,
    ),
    [`agents/${MEMORY_READER}.md`]: toAgent(MEMORY_READER, "Read, Glob", readerPrompt),
    [`agents/${BANK_WRITER}.md`]: toAgent(BANK_WRITER, "Read, Glob, Write, Edit", writerPrompt),
    ...Object.fromEntries(
      Object.entries(sources.skill).map(([path, text]) => [
        `skills/${PLUGIN}/${path}`,
        inHostWords(text, WORDS),
      ]),
    ),
  };
}

function toAgent(name: keyof typeof ABOUT_AGENTS, tools: string, prompt: string): string {
  return frontMatter({ name, description: ABOUT_AGENTS[name], tools }, inHostWords(prompt, WORDS));
}

function frontMatter(fields: Readonly<Record<string, string>>, text: string): string {
  const lines = Object.entries(fields).map(([key, value]) => `${key}: ${value}`);
  return `---\n${lines.join("\n")}\n---\n\n${text.trimEnd()}\n`;
}

function json(value: object): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
