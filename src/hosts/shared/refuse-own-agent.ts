import { BANK_WRITER } from "../../bank/layout.ts";
import { isSecretPath } from "../../secrets/is-secret-path.ts";
import type { Language, ToolCall } from "../../types.ts";
import type { Understood } from "./host-tools.ts";

/** Shows lines of files that nobody has named, or of what is no file. */
const SHOWS_MORE =
  /(?:^|[\s;&|(]|\/bin\/)(?:e?grep|fgrep|rg|ag|ack|env|printenv|set|declare|export|ps|history|git|curl|wget|ssh|nc)(?:\s|$)/;

/** Where our own agents have the shell to read with, and nobody else keeps them to that. One of them writes docs. */
export function refuseOwnAgent(
  agent: string | undefined,
  { call }: Understood,
  command: string,
  language: Language,
): string | undefined {
  if (agent === undefined || call === undefined || isAllowed(agent, call, command))
    return undefined;
  return {
    en: "[Memory Bank] Not run: the agents of the memory bank read docs and source files of this project, one by one, and nothing else.\nNext: cat the file that you need, or go on without it.",
    zh: "[Memory Bank] 未运行：记忆库的代理只逐个读取本项目的文档和源文件。\n下一步：用 cat 读取需要的文件，或不用它，继续。",
  }[language];
}

function isAllowed(agent: string, call: ToolCall, command: string): boolean {
  const { via, effectCheck, writes, reads } = call;
  if (via !== "shell") {
    return agent === BANK_WRITER
      ? writes.every(({ target }) => target.place === "bank")
      : writes.length === 0;
  }
  const isReading = writes.length === 0 && effectCheck?.cause === "reads";
  if (!isReading || SHOWS_MORE.test(command)) return false;
  return reads.every(
    ({ target: { place, path, alias = "" } }) =>
      place !== "outside" && !isSecretPath(path) && !isSecretPath(alias),
  );
}
