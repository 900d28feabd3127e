import { BANK_WRITER, MEMORY_READER } from "../../bank/layout.ts";
import type { Language, ToolCall } from "../../types.ts";
import type { Understood } from "./host-tools.ts";

/** Not every host holds our own agents to their lists of tools: one of them only reads, the other one writes docs. */
export function refuseOwnAgent(
  agent: string | undefined,
  { call }: Understood,
  language: Language,
): string | undefined {
  const isOurs = agent === MEMORY_READER || agent === BANK_WRITER;
  if (!isOurs || call === undefined || isAllowed(agent, call)) return undefined;
  return {
    en: "[Memory Bank] Not run: the agents of the memory bank read files of this project, and change nothing but docs.\nNext: read the file that you need, or go on without it.",
    zh: "[Memory Bank] 未运行：记忆库的代理只读取本项目的文件，只改动文档。\n下一步：读取需要的文件，或不用它，继续。",
  }[language];
}

function isAllowed(agent: string, { via, effectCheck, writes }: ToolCall): boolean {
  if (via === "shell") return writes.length === 0 && effectCheck?.cause === "reads";
  return agent === BANK_WRITER
    ? writes.every(({ target }) => target.place === "bank")
    : writes.length === 0;
}
